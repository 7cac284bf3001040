//! The files of the page, embedded in the program.

/// The media type and the contents of the file at a path; those of the page itself at the empty one.
pub(super) fn find(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = if path.is_empty() { "index.html" } else { path };
    ASSETS.iter().find(|(asset, _)| *asset == path).map(|&(_, bytes)| (media_type(path), bytes))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// Folders, and the files in each.
macro_rules! assets {
    ($($folder:literal: $($name:literal)*;)*) => {
        &[$($((
            concat!($folder, $name),
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/web/", $folder, $name)),
        ),)*)*]
    };
}

/// All files: their paths on the server without the first slash, and their contents. A unit test compares the list with
/// the folder `web/`.
const ASSETS: &[(&str, &[u8])] = assets! {
    "": "icon.svg" "index.html" "keys.js" "main.js" "types.js";
    "dialogs/": "dialog.js" "editor.js" "keys.js" "new-game.js" "open.js" "players.js" "rules.js"
        "settings.js" "share.js";
    "engine/": "protocol.js" "socket.js";
    "game/": "advice.js" "clock.js" "color.js" "desk.js" "drag.js" "forfeit.js" "game.js" "identify.js" "keeper.js"
        "learn.js" "library.js" "lines.js" "link.js" "load.js" "losses.js" "notes.js" "paste.js" "play.js"
        "records.js" "review.js" "setup.js" "sgf.js" "solve.js" "store.js" "table.js" "tree.js" "words.js";
    "lessons/": "done.js" "exercise.js" "lesson.js" "lessons.js";
    "puzzles/": "progress.js" "puzzle.js" "puzzles.js";
    "styles/": "base.css" "board.css" "contrast.css" "dialogs.css" "layout.css" "lessons.css" "panel.css" "review.css"
        "solution.css";
    "view/": "analysis.js" "announce.js" "board.js" "dom.js" "doorway.js" "geometry.js" "learn.js" "lines.js"
        "marks.js" "motion.js" "palette.js" "picture.js" "players.js" "pointer.js" "review.js" "solution.js"
        "sound.js" "suggestions.js" "thumbnail.js" "toolbar.js" "turn.js" "turns.js" "value.js" "verdict.js";
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::*;

    fn files_below(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let files = files_below(&folder).into_iter();
        let files: BTreeSet<_> =
            files.map(|file| file.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/")).collect();
        let embedded: BTreeSet<_> = ASSETS.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(embedded, files);
        assert!(files.iter().all(|path| media_type(path) != "application/octet-stream"));
    }
}
