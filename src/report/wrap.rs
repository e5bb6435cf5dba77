//! Lines no longer than the terminal, broken between words.

/// Breaks each line of `text` that is longer than `width` between words; its parts begin below its first
/// word. A word that is longer than `width` stays whole.
pub(crate) fn wrap(text: &str, width: Option<u16>) -> String {
    let Some(width) = width.map(usize::from) else { return text.into() };
    let lines = text
        .split('\n')
        .map(|line| if shown(line) <= width { line.to_owned() } else { wrap_line(line, width) });
    lines.collect::<Vec<_>>().join("\n")
}

/// How many characters `text` takes on a terminal, where escapes take none.
fn shown(text: &str) -> usize {
    anstream::adapter::strip_str(text).map(|part| part.chars().count()).sum()
}

fn wrap_line(line: &str, width: usize) -> String {
    let indent: String = line.chars().take_while(|character| *character == ' ').collect();
    let mut wrapped = String::with_capacity(line.len() + line.len() / 8);
    let mut column = 0;
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let length = shown(word);
        if column > 0 && column + 1 + length > width {
            wrapped.push('\n');
            column = 0;
        }
        if column == 0 {
            wrapped += &indent;
            column = indent.len();
        } else {
            wrapped.push(' ');
            column += 1;
        }
        wrapped += word;
        column += length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrap("one two three", Some(7)), "one two\nthree");
        assert_eq!(wrap("one two three", Some(8)), "one two\nthree");
        assert_eq!(wrap("  one two", Some(6)), "  one\n  two");
        assert_eq!(wrap("extraordinarily so", Some(4)), "extraordinarily\nso");
    }

    #[test]
    fn escapes_take_no_room() {
        assert_eq!(
            wrap("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m so", Some(9)),
            "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m so"
        );
    }

    #[test]
    fn short_lines_and_files_are_left_as_they_are() {
        let text = "b  w\n\n   ^ here\n";
        assert_eq!(wrap(text, Some(80)), text);
        assert_eq!(wrap("one two three", None), "one two three");
    }
}
