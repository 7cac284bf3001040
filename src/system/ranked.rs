//! Sorting that is compiled once.

/// The indices of the keys, largest key first; equal keys keep their order. Code that is generic over games ranks by this
/// instead of sorting its own types: a stable sort is a lot of code, and would be compiled again for each width of each game.
pub(crate) fn ranked(keys: &[[i64; 2]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(keys[index]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_key_comes_first_and_equal_ones_keep_their_order() {
        assert_eq!(ranked(&[[1, 0], [3, 0], [1, 1], [3, 0], [-2, 9]]), [1, 3, 2, 0, 4]);
        assert!(ranked(&[]).is_empty());
    }
}
