use std::collections::HashMap;

use papamu::rng::Rng;

use papamu::game::*;

/// Many words that differ in one bit, including the highest: no word is given another's result.
#[test]
fn a_result_belongs_to_its_own_position() {
    let (mut memo, mut all, mut rng) = (Memo::default(), HashMap::new(), Rng::new(1));
    let mut found = 0;
    for _ in 0..200_000 {
        let word = rng.bits() << 50 | 0b111 | 1 << rng.below(64);
        let key = Key { word, side: rng.below(2) == 1 };
        if let Some(wins) = memo.wins(key) {
            assert_eq!(all.get(&(key.word, key.side)), Some(&wins));
            found += 1;
        }
        let wins = rng.below(2) == 1;
        memo.keep(key, wins);
        all.insert((key.word, key.side), wins);
        assert_eq!(memo.wins(key), Some(wins));
    }
    assert!(found > 1_000, "{found}");
}
