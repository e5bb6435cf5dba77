//! A few measurements of the same thing, summed up.

/// The middle of some measurements and how far they lie apart: median and quartiles, which an outlier does
/// not move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Half of the values are at most this.
    pub median: f64,
    /// A quarter of the values are at most this.
    pub low: f64,
    /// Three quarters of the values are at most this.
    pub high: f64,
    /// How many values there were. Of one alone nothing is known but itself.
    pub count: usize,
}

impl Spread {
    /// Sums up; none for no values. Quantiles lie between neighbours in proportion (Hyndman and Fan's
    /// type 7).
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let count = values.len();
        let last = count.checked_sub(1)?;
        // In quarters of a step between neighbours.
        let quantile = |quarters: usize| {
            let place = last * quarters;
            let (below, part) = (place / 4, place % 4);
            let above = (below + 1).min(last);
            let share = [0.0, 0.25, 0.5, 0.75][part];
            values[below] + (values[above] - values[below]) * share
        };
        Some(Spread { median: quantile(2), low: quantile(1), high: quantile(3), count })
    }

    /// Half the distance between the quartiles: the number behind a plus-minus sign.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The half width as a part of the median; none where that is zero, or there was one value only.
    pub fn relative(&self) -> Option<f64> {
        (self.count > 1 && self.median > 0.0).then(|| self.half_width() / self.median)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_neighbours() {
        let spread = Spread::of([4.0, 1.0, 3.0, 2.0, 100.0]).unwrap();
        assert_eq!((spread.low, spread.median, spread.high, spread.count), (2.0, 3.0, 4.0, 5));
        let spread = Spread::of([1.0, 2.0]).unwrap();
        assert_eq!((spread.low, spread.median, spread.high), (1.25, 1.5, 1.75));
        assert_eq!(spread.relative(), Some(1.0 / 6.0));
    }

    #[test]
    fn one_value_has_no_spread() {
        let spread = Spread::of([7.0]).unwrap();
        assert_eq!((spread.low, spread.median, spread.high), (7.0, 7.0, 7.0));
        assert_eq!(spread.relative(), None);
        assert_eq!(Spread::of([]), None);
    }
}
