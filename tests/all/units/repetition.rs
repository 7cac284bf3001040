use papamu::game::*;

#[test]
fn occurrences_add_up_to_the_limit() {
    let repetition = Repetition::new(3, [1, 2, 1]);
    assert_eq!([1, 2, 3].map(|key| repetition.ends_with(key)), [true, false, false]);
    assert_eq!([2, 3].map(|key| repetition.with(key).ends_with(key)), [true, false]);
    assert_eq!(repetition.final_keys(), [1]);
    assert!(!Repetition::new(0, [1, 1, 1]).ends_with(1));
    assert_eq!(Repetition::new(2, [5]).final_keys(), [5]);
}

#[test]
fn one_more_occurrence_counts_as_if_it_had_been_there() {
    for limit in 0..5 {
        let mut grown = Repetition::new(limit, []);
        for length in 0..6 {
            let keys = [1, 2, 1, 1, 2, 1];
            let whole = Repetition::new(limit, keys[..length].iter().copied());
            let sorted = |repetition: &Repetition| {
                let mut keys = repetition.final_keys().to_vec();
                keys.sort_unstable();
                keys
            };
            // A limit of 1 ends the game at once, so nothing follows.
            if limit != 1 {
                assert_eq!(sorted(&grown), sorted(&whole), "{limit} {length}");
                assert_eq!(grown.final_hash(), whole.final_hash());
            }
            grown = grown.with(keys[length]);
        }
    }
    assert_ne!(Repetition::new(3, [1, 1]).final_hash(), Repetition::new(3, [2, 2]).final_hash());
    assert_eq!(Repetition::new(3, [1, 2]).final_hash(), 0);
    let few = Repetition::new(3, [1, 2, 1]).final_only();
    assert_eq!((few.final_keys(), few.ends_with(1), few.with(2).ends_with(2)), (&[1][..], true, false));
}
