//! The memory of the tables of positions: buckets of slots.

use std::sync::atomic::AtomicU64;

/// Two words, which hold an entry and its key.
pub(crate) type Slot = [AtomicU64; 2];

/// Slots that a position may use. They share a cache line, so a look into a bucket waits for memory once.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct Bucket(pub [Slot; 4]);

impl Bucket {
    pub(crate) const SLOTS: usize = 4;
}

/// The largest power of two of buckets that fits in this many bytes; at least one.
pub(crate) fn that_fit(bytes: usize) -> usize {
    1 << (bytes / size_of::<Bucket>()).max(1).ilog2()
}

/// Appends empty buckets until there are `count`. Returns `false`, and appends none, if memory does not suffice.
pub(crate) fn grow(buckets: &mut Vec<Bucket>, count: usize) -> bool {
    if buckets.try_reserve_exact(count.saturating_sub(buckets.len())).is_err() {
        return false;
    }
    // Pages that have been written stay small for some time. Other systems have no such advice.
    #[cfg(target_os = "linux")]
    use_huge_pages(buckets);
    buckets.resize_with(count.max(buckets.len()), Bucket::default);
    true
}

/// Asks the system to back a list with huge pages, as far as it spans whole ones. Tables are read at random, and with usual
/// pages every read of a large one also waits for an address translation (measured in docs/lab/solving.md).
#[cfg(target_os = "linux")]
fn use_huge_pages<T>(list: &mut Vec<T>) {
    use rustix::mm::{Advice, madvise};

    /// The size of a huge page on PC processors, and of the usual ones on ARM.
    const HUGE: usize = 1 << 21;
    let start = list.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(HUGE);
    let whole = (list.capacity() * size_of::<T>()).saturating_sub(skipped) / HUGE * HUGE;
    if whole > 0 {
        // SAFETY: the range lies within the list's own memory. The advice changes neither what the memory holds nor whether
        // it may be used.
        #[allow(unsafe_code)]
        let advised = unsafe { madvise(start.wrapping_add(skipped).cast(), whole, Advice::LinuxHugepage) };
        if let Err(error) = advised {
            log::debug!("no huge pages: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    /// The largest has more than one huge page.
    #[test]
    fn buckets_keep_their_entries() {
        let mut buckets = Vec::new();
        for count in [1, 100, 3 << 16, 50] {
            let before = buckets.len();
            assert!(grow(&mut buckets, count));
            assert_eq!(buckets.len(), count.max(before));
            assert_eq!(buckets.as_ptr().align_offset(64), 0, "a bucket lies in one cache line");
            for (place, Bucket([.., [word, _]])) in buckets.iter().enumerate() {
                let expected = if place < before { place as u64 + 1 } else { 0 };
                assert_eq!(word.swap(place as u64 + 1, Relaxed), expected);
            }
        }
        assert!(!grow(&mut buckets, usize::MAX / 64));
        assert_eq!(buckets.len(), 3 << 16);
    }
}
