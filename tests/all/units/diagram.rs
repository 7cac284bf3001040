use papamu::board::*;

#[test]
fn rows_round_trip() {
    let square = Geometry::<1>::new(Shape::Square { width: 7, height: 3 });
    let hexagon = Geometry::<1>::new(Shape::Hexagon { side: 2 });
    let wide = Geometry::<4>::new(Shape::Square { width: 16, height: 4 });
    for text in ["7/xoxoxox/3x2o", "o6/7/7"] {
        assert_eq!(write_rows(&square, &parse_rows(&square, text).unwrap()), text);
    }
    assert_eq!(write_rows(&hexagon, &parse_rows(&hexagon, "x1/1o1/1x").unwrap()), "x1/1o1/1x");
    assert_eq!(write_rows(&wide, &parse_rows(&wide, "16/11x4/16/16").unwrap()), "16/11x4/16/16");
}

#[test]
fn misfits_are_named() {
    let board = Geometry::<1>::new(Shape::Square { width: 3, height: 3 });
    let error = |text| parse_rows(&board, text).unwrap_err();
    assert_eq!(error("3/3"), DiagramError::Rows { expected: 3, found: 2 });
    assert_eq!(error("3/4/3"), DiagramError::Length { row: 2, expected: 3, found: 4 });
    assert_eq!(error("3/xxxxx/3"), DiagramError::Length { row: 2, expected: 3, found: 5 });
    for text in ["", "3/3/", "3//3", "3/0x2/3", "3/x-1/3", "3/X2/3", "3/é2/3"] {
        assert_eq!(error(text), DiagramError::Form, "{text}");
    }
    assert!(matches!(error("3/99999999999999999999999999x/3"), DiagramError::Length { .. }));
}
