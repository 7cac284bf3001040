//! Pseudo-random numbers, which are the same on every machine for a given seed.

/// Scrambles a number: the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014).
#[inline(always)]
pub fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A SplitMix64 generator: eight bytes of state, fast enough for playouts.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose sequence depends only on `seed`.
    pub fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        number
    }

    /// A number from 0 to `bound - 1`. The multiply-and-shift map (Lemire 2019) is biased by less than `bound / 2^32`,
    /// which does not matter for playouts. If `bound` is 0, the result is 0.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }
}
