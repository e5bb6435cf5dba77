//! The script for Elvish.

use super::words::{Words, quoted};
use std::collections::BTreeMap;

const LOGIC: &str = r"
    var command = ''
    for word $words[1..-1] {
        var next = (str:trim-space $command' '$word)
        if (has-key $options $next) {
            set command = $next
        }
    }
    var current = $words[-1]
    var before = $command' '$words[-2]
    fn show {|candidate|
        var text = (str:trim-space $command' '$candidate)
        if (has-key $help $text) {
            edit:complex-candidate $candidate &display=$candidate'  '$help[$text]
        } else {
            put $candidate
        }
    }
    if (has-key $values $before) {
        each $show~ $values[$before]
    } elif (str:has-prefix $current '-') {
        each $show~ $options[$command]
    } elif (has-key $commands $command) {
        each $show~ $commands[$command]
    } else {
        if (has-key $values $command) {
            each $show~ $values[$command]
        }
        edit:complete-filename $current
    }
}
";

pub(super) fn script(program: &str, words: &Words) -> String {
    let mut script =
        format!("use str\n\nset edit:completion:arg-completer[{program}] = {{|@words|\n");
    script += &map("commands", &words.commands);
    script += &map("options", &words.options);
    script += &map("values", &words.values);
    let help = words.help.iter().map(|(word, help)| entry(word, &quoted(help)));
    let help = format!("    var help = [\n{}    ]\n", help.collect::<String>());
    script += &help;
    script + LOGIC.trim_start_matches('\n')
}

fn map(name: &str, lists: &BTreeMap<String, Vec<String>>) -> String {
    let lists = lists.iter().map(|(key, list)| {
        let list: Vec<String> = list.iter().map(|word| quoted(word)).collect();
        entry(key, &format!("[{}]", list.join(" ")))
    });
    format!("    var {name} = [\n{}    ]\n", lists.collect::<String>())
}

fn entry(key: &str, value: &str) -> String {
    format!("        &{}={value}\n", quoted(key))
}
