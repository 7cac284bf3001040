//! Shell completions.

use std::io::{self, Write};

use clap::{Args, CommandFactory};

use super::Cli;

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// Shell. For bash the file goes into ~/.local/share/bash-completion/completions/papamu, for zsh as _papamu into a folder of
    /// $fpath, for fish into ~/.config/fish/completions/papamu.fish
    shell: clap_complete::Shell,
}

impl CompletionsArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> io::Result<()> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), env!("CARGO_PKG_NAME"), &mut text);
        output.write_all(&text)
    }
}
