//! Follows docs/write-a-game.md from its first command to its last, in a copy of the repository.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common;

/// The blocks of the page that begin with this fence.
fn blocks<'a>(page: &'a str, fence: &str) -> Vec<&'a str> {
    page.split(&format!("```{fence}\n")).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn a_game_is_added_as_the_page_says() {
    if !common::long_tests() {
        println!("skipped: it compiles everything once more; LONG_TESTS=1 runs it");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = common::folder("guide").join("papamu");
    let _ = std::fs::remove_dir_all(copy.join("src"));
    let shell = |folder: &Path, command: &str| {
        let output =
            Command::new("sh").args(["-c", command]).current_dir(folder).stdin(Stdio::null()).output().unwrap();
        let text = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
        assert!(output.status.success(), "{command}\n{text}");
        text
    };
    std::fs::create_dir_all(&copy).unwrap();
    shell(root, &format!("git ls-files -co --exclude-standard | tar cf - -T - | tar xf - -C '{}'", copy.display()));
    let page = std::fs::read_to_string(root.join("docs/write-a-game.md")).unwrap();
    let edit = |file: &str, change: &dyn Fn(String) -> String| {
        let path = copy.join(file);
        let before = std::fs::read_to_string(&path).unwrap();
        let after = change(before.clone());
        assert_ne!(after, before, "{file}");
        std::fs::write(path, after).unwrap();
    };
    let [modules, entry, suite] = blocks(&page, "rust")[..] else { panic!("three pieces of code are added") };
    let added_before_end = |text: String, line: &str, end: &str| {
        let at = text.rfind(end).unwrap();
        format!("{}{line}{}", &text[..at], &text[at..])
    };
    let mut commands = blocks(&page, "console").into_iter().flat_map(str::lines).map(|line| &line["$ ".len()..]);
    shell(&copy, commands.next().unwrap());
    edit("src/games/my_game.rs", &|text| {
        text.replace("papamu::", "crate::").replace("Clobber", "MyGame").replace("\"clobber\"", "\"my_game\"")
    });
    edit("src/games/mod.rs", &|text| text + modules);
    edit("src/registry.rs", &|text| added_before_end(text, entry, "];\n"));
    edit("tests/all/conformance.rs", &|text| added_before_end(text, suite, "}\n"));
    let mut environment = String::new();
    for command in commands {
        match command.strip_prefix("export ") {
            Some(variable) => environment += &format!("{variable} "),
            None if environment.is_empty() => drop(shell(&copy, command)),
            None => {
                let text = shell(&copy, &format!("export {environment}; {command}"));
                assert!(!text.contains("\n? "), "{command}\n{text}");
            }
        }
    }
}
