//! Names: their form, and what to say of one that does not exist.

/// Whether a name is lower snake case.
pub(crate) fn is_snake_case(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// What to say to somebody who asked for a name that does not exist: the likely one, and all there are.
pub(crate) fn suggest(name: &str, known: &[&str]) -> String {
    const LIKELY: f64 = 0.75;
    // No name has capitals.
    let name = &name.to_lowercase();
    let all = match known {
        [] => "there are none".into(),
        _ => format!("there are: {}", known.join(", ")),
    };
    let is_slip = |other: &str| strsim::damerau_levenshtein(name, other) == 1;
    let similarity =
        |other: &&&str| if is_slip(other) { 1.0 } else { strsim::jaro_winkler(name, other) };
    let closest = known.iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    match closest.filter(|other| similarity(other) >= LIKELY) {
        Some(other) => format!("did you mean `{other}`? {all}"),
        None => all,
    }
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn short_names_are_suggested_for_slips() {
        let known = ["bfs", "a_star", "linear"];
        for (slip, meant) in [
            ("bsf", "bfs"),
            ("bf", "bfs"),
            ("astar", "a_star"),
            ("liner", "linear"),
            ("BFS", "bfs"),
            ("A_STAR", "a_star"),
        ] {
            assert!(
                suggest(slip, &known).starts_with(&format!("did you mean `{meant}`?")),
                "{slip}"
            );
        }
        assert_eq!(suggest("zzz", &known), "there are: bfs, a_star, linear");
    }
}
