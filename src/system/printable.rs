//! Text of other programs and of files, made safe to print.

use std::borrow::Cow;

/// The text with escapes in place of characters that control a terminal, reorder what stands beside them, or are not allowed
/// in XML. Text from engines and files passes through this function before it is printed.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) { safe.extend(c.escape_default()) } else { safe.push(c) }
    }
    Cow::Owned(safe)
}

/// The beginning of a text that came from outside.
pub(crate) fn beginning(text: &str) -> String {
    text.chars().take(100).collect()
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        // Direction marks, line separators and non-characters (Unicode, "Trojan source").
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
        || matches!(c, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unsafe_characters_are_escaped() {
        let plain = "Kōnane ½ «D5» 漢字 \\ \" <&>";
        assert!(matches!(printable(plain), Cow::Borrowed(text) if text == plain));
        for c in ['\0', '\u{7}', '\u{8}', '\t', '\r', '\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{ffff}']
        {
            let text = format!("a{c}b");
            let safe = printable(&text);
            assert!(safe.is_ascii() && safe.starts_with('a') && safe.ends_with('b'), "{safe}");
            assert!(!safe.contains(is_unsafe), "{safe:?}");
        }
    }
}
