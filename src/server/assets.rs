//! The files of the page, embedded in the program.

/// A file of the page.
#[derive(Debug)]
pub(super) struct Asset {
    /// Its path on the server, without the first slash.
    pub path: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
}

/// The file at a path; the page itself at the empty one.
pub(super) fn find(path: &str) -> Option<&'static Asset> {
    let path = if path.is_empty() { "index.html" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

macro_rules! assets {
    ($($path:literal),* $(,)?) => {
        &[$(Asset {
            path: $path,
            media_type: media_type($path),
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/web/", $path)),
        }),*]
    };
}

/// The media type of a file with that name, by its ending.
const fn media_type(path: &str) -> &'static str {
    match path.as_bytes() {
        [.., b'h', b't', b'm', b'l'] => "text/html; charset=utf-8",
        [.., b'.', b'j', b's'] => "text/javascript; charset=utf-8",
        [.., b'.', b'c', b's', b's'] => "text/css; charset=utf-8",
        [.., b'.', b's', b'v', b'g'] => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// All files. A unit test compares the list with the folder `web/`.
const ASSETS: &[Asset] = assets![
    "dialogs/dialog.js",
    "dialogs/editor.js",
    "dialogs/give-stone.js",
    "dialogs/keys.js",
    "dialogs/new-game.js",
    "dialogs/open.js",
    "dialogs/players.js",
    "dialogs/rules.js",
    "dialogs/settings.js",
    "dialogs/share.js",
    "engine/protocol.js",
    "engine/socket.js",
    "game/advice.js",
    "game/clock.js",
    "game/color.js",
    "game/desk.js",
    "game/drag.js",
    "game/forfeit.js",
    "game/identify.js",
    "game/keeper.js",
    "game/learn.js",
    "game/library.js",
    "game/lines.js",
    "game/link.js",
    "game/load.js",
    "game/losses.js",
    "game/notes.js",
    "game/pace.js",
    "game/paste.js",
    "game/records.js",
    "game/review.js",
    "game/setup.js",
    "game/sgf.js",
    "game/solve.js",
    "game/store.js",
    "game/table.js",
    "game/tree.js",
    "game/words.js",
    "icon.svg",
    "index.html",
    "keys.js",
    "lessons/done.js",
    "lessons/exercise.js",
    "lessons/lesson.js",
    "lessons/lessons.js",
    "lessons/picture.js",
    "main.js",
    "puzzles/progress.js",
    "puzzles/puzzle.js",
    "puzzles/puzzles.js",
    "styles/base.css",
    "styles/board.css",
    "styles/contrast.css",
    "styles/dialogs.css",
    "styles/layout.css",
    "styles/lessons.css",
    "styles/panel.css",
    "styles/review.css",
    "styles/solution.css",
    "types.js",
    "view/analysis.js",
    "view/announce.js",
    "view/board.js",
    "view/dom.js",
    "view/geometry.js",
    "view/invitation.js",
    "view/learn.js",
    "view/lines.js",
    "view/marks.js",
    "view/motion.js",
    "view/palette.js",
    "view/picture.js",
    "view/players.js",
    "view/pointer.js",
    "view/review.js",
    "view/solution.js",
    "view/sound.js",
    "view/suggestions.js",
    "view/thumbnail.js",
    "view/toolbar.js",
    "view/turn.js",
    "view/turns.js",
    "view/value.js",
    "view/verdict.js",
];

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
        let embedded: BTreeSet<_> = ASSETS.iter().map(|asset| asset.path.to_owned()).collect();
        assert_eq!(embedded, files);
        assert!(ASSETS.iter().all(|asset| asset.media_type != "application/octet-stream"));
    }
}
