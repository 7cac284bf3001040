//! The programs behind the names in a record.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::system::printable;

/// The program that plays as an engine in a game. Control characters are escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The command line that started it.
    pub command: String,
    /// The name that it reports; empty if it reports none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The version that it reports.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Its settings, as its command `param` lists them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
}

impl Identity {
    /// An engine that has not said anything yet.
    pub(crate) fn of(command: &str) -> Self {
        Self { command: printable(command).into_owned(), ..Self::default() }
    }

    /// Escapes control characters.
    pub(super) fn escape(&mut self) {
        for text in [&mut self.command, &mut self.name, &mut self.version] {
            *text = printable(text).into_owned();
        }
        let safe = |(name, value): (String, String)| (printable(&name).into_owned(), printable(&value).into_owned());
        self.settings = std::mem::take(&mut self.settings).into_iter().map(safe).collect();
    }
}
