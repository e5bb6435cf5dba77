//! What can stand on the command line, for scripts that `clap_complete` writes without it.

use clap::Command;
use std::collections::BTreeMap;

/// The words of a program, each map by the command before them: nothing, `solve`, `tables build`.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The commands below it.
    pub(super) commands: BTreeMap<String, Vec<String>>,
    /// Its options.
    pub(super) options: BTreeMap<String, Vec<String>>,
    /// The values of its first argument; with an option behind the command, those of the option.
    pub(super) values: BTreeMap<String, Vec<String>>,
    /// What a word means, by the command and the word.
    pub(super) help: BTreeMap<String, String>,
}

impl Words {
    pub(super) fn of(command: &Command) -> Self {
        let mut command = command.clone();
        command.build();
        let mut words = Words::default();
        words.add("", &command);
        words
    }

    fn add(&mut self, path: &str, command: &Command) {
        let mut options = Vec::new();
        for option in command.get_opts().chain(command.get_arguments().filter(|one| is_flag(one))) {
            let Some(long) = option.get_long() else { continue };
            let name = format!("--{long}");
            self.explain(path, &name, option.get_help());
            self.add_values(&joined(path, &name), option);
            options.push(name);
        }
        self.options.insert(path.into(), options);
        let first = command.get_positionals().min_by_key(|argument| argument.get_index());
        if let Some(first) = first {
            self.add_values(path, first);
        }
        let below: Vec<String> =
            command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
        for below in command.get_subcommands() {
            self.explain(path, below.get_name(), below.get_about());
            self.add(&joined(path, below.get_name()), below);
        }
        if !below.is_empty() {
            self.commands.insert(path.into(), below);
        }
    }

    fn add_values(&mut self, path: &str, argument: &clap::Arg) {
        let values = argument.get_possible_values();
        let values: Vec<String> = values.iter().map(|value| value.get_name().into()).collect();
        if argument.get_action().takes_values() && !values.is_empty() {
            self.values.insert(path.into(), values);
        }
    }

    fn explain(&mut self, path: &str, word: &str, help: Option<&clap::builder::StyledStr>) {
        let help = help.map(ToString::to_string).unwrap_or_default();
        self.help.insert(joined(path, word), help.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

fn is_flag(argument: &clap::Arg) -> bool {
    !argument.is_positional() && !argument.get_action().takes_values()
}

fn joined(path: &str, word: &str) -> String {
    format!("{path} {word}").trim_start().into()
}

/// A text in single quotes, in which they are doubled: as Elvish and PowerShell write it.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
