use papamu::board::*;

#[test]
fn shifts_carry_between_words_and_drop_cells_at_the_end() {
    let set: Bits<3> = [0, 63, 64, 130].into_iter().collect();
    assert_eq!(set.up(5).iter().collect::<Vec<_>>(), [5, 68, 69, 135]);
    assert_eq!(set.up(63).iter().collect::<Vec<_>>(), [63, 126, 127]);
    assert_eq!(set.down(5).iter().collect::<Vec<_>>(), [58, 59, 125]);
    assert_eq!(set.up(0), set);
    assert_eq!(set.down(0), set);
}
