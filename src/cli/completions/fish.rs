//! What the script for fish lacks: the values of arguments that are no options.

use super::words::Words;

pub(super) fn values(program: &str, words: &Words) -> String {
    // Functions have the names that `clap_complete` gives them.
    let function = format!("__fish_{}", program.replace('-', "_"));
    let of_arguments = words.values.iter().filter(|(path, _)| words.options.contains_key(*path));
    let lines = of_arguments.map(|(path, values)| {
        let condition = match path.split_once(' ') {
            None => format!("{function}_using_subcommand {path}"),
            Some((first, second)) => format!(
                "{function}_using_subcommand {first}; and __fish_seen_subcommand_from {second}"
            ),
        };
        let values = values.join(" ");
        format!("complete -c {program} -n \"{condition}\" -a \"{values}\"\n")
    });
    lines.collect()
}
