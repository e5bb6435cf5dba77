//! Times and sizes as they are given on the command line.

use std::time::Duration;

/// Reads a time: `500ms`, `10s`, `2m`, `1.5h`, `1m30s`; a plain number is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    const UNITS: &[(&str, f64)] = &[
        ("ms", 1e-3),
        ("s", 1.0),
        ("", 1.0),
        ("min", 60.0),
        ("m", 60.0),
        ("h", 3600.0),
        ("d", 86400.0),
    ];
    let parse = || {
        let mut seconds = 0.0;
        let mut rest = text.trim();
        loop {
            let (number, unit, behind) = quantity(rest)?;
            seconds += number * unit_of(UNITS, unit)?;
            if behind.is_empty() {
                return Duration::try_from_secs_f64(seconds).ok();
            }
            // Of several, each has its unit.
            if unit.is_empty() {
                return None;
            }
            rest = behind;
        }
    };
    parse().ok_or_else(|| "expected a time, such as 500ms, 10s, 2m or 1h30m".into())
}

/// Reads a number of bytes: `512MiB`, `2GB`, `1.5 GiB`; a plain number is bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const UNITS: &[(&str, f64)] = &[
        ("", 1.0),
        ("b", 1.0),
        ("kb", 1e3),
        ("mb", 1e6),
        ("gb", 1e9),
        ("tb", 1e12),
        ("kib", 1024.0),
        ("mib", 1048576.0),
        ("gib", 1073741824.0),
        ("tib", 1099511627776.0),
    ];
    let parse = || {
        let text = text.trim();
        // A plain number is exact.
        if let Ok(bytes) = text.parse() {
            return Some(bytes);
        }
        let (number, unit, behind) = quantity(text)?;
        let bytes = number * unit_of(UNITS, &unit.to_ascii_lowercase())?;
        (behind.is_empty() && bytes < u64::MAX as f64).then_some(bytes as u64)
    };
    parse().ok_or_else(|| "expected a size, such as 512MiB, 2GB or 1000000".into())
}

/// The number that `text` begins with, the unit after it, and the rest.
fn quantity(text: &str) -> Option<(f64, &str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(end);
    Some((number.parse().ok()?, unit, rest.trim_start()))
}

fn unit_of(units: &[(&str, f64)], unit: &str) -> Option<f64> {
    units.iter().find(|(name, _)| *name == unit).map(|&(_, factor)| factor)
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
            ("0", 0),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "-1s", "1x", "1 2", "5 1s", "1e99d", "1..2s", "inf", "NaN", "1s,"] {
            assert!(time(text).is_err(), "{text}");
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
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "MiB", "-1", "1 2", "1PB", "99999999999TiB", "1MiB2", "nan"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
