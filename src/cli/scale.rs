//! `--scale PARAMETER=FROM..TO`: a family of instances.

use super::error::Failure;

/// The instances with a parameter at each of some values.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Family {
    /// The parameter.
    pub(crate) parameter: String,
    /// Each value, with the instance as on the command line. At least two.
    pub(crate) members: Vec<(u64, String)>,
}

/// More instances than this are a slip.
const MOST: u64 = 100;

/// Reads `PARAMETER=FROM..TO`, both ends included, for a puzzle as on the command line.
///
/// # Errors
/// When it is not of that form.
pub(crate) fn parse(text: &str, puzzle: &str) -> Result<Family, Failure> {
    let parts = || {
        let (parameter, range) = text.split_once('=')?;
        let (from, to) = range.split_once("..")?;
        let to = to.strip_prefix('=').unwrap_or(to);
        Some((parameter.trim(), from.trim().parse::<u64>().ok()?, to.trim().parse::<u64>().ok()?))
    };
    let usage = |what: &str| Failure::Usage(format!("--scale {text}: {what}"));
    let (parameter, from, to) =
        parts().ok_or_else(|| usage("expected a range of a parameter, such as n=6..11"))?;
    if to <= from {
        return Err(usage("a family has two members at least, in rising order"));
    }
    if to - from >= MOST {
        return Err(usage(&format!("a family has {MOST} members at most")));
    }
    let separator = if puzzle.contains(':') { "," } else { ":" };
    let members =
        (from..=to).map(|value| (value, format!("{puzzle}{separator}{parameter}={value}")));
    Ok(Family { parameter: parameter.into(), members: members.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_has_a_member_for_each_value() {
        let family = parse("n=6..8", "pancake").unwrap();
        assert_eq!(family.parameter, "n");
        let specs: Vec<&str> = family.members.iter().map(|(_, spec)| spec.as_str()).collect();
        assert_eq!(specs, ["pancake:n=6", "pancake:n=7", "pancake:n=8"]);
        assert_eq!(parse("n=6..7", "x:a=1").unwrap().members[1], (7, "x:a=1,n=7".into()));
        for text in ["n", "n=6", "n=8..6", "n=6..6", "n=1..1000", "n=a..b", "=.."] {
            assert!(parse(text, "pancake").is_err(), "{text}");
        }
    }
}
