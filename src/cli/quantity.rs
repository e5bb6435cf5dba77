//! Times, sizes and counts as they are given on the command line.

use std::time::Duration;

/// Reads a time: `500ms`, `10s`, `2m`, `1.5h`, `1m30s`; a plain number is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    /// In nanoseconds.
    const UNITS: &[(&str, u64)] = &[
        ("ms", 1_000_000),
        ("s", SECOND),
        ("", SECOND),
        ("min", 60 * SECOND),
        ("m", 60 * SECOND),
        ("h", 3_600 * SECOND),
        ("d", 86_400 * SECOND),
    ];
    const SECOND: u64 = 1_000_000_000;
    let parse = || {
        let mut nanos = 0_u64;
        let (mut rest, mut is_first) = (text.trim(), true);
        loop {
            let (number, unit, behind) = quantity(rest)?;
            // Of several, each has its unit.
            if unit.is_empty() && !(is_first && behind.is_empty()) {
                return None;
            }
            nanos = nanos.checked_add(number.times(unit_of(UNITS, unit)?)?)?;
            if behind.is_empty() {
                return Some(Duration::from_nanos(nanos));
            }
            (rest, is_first) = (behind, false);
        }
    };
    parse().ok_or_else(|| "expected a time, such as 500ms, 10s, 2m or 1h30m".into())
}

/// Reads a number of bytes: `512MiB`, `2GB`, `1.5 GiB`, `5G` for GiB; a plain number is bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const UNITS: &[(&str, u64)] = &[
        ("", 1),
        ("b", 1),
        ("kb", 1_000),
        ("mb", 1_000_000),
        ("gb", 1_000_000_000),
        ("tb", 1_000_000_000_000),
        ("pb", 1_000_000_000_000_000),
        ("kib", 1 << 10),
        ("mib", 1 << 20),
        ("gib", 1 << 30),
        ("tib", 1 << 40),
        ("pib", 1 << 50),
        ("k", 1 << 10),
        ("m", 1 << 20),
        ("g", 1 << 30),
        ("t", 1 << 40),
    ];
    let parse = || {
        let (number, unit, behind) = quantity(text.trim())?;
        let bytes = number.times(unit_of(UNITS, unit)?)?;
        behind.is_empty().then_some(bytes)
    };
    parse().ok_or_else(|| "expected a size, such as 512MiB, 2GB or 1000000".into())
}

/// Reads a count: `1000000`, `1_000_000`, `10k`, `1.5M`, `2G`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    const UNITS: &[(&str, u64)] = &[("", 1), ("k", 1_000), ("m", 1_000_000), ("g", 1_000_000_000)];
    let parse = || {
        let plain = text.trim().replace('_', "");
        let (number, unit, behind) = quantity(&plain)?;
        let factor = unit_of(UNITS, unit)?;
        let is_whole = number.places == 0 || !unit.is_empty();
        number.times(factor).filter(|_| is_whole && behind.is_empty())
    };
    parse().ok_or_else(|| "expected a count, such as 1000000, 1_000_000 or 10M".into())
}

/// Reads a [`count`] that is not 0.
pub(crate) fn some(text: &str) -> Result<u64, String> {
    count(text)
        .and_then(|count| if count > 0 { Ok(count) } else { Err("expected 1 or more".into()) })
}

/// A number as it is written: its digits, and how many of them stand behind the point.
struct Decimal {
    digits: u128,
    places: u32,
}

impl Decimal {
    fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let places = u32::try_from(fraction.len()).ok()?;
        Some(Decimal { digits: format!("{whole}{fraction}").parse().ok()?, places })
    }

    /// The product, rounded down.
    fn times(&self, factor: u64) -> Option<u64> {
        let product = self.digits.checked_mul(factor.into())?;
        (product / 10_u128.checked_pow(self.places)?).try_into().ok()
    }
}

/// The number that `text` begins with, the unit after it, and the rest.
fn quantity(text: &str) -> Option<(Decimal, &str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(end);
    Some((Decimal::parse(number)?, unit, rest.trim_start()))
}

/// The factor of a unit, in capitals or not.
fn unit_of(units: &[(&str, u64)], unit: &str) -> Option<u64> {
    units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).map(|&(_, factor)| factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, milliseconds) in [
            ("10s", 10_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("2min", 120_000),
            ("1.5h", 5_400_000),
            ("3", 3_000),
            ("0.25", 250),
            ("1m30s", 90_000),
            ("1h 30m", 5_400_000),
            ("10S", 10_000),
            ("0", 0),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in [
            "",
            "s",
            "-1s",
            "1x",
            "1 2",
            "5 1s",
            "1h30",
            "1m 30",
            "1e9d",
            "99999999999999999999d",
            "1..2s",
            "inf",
            "NaN",
            "1s,",
        ] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_are_read() {
        for (text, expected) in [
            ("0", 0),
            ("1_000_000", 1_000_000),
            ("10k", 10_000),
            ("1.5M", 1_500_000),
            ("2 G", 2_000_000_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(expected), "{text}");
        }
        for text in
            ["", "k", "-1", "1.5", "1 2", "1,5", "1e6", "10MiB", "18446744073709551616", "1k2"]
        {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_read() {
        for (text, expected) in [
            ("512MiB", 512 << 20),
            ("2GB", 2_000_000_000),
            ("2gb", 2_000_000_000),
            ("1.5 GiB", 3 << 29),
            ("1000", 1000),
            ("18446744073709551615", u64::MAX),
            ("1kB", 1000),
            ("7B", 7),
            ("5G", 5 << 30),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            "MiB",
            "-1",
            "1 2",
            "1XB",
            "18446744073709551616PiB",
            "99999999999TiB",
            "18446744073709551616",
            "1MiB2",
            "nan",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
