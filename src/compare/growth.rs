//! How the work grows from one size of a puzzle to the next.

use super::noise::SHORT;
use super::{Comparison, Row};

/// What is looked at when sizes are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// States expanded.
    Expanded,
    /// Bytes of the engine's tables.
    Tables,
    /// Seconds of search.
    Seconds,
}

impl Measure {
    /// All of them, counts first.
    pub const ALL: [Measure; 3] = [Measure::Expanded, Measure::Tables, Measure::Seconds];

    /// The word for it in JSON and tables.
    pub fn word(self) -> &'static str {
        match self {
            Measure::Expanded => "expanded",
            Measure::Tables => "tables",
            Measure::Seconds => "seconds",
        }
    }

    /// The value of a row of totals, a board, so that sizes with more boards than others compare; none unless
    /// the engine answered every board. Of tables it is the most on any board.
    #[expect(clippy::cast_precision_loss, reason = "growth is a factor of a few digits")]
    pub fn of(self, row: &Row) -> Option<f64> {
        let boards = row.boards as f64;
        let value = match self {
            Measure::Expanded => row.stats.expanded as f64 / boards,
            Measure::Tables => row.stats.peak_bytes as f64,
            Measure::Seconds => row.seconds?.median / boards,
        };
        row.is_whole().then_some(value)
    }

    /// Whether the value is large enough to be told from the noise of measuring it.
    fn is_sound(self, value: f64, boards: f64) -> bool {
        value > 0.0 && (self != Measure::Seconds || value * boards >= SHORT)
    }
}

/// How a measure of an engine grows with a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// The engine.
    pub engine: &'static str,
    /// What was measured.
    pub measure: Measure,
    /// The value at each size; none where the engine did not answer every board.
    pub values: Vec<Option<f64>>,
    /// The factor from one size to the next that fits the values best; none for fewer than two of them. Times
    /// too short to go by are left out.
    pub factor: Option<Factor>,
}

/// A factor of growth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Factor {
    /// By how much the value is multiplied when the parameter grows by one.
    pub a_step: f64,
    /// How far the values lie from the fitted curve: the typical quotient of the two, 1 where it goes through
    /// all of them. None for two values, through which every curve goes: that is a quotient and no fit.
    pub misfit: Option<f64>,
}

impl Growth {
    /// Fits the growth of each engine and measure over comparisons at these values of the parameter.
    pub fn of(sizes: &[(u64, &Comparison)]) -> Vec<Growth> {
        let Some((_, first)) = sizes.first() else { return Vec::new() };
        let mut engines = first.engines.clone();
        for engine in sizes.iter().flat_map(|(_, comparison)| &comparison.engines) {
            if !engines.contains(engine) {
                engines.push(engine);
            }
        }
        let rows: Vec<Vec<Row>> = sizes.iter().map(|(_, comparison)| comparison.rows()).collect();
        let growth = |(measure, engine): (Measure, &'static str)| {
            let values: Vec<Option<f64>> = sizes
                .iter()
                .zip(&rows)
                .map(|(_, rows)| measure.of(rows.iter().find(|row| row.engine == engine)?))
                .collect();
            let points = sizes.iter().zip(&values).filter_map(|(&(size, comparison), &value)| {
                #[expect(clippy::cast_precision_loss, reason = "a number of boards")]
                let is_sound = measure.is_sound(value?, comparison.boards as f64);
                is_sound.then_some((size, value?))
            });
            Growth { engine, measure, factor: fit(&points.collect::<Vec<_>>()), values }
        };
        let measures = Measure::ALL.into_iter();
        let all = measures.flat_map(|measure| engines.iter().map(move |&engine| (measure, engine)));
        all.map(growth).collect()
    }
}

/// The exponential curve that fits values above zero best: least squares on the logarithms.
#[expect(clippy::cast_precision_loss, reason = "sizes are small, and the fit has a few digits")]
fn fit(points: &[(u64, f64)]) -> Option<Factor> {
    let points: Vec<(f64, f64)> =
        points.iter().map(|&(size, value)| (size as f64, value.ln())).collect();
    if points.len() < 2 {
        return None;
    }
    let count = points.len() as f64;
    let mean_x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|point| point.1).sum::<f64>() / count;
    let xx: f64 = points.iter().map(|point| (point.0 - mean_x).powi(2)).sum();
    let xy: f64 = points.iter().map(|point| (point.0 - mean_x) * (point.1 - mean_y)).sum();
    let slope = xy / xx;
    let residual = |point: &(f64, f64)| point.1 - mean_y - slope * (point.0 - mean_x);
    let squares: f64 = points.iter().map(|point| residual(point).powi(2)).sum();
    let misfit = (points.len() > 2).then(|| (squares / (count - 2.0)).sqrt().exp());
    Some(Factor { a_step: slope.exp(), misfit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exponential_curve_is_found_again() {
        let factor = fit(&[(3, 2.0), (4, 6.0), (6, 54.0)]).unwrap();
        assert!((factor.a_step - 3.0).abs() < 1e-9, "{factor:?}");
        assert!((factor.misfit.unwrap() - 1.0).abs() < 1e-6, "{factor:?}");
        let rough = fit(&[(3, 2.0), (4, 7.0), (6, 54.0)]).unwrap();
        assert!(rough.misfit.unwrap() > 1.05, "{rough:?}");
        assert_eq!(fit(&[(3, 2.0)]), None);
        let two = fit(&[(3, 2.0), (4, 8.0)]).unwrap();
        assert!((two.a_step - 4.0).abs() < 1e-9 && two.misfit.is_none(), "{two:?}");
    }
}
