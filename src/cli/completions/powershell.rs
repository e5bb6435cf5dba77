//! The script for PowerShell.

use super::words::{Words, quoted};
use std::collections::BTreeMap;

const LOGIC: &str = r#"
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.ToString() })
    $command = ''
    foreach ($word in $words) {
        $next = "$command $word".Trim()
        if ($options.ContainsKey($next)) { $command = $next }
    }
    $before = if ($words.Count -gt 0) { "$command $($words[-1])" } else { ' ' }
    $candidates = if ($values.ContainsKey($before)) { $values[$before] }
        elseif ($wordToComplete.StartsWith('-')) { $options[$command] }
        elseif ($commands.ContainsKey($command)) { $commands[$command] }
        elseif ($values.ContainsKey($command)) { $values[$command] }
        else { @() }
    $candidates | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
        $text = "$command $_".Trim()
        $tip = if ($help.ContainsKey($text) -and $help[$text]) { $help[$text] } else { $_ }
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $tip)
    }
}
"#;

pub(super) fn script(program: &str, words: &Words) -> String {
    let mut script = format!(
        "Register-ArgumentCompleter -Native -CommandName {} -ScriptBlock {{\n    \
         param($wordToComplete, $commandAst, $cursorPosition)\n\n",
        quoted(program)
    );
    script += &map("commands", &words.commands);
    script += &map("options", &words.options);
    script += &map("values", &words.values);
    let help = words.help.iter().map(|(word, help)| entry(word, &quoted(help)));
    let help = format!("    $help = @{{\n{}    }}\n", help.collect::<String>());
    script += &help;
    script + LOGIC.trim_start_matches('\n')
}

fn map(name: &str, lists: &BTreeMap<String, Vec<String>>) -> String {
    let lists = lists.iter().map(|(key, list)| {
        let list: Vec<String> = list.iter().map(|word| quoted(word)).collect();
        entry(key, &format!("@({})", list.join(", ")))
    });
    format!("    ${name} = @{{\n{}    }}\n", lists.collect::<String>())
}

fn entry(key: &str, value: &str) -> String {
    format!("        {} = {value}\n", quoted(key))
}
