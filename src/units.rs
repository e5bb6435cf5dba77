//! Numbers as people read them.

#[cfg(feature = "cli")]
use std::time::Duration;

/// A number as people read it: `1,234,567`.
pub(crate) fn count(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 move`, `2,000 moves`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(number))
}

/// `336 B`, `1.5 MiB`.
pub(crate) fn bytes(number: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if number < 1024 {
        return format!("{number} B");
    }
    let tenths = |unit: u32| {
        let unit = 1_u128 << (10 * (unit + 1));
        (u128::from(number) * 10 + unit / 2) / unit
    };
    // What would be shown as 1024.0 is shown as 1.0 of the next unit.
    let mut unit = 0;
    while tenths(unit) >= 10_240 {
        unit += 1;
    }
    let tenths = tenths(unit);
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit as usize])
}

/// `0.012 ms`, `3.4 ms`, `1.25 s`, `2 min 5 s`, `3 h 20 min`, `29 d 13 h`.
#[cfg(feature = "cli")]
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let milliseconds = seconds * 1e3;
    if milliseconds < 0.9995 {
        format!("{milliseconds:.3} ms")
    } else if milliseconds < 99.95 {
        format!("{milliseconds:.1} ms")
    } else if milliseconds < 999.5 {
        format!("{milliseconds:.0} ms")
    } else if seconds < 59.995 {
        format!("{seconds:.2} s")
    } else {
        let whole = (time + Duration::from_millis(500)).as_secs();
        let (minutes, rest) = (whole / 60, whole % 60);
        match minutes {
            0..60 => format!("{minutes} min {rest} s"),
            60..1440 => format!("{} h {} min", minutes / 60, minutes % 60),
            _ => format!("{} d {} h", count(minutes / 1440), minutes / 60 % 24),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        let cases = [(0_u64, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (number, expected) in cases {
            assert_eq!(count(number), expected);
        }
        assert_eq!(counted(1, "move"), "1 move");
        assert_eq!(counted(0, "move"), "0 moves");
    }

    #[test]
    fn bytes_come_in_the_unit_that_fits() {
        let cases = [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1536 << 10, "1.5 MiB"),
            ((1 << 20) - 1, "1.0 MiB"),
            (u64::MAX, "16.0 EiB"),
        ];
        for (number, expected) in cases {
            assert_eq!(bytes(number), expected);
        }
    }

    #[cfg(feature = "cli")]
    #[test]
    fn times_come_in_the_unit_that_fits() {
        let cases = [
            (0, "0.000 ms"),
            (12, "0.012 ms"),
            (3_400, "3.4 ms"),
            (250_000, "250 ms"),
            (1_250_000, "1.25 s"),
            (59_999_000, "1 min 0 s"),
            (125_000_000, "2 min 5 s"),
            (12_000_000_000, "3 h 20 min"),
            (2_554_080_000_000, "29 d 13 h"),
        ];
        for (micros, expected) in cases {
            assert_eq!(time(Duration::from_micros(micros)), expected);
        }
    }
}
