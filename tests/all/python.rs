//! The client in Python, against the real program: types, tests, and the installation that its README describes.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;

/// The environment that `.ci/run` makes: `python3 -m venv target/python`, with pytest, mypy, maturin and jsonschema.
fn python() -> Option<PathBuf> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python/bin/python");
    let must = std::env::var_os("REQUIRE_TOOLS").is_some();
    if !python.exists() {
        assert!(!must, "make target/python first, as .ci/run does");
        println!("skipped: there is no environment target/python");
        return None;
    }
    Some(python)
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}:\n{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn the_client_has_types_and_passes_its_tests() {
    let Some(python) = python() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("clients/python");
    for arguments in [&["-m", "mypy"][..], &["-m", "pytest", "-q", "-p", "no:cacheprovider"]] {
        run(Command::new(&python)
            .args(arguments)
            .current_dir(&folder)
            .env("PAPAMU", env!("CARGO_BIN_EXE_papamu"))
            .env("PYTHONPATH", folder.join("src"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("MYPY_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/mypy")));
    }
}

/// `pip install ./clients/python` puts the program on the path, and the module beside it.
#[test]
fn the_wheel_holds_the_program_and_the_module() {
    if std::env::var_os("LONG_TESTS").is_none() {
        println!("skipped: set LONG_TESTS");
        return;
    }
    let Some(python) = python() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--no-build-isolation", "--force-reinstall", "./clients/python"])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", common::release_builds())
        .envs(common::QUICKLY)
        .env("PATH", path_with(python.parent().unwrap())));
    let script = "from papamu import Engine\nwith Engine('kanga') as engine: print(engine.genmove('black', 0.05).move)
import papamu
assert papamu.__version__[0].isdigit()";
    run(Command::new(&python).args(["-c", script]).current_dir(std::env::temp_dir()).env("PATH", ""));
    run(Command::new(python.with_file_name("papamu")).args(["perft", "konane", "2"]));
}

fn path_with(folder: &Path) -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([folder.to_owned()].into_iter().chain(std::env::split_paths(&path))).unwrap()
}
