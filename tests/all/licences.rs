//! Every package that the program is built of may be used under a licence of `.ci/deny.toml`.

use std::path::Path;
use std::process::Command;

/// Whether a licence expression holds with the allowed licences: `OR` needs one side, `AND` both. No expression of the
/// packages nests them but in brackets around an `OR`.
fn holds(expression: &str, allowed: &[&str]) -> bool {
    let parts = expression.split(" AND ").map(|part| part.trim_matches(['(', ')']));
    parts
        .into_iter()
        .all(|part| part.split(" OR ").flat_map(|one| one.split('/')).any(|one| allowed.contains(&one.trim())))
}

#[test]
fn all_licences_are_allowed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = std::fs::read_to_string(root.join(".ci/deny.toml")).unwrap();
    let list = config.split_once("allow = [").unwrap().1.split_once(']').unwrap().0;
    let allowed: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(allowed.contains(&"MIT") && !holds("GPL-3.0-only", &allowed));

    // Of this package alone: `cargo metadata` needs the packages of papamu-lab, too, which a build does not download.
    let arguments = ["tree", "--locked", "--offline", "--package", "papamu", "--prefix", "none", "--format", "{p}|{l}"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root).output().unwrap();
    assert!(output.status.success(), "no packages: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let packages: Vec<_> = text.lines().map(|line| line.split_once('|').unwrap()).collect();
    assert!(packages.len() > 20);
    for (package, licence) in packages {
        assert!(holds(licence.trim_end_matches(" (*)"), &allowed), "{package}: {licence}");
    }
}
