//! Forms in which boards come from judges and from other programs.
//!
//! Whatever is changed, each character is replaced by one, so that places stay what they were.

/// A text with boards, read in another form.
pub(crate) struct Form {
    pub(crate) text: String,
    /// How many boards its first line promised.
    pub(crate) promised: Option<usize>,
}

/// The other forms of a text that apply to it, those first that change least.
pub(crate) fn of(text: &str) -> impl Iterator<Item = Form> {
    let plain = [text.to_owned()].into_iter().chain(without_separators(text));
    let texts: Vec<String> = plain.collect();
    let forms = texts.into_iter().enumerate().flat_map(|(index, text)| {
        let whole = (index > 0).then(|| Form { text: text.clone(), promised: None });
        let ended = without_terminator(&text).map(|text| Form { text, promised: None });
        let counted = without_count(&text);
        let both = counted.as_ref().and_then(|Form { text, promised }| {
            Some(Form { text: without_terminator(text)?, promised: *promised })
        });
        [whole, ended, counted, both].into_iter().flatten()
    });
    forms.collect::<Vec<_>>().into_iter()
}

/// Without separators and brackets, and with `-` for every dash and minus sign.
fn without_separators(text: &str) -> Option<String> {
    let plain = |character: char| match character {
        ',' | ';' | '/' | '|' | '(' | ')' | '[' | ']' | '{' | '}' | '"' | '\'' => ' ',
        _ if is_dash(character) => '-',
        _ => character,
    };
    let changed: String = text.chars().map(plain).collect();
    (changed != text).then_some(changed)
}

/// Whether it looks like `-` and is another character.
pub(crate) fn is_dash(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Without the number alone on the first line that is not blank.
fn without_count(text: &str) -> Option<Form> {
    let (start, line) = lines(text).find(|(_, line)| !line.trim().is_empty())?;
    let count = line.trim().trim_start_matches('\u{feff}');
    let is_number = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    let promised = is_number.then(|| count.parse().ok()).flatten()?;
    Some(Form { text: blanked(text, start, line), promised: Some(promised) })
}

/// Without what judges end their input with, alone on the last line that is not blank.
fn without_terminator(text: &str) -> Option<String> {
    const TERMINATORS: [&str; 6] = ["0", "0 0", "-1", "#", "*", "end"];
    let last = lines(text).filter(|(_, line)| !line.trim().is_empty()).last();
    let (start, line) = last.filter(|(_, line)| TERMINATORS.contains(&line.trim()))?;
    Some(blanked(text, start, line))
}

/// The lines, each with the byte at which it begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split(['\n', '\r']).map(move |line| {
        let begin = start;
        start += line.len() + 1;
        (begin, line)
    })
}

/// The text with blanks in the place of a line.
fn blanked(text: &str, start: usize, line: &str) -> String {
    let blanks: String = line.chars().map(|_| ' ').collect();
    format!("{}{blanks}{}", &text[..start], &text[start + line.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_boards_is_blanked() {
        let forms = |text: &str| -> Vec<(String, Option<usize>)> {
            of(text).map(|form| (form.text, form.promised)).collect()
        };
        assert_eq!(forms("bw\nwb\n"), []);
        assert_eq!(forms("12\r\nbw\n"), [("  \r\nbw\n".into(), Some(12))]);
        assert_eq!(forms("bw\n0\n\n"), [("bw\n \n\n".into(), None)]);
        assert_eq!(forms("[[1,\u{2212}2]]"), [("  1 -2  ".into(), None)]);
        assert_eq!(forms("2\nb\n#").last(), Some(&(" \nb\n ".into(), Some(2))));
    }
}
