use papamu::board::*;

#[test]
fn hexagon_of_side_8_has_169_cells_in_rows_of_8_to_15() {
    let board = Geometry::<4>::new(Shape::Hexagon { side: 8 });
    assert_eq!(board.cells.count(), 169);
    let rows = board.shape.rows();
    let lengths: Vec<_> = rows.iter().map(Vec::len).collect();
    assert_eq!(lengths, [8, 9, 10, 11, 12, 13, 14, 15, 14, 13, 12, 11, 10, 9, 8]);
    assert_eq!(rows[0][0].to_string(), "A8");
    assert_eq!(rows[7][14].to_string(), "P15");
}

#[test]
fn symmetries_keep_neighbours_together() {
    let shapes = [
        (Shape::Square { width: 5, height: 5 }, 8),
        (Shape::Square { width: 5, height: 4 }, 4),
        (Shape::Hexagon { side: 3 }, 12),
    ];
    for (shape, count) in shapes {
        let board = Geometry::<1>::new(shape).symmetric(|_| ());
        let maps = board.symmetries();
        assert_eq!(maps.len(), count);
        for map in maps {
            for cell in board.cells {
                let moved: Bits<1> = board.neighbours(cell).iter().map(|beside| map.cells[beside]).collect();
                assert_eq!(moved, board.neighbours(map.cells[cell]));
            }
        }
    }
}

#[test]
fn steps_agree_with_the_table_of_neighbours() {
    fn check<const N: usize>(shape: Shape) {
        let board = Geometry::<N>::new(shape);
        for cell in board.cells {
            let set = Bits::single(cell);
            for d in 0..8 {
                let next = board.next(cell, d);
                assert_eq!(board.step(set, d).first(), next);
                let second = next.and_then(|cell| board.next(cell, d));
                assert_eq!(board.two_steps(set, d).first(), second);
            }
            assert_eq!(board.beside(set), board.neighbours(cell));
        }
    }
    check::<1>(Shape::Square { width: 8, height: 8 });
    check::<4>(Shape::Square { width: 16, height: 16 });
    check::<6>(Shape::Square { width: 19, height: 19 });
    check::<6>(Shape::Hexagon { side: 10 });
    check::<1>(Shape::Hexagon { side: 2 });
}
