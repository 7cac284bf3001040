use papamu::board::*;

#[test]
fn rows_round_trip() {
    let square = Geometry::<1>::new(Shape::Square { width: 7, height: 3 });
    let hexagon = Geometry::<1>::new(Shape::Hexagon { side: 2 });
    let wide = Geometry::<4>::new(Shape::Square { width: 16, height: 4 });
    for text in ["7/xoxoxox/3x2o", "o6/7/7"] {
        assert_eq!(square.write(&square.parse(text).unwrap()), text);
    }
    assert_eq!(hexagon.write(&hexagon.parse("x1/1o1/1x").unwrap()), "x1/1o1/1x");
    assert_eq!(wide.write(&wide.parse("16/11x4/16/16").unwrap()), "16/11x4/16/16");
}

#[test]
fn errors_name_rows_that_do_not_fit() {
    let board = Geometry::<1>::new(Shape::Square { width: 3, height: 3 });
    let error = |text| board.parse(text).unwrap_err().to_string();
    assert_eq!(error("3/3"), "2 rows where the board has 3");
    assert_eq!(error("3/4/3"), "row 2 from the top has 4 cells where the board has 3");
    assert_eq!(error("3/xxxxx/3"), "row 2 from the top has 5 cells where the board has 3");
    for text in ["", "3/3/", "3//3", "3/0x2/3", "3/x-1/3", "3/X2/3", "3/é2/3"] {
        assert_eq!(error(text), "rows are x, o and numbers of empty cells, with / between the rows", "{text}");
    }
    assert!(error("3/99999999999999999999999999x/3").starts_with("row 2 from the top has "));
}
