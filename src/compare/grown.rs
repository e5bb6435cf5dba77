//! What has grown since an earlier comparison, by more than somebody will have.

use super::Ending;
use super::totals::Cell;
use crate::names::suggest;
use crate::units::count;
use std::fmt;
use std::str::FromStr;

/// What one engine takes on all boards that two comparisons have in common, before and now.
#[derive(Debug, Clone, PartialEq)]
pub struct Grown {
    /// The engine.
    pub engine: &'static str,
    /// What is measured: one of [`MEASURES`].
    pub measure: &'static str,
    /// Its sum before; of bytes the most, of seconds the median over the rounds.
    pub before: f64,
    /// The same now.
    pub after: f64,
    /// A difference that is no larger is noise; 0 for what is exact.
    pub noise: f64,
}

/// The measures of a [`Limit`].
pub const MEASURES: [&str; 9] = [
    "expanded",
    "generated",
    "duplicates",
    "distinct",
    "evaluated",
    "reopened",
    "memory",
    "cost",
    "time",
];

/// How much a measure may grow: `expanded>+5%`.
#[derive(Debug, Clone, PartialEq)]
pub struct Limit {
    /// One of [`MEASURES`].
    pub measure: &'static str,
    /// Growth by more per cent is too much.
    pub per_cent: f64,
}

impl Limit {
    /// Whether something has grown beyond it, and beyond its noise.
    pub fn is_passed(&self, grown: &Grown) -> bool {
        let by = grown.after - grown.before;
        grown.measure == self.measure
            && by > grown.noise
            && by * 100.0 > self.per_cent * grown.before
    }
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "expected MEASURE>+PERCENT%, such as 'expanded>+5%'";
        let (measure, growth) = text.split_once('>').ok_or(form)?;
        let measure = measure.trim();
        let known = MEASURES.into_iter().find(|known| *known == measure);
        let known = known
            .ok_or_else(|| format!("no measure is `{measure}`; {}", suggest(measure, &MEASURES)))?;
        let growth = growth.trim();
        let number = growth.strip_prefix('+').unwrap_or(growth).strip_suffix('%').ok_or(form)?;
        let number = number.trim_end();
        let is_number = number.starts_with(|c: char| c.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let per_cent = number.parse().ok().filter(|_| is_number).ok_or(form)?;
        Ok(Limit { measure: known, per_cent })
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>+{}%", self.measure, self.per_cent)
    }
}

impl fmt::Display for Grown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "counts, of which a few digits are shown"
        )]
        let value = |value: f64| match self.measure {
            "time" => format!("{:.2} ms", value * 1e3),
            _ => count(value as u64),
        };
        let unit = match self.measure {
            "time" => "",
            "memory" => " bytes of tables",
            measure => &format!(" {measure}"),
        };
        let Grown { engine, before, after, .. } = self;
        write!(f, "{engine}: {}{unit}, {} before", value(*after), value(*before))?;
        if *before > 0.0 {
            write!(f, " ({:+.1} %)", (after / before - 1.0) * 100.0)?;
        }
        Ok(())
    }
}

/// The costs of the boards that both have solved.
#[expect(clippy::cast_precision_loss, reason = "per cent")]
pub(super) fn cost(engine: &'static str, old: &[&Cell<'_>], new: &[&Cell<'_>]) -> Option<Grown> {
    let cost = |cell: &Cell<'_>| match cell.ending() {
        Ending::Solved { cost, .. } => Some(*cost as f64),
        _ => None,
    };
    let both = old.iter().zip(new).filter_map(|(old, new)| Some((cost(old)?, cost(new)?)));
    let (before, after) = both.reduce(|sum, both| (sum.0 + both.0, sum.1 + both.1))?;
    Some(Grown { engine, measure: "cost", before, after, noise: 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_slips_are_told() {
        let limit = |measure, per_cent| Ok(Limit { measure, per_cent });
        assert_eq!("expanded>+5%".parse(), limit("expanded", 5.0));
        assert_eq!(" time > 2.5 % ".trim().parse(), limit("time", 2.5));
        assert_eq!("cost>+0%".parse(), limit("cost", 0.0));
        for slip in ["expanded", "expanded>5", "expanded>+%", "expanded>-5%", "expanded>+nan%"] {
            let said = slip.parse::<Limit>().unwrap_err();
            assert!(said.contains("such as 'expanded>+5%'"), "{slip}: {said}");
        }
        let said = "expand>+5%".parse::<Limit>().unwrap_err();
        assert!(said.contains("did you mean `expanded`?"), "{said}");
    }

    #[test]
    fn growth_beyond_the_limit_and_the_noise_passes() {
        let limit: Limit = "time>+5%".parse().unwrap();
        let grown =
            |before, after, noise| Grown { engine: "bfs", measure: "time", before, after, noise };
        assert!(limit.is_passed(&grown(100.0, 106.0, 0.0)));
        assert!(!limit.is_passed(&grown(100.0, 105.0, 0.0)), "no more than the limit");
        assert!(!limit.is_passed(&grown(100.0, 120.0, 20.0)), "noise");
        assert!(!limit.is_passed(&grown(100.0, 50.0, 0.0)), "less");
        assert!(limit.is_passed(&grown(0.0, 1.0, 0.0)), "from nothing");
    }
}
