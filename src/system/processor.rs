//! The choice of a build that the processor can run.
//!
//! The searches count and find bits, which takes several instructions where the build may not use those of x86-64-v3 (AVX2, BMI2
//! and others). A release therefore holds two programs for x86_64: `papamu`, which runs everywhere, and `papamu-v3` beside it,
//! which `papamu` starts in its place where it can run.

use std::process::ExitCode;

/// Checks that this build can run, or runs a better one in its place. Returns the exit status if the program is to end.
pub fn choose_build() -> Option<ExitCode> {
    #[cfg(target_arch = "x86_64")]
    return x86::choose_build();
    #[cfg(not(target_arch = "x86_64"))]
    None
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    use std::env::{args_os, consts, current_exe};
    use std::process::{Command, ExitCode};

    /// The program beside this one for x86-64-v3.
    const V3: &str = "papamu-v3";

    pub(super) fn choose_build() -> Option<ExitCode> {
        match (has_v3(), cfg!(target_feature = "avx2")) {
            (false, true) => {
                eprintln!(
                    "papamu: this build needs a processor with AVX2 and BMI2 (x86-64-v3). Take the one for plain x86_64, or \
                     build it with: RUSTFLAGS=\"\" cargo install --locked --path ."
                );
                Some(ExitCode::FAILURE)
            }
            // This build assumes no AVX, so the macro asks the operating system, too, which may not save its registers.
            (true, false) if is_x86_feature_detected!("avx2") => run_v3(),
            _ => None,
        }
    }

    /// Whether the processor is an x86-64-v3. The macro `is_x86_feature_detected` does not help: it answers what the build
    /// assumes. This function must do without the instructions that it asks for. (Intel, "Software developer's manual", volume
    /// 2A, CPUID.)
    fn has_v3() -> bool {
        let has = |register: u32, bits: &[u32]| bits.iter().all(|bit| register >> bit & 1 == 1);
        __cpuid(0).eax >= 7
            && __cpuid(0x8000_0000).eax > 0x8000_0000
            && has(__cpuid(1).ecx, &[12, 22, 27, 28, 29]) // FMA, MOVBE, OSXSAVE, AVX, F16C
            && has(__cpuid_count(7, 0).ebx, &[3, 5, 8]) // BMI1, AVX2, BMI2
            && has(__cpuid(0x8000_0001).ecx, &[5]) // LZCNT
    }

    /// Runs the faster program, if it is there.
    fn run_v3() -> Option<ExitCode> {
        let program = current_exe().ok()?.with_file_name(V3).with_extension(consts::EXE_EXTENSION);
        if !program.is_file() {
            return None;
        }
        let mut command = Command::new(&program);
        command.args(args_os().skip(1));
        #[cfg(unix)]
        let error = {
            use std::os::unix::process::CommandExt;
            command.exec()
        };
        #[cfg(not(unix))]
        let error = match command.status() {
            Ok(status) => {
                return Some(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)));
            }
            Err(error) => error,
        };
        // This build is slower, and works.
        eprintln!("papamu: cannot run {}: {error}", program.display());
        None
    }
}
