//! The memory of the machine.

/// Mebibytes of the machine, or what a container may take of them, where the system tells. Systems promise more memory
/// than they have, and kill the process that uses it, so large requests are checked against this first.
pub(crate) fn memory_mb() -> Option<u64> {
    // A module of WebAssembly has 4 GiB of addresses; tables are copied when they grow.
    if cfg!(target_family = "wasm") {
        return Some(2 << 10);
    }
    let read = |path| std::fs::read_to_string(path).ok();
    let machine = || {
        let text = read("/proc/meminfo")?;
        let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kilobytes: u64 = total.split_whitespace().next()?.parse().ok()?;
        Some(kilobytes >> 10)
    };
    let allowed = || Some(read("/sys/fs/cgroup/memory.max")?.trim().parse::<u64>().ok()? >> 20);
    machine().into_iter().chain(allowed()).min()
}
