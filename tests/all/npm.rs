//! The engine for web pages: the package in JavaScript, and the site that needs no server. Compiling it takes minutes, so this runs
//! with the long suites only, and without link-time optimisation: `scripts/web.sh` itself makes the released files.

use std::path::Path;
use std::process::Command;

/// Settings of the profile `wasm` with which the engine compiles in a third of the time.
const QUICKLY: [(&str, &str); 2] = [("CARGO_PROFILE_WASM_LTO", "off"), ("CARGO_PROFILE_WASM_CODEGEN_UNITS", "16")];

fn run(folder: &Path, program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).current_dir(folder).envs(QUICKLY).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{program} {arguments:?}:\n{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn the_engine_plays_in_node_and_in_a_page() {
    if std::env::var_os("LONG_TESTS").is_none() {
        println!("skipped: set LONG_TESTS");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    run(root, "scripts/web.sh", &["site"]);
    run(&root.join("clients/npm"), "node", &["--test", "test/papamu.test.js"]);
    run(&root.join("tests/board"), "npm", &["run", "--silent", "site"]);
}
