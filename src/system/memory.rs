//! The memory of the machine.

/// The memory of the machine in mebibytes, or the limit of the container if that is lower; `None` if the system does not report it.
/// Systems grant more memory than they have and kill the process that uses it, so large requests are checked against this first.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn memory_mb() -> Option<u64> {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};

    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let machine = Some(system.total_memory()).filter(|&bytes| bytes > 0)?;
    let container = system.cgroup_limits().map_or(machine, |limits| limits.total_memory);
    Some(machine.min(container) >> 20)
}

/// A module of WebAssembly has 4 GiB of addresses; tables are copied when they grow.
#[cfg(target_family = "wasm")]
pub(crate) fn memory_mb() -> Option<u64> {
    Some(2 << 10)
}
