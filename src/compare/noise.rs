//! What makes the times of a comparison doubtful.

use super::Comparison;
use std::fmt;

/// Something that a reader of the times should know. Counts are exact all the same, but for
/// [`Counts`](Noise::Counts).
#[derive(Debug, Clone, PartialEq)]
pub enum Noise {
    /// All boards together took less time than a clock and a scheduler let one tell.
    Short {
        /// The engines.
        engines: Vec<&'static str>,
    },
    /// Rounds took times that lie far apart.
    Scattered {
        /// The engine.
        engine: &'static str,
        /// Half the distance of the quartiles, as a part of the median.
        relative: f64,
    },
    /// Rounds on the same board have counted something else.
    Counts {
        /// The engine.
        engine: &'static str,
        /// The first such board, counted from 0.
        board: usize,
    },
}

/// Less than this, in seconds, is too little to go by.
pub(super) const SHORT: f64 = 1e-3;
/// Quartiles that lie farther from the median than this part of it are worth a word.
const SCATTERED: f64 = 0.10;

pub(super) fn noise(comparison: &Comparison) -> Vec<Noise> {
    let cells = comparison.cells();
    let differing = comparison.engines.iter().filter_map(|&engine| {
        let mut cells = cells.iter().filter(|cell| cell.engine == engine);
        cells.find(|cell| !cell.is_deterministic())
    });
    let mut noise: Vec<Noise> =
        differing.map(|cell| Noise::Counts { engine: cell.engine, board: cell.board }).collect();
    let mut engines = Vec::new();
    for row in comparison.rows() {
        let Some(seconds) = row.seconds else { continue };
        if seconds.median < SHORT {
            engines.push(row.engine);
        } else if let Some(relative) = seconds.relative().filter(|&part| part > SCATTERED) {
            noise.push(Noise::Scattered { engine: row.engine, relative });
        }
    }
    if !engines.is_empty() {
        noise.push(Noise::Short { engines });
    }
    noise
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Noise::Short { engines } => write!(
                f,
                "{} took less than a millisecond in all, too little to time: go by the counts",
                engines.join(", ")
            ),
            Noise::Scattered { engine, relative } => write!(
                f,
                "the times of {engine} scatter by {:.0} % around their median: more rounds, more \
                 boards or a quieter machine would help",
                relative * 100.0
            ),
            Noise::Counts { engine, board } => {
                write!(f, "{engine} counts something else in each round on board {}", board + 1)
            }
        }
    }
}
