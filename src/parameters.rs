//! What can be chosen about a puzzle or an engine, and what was chosen.
//!
//! ```
//! use puzzlespace::parameters::{Arguments, Kind, Parameter};
//!
//! const PARAMETERS: &[Parameter] = &[Parameter {
//!     name: "width",
//!     summary: "states of a layer that are kept",
//!     kind: Kind::Integer { min: 1, max: 1_000, default: 100 },
//! }];
//!
//! assert_eq!(Arguments::parse(PARAMETERS, "width=50")?.integer("width"), 50);
//! assert_eq!(Arguments::parse(PARAMETERS, "")?.integer("width"), 100);
//! # Ok::<(), puzzlespace::parameters::ArgumentError>(())
//! ```

use crate::names::{is_snake_case, suggest};
use std::fmt;

/// Something that can be chosen about a puzzle or an engine.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name: lower snake case.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Which values it takes.
    pub kind: Kind,
}

/// The values of a parameter.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A whole number.
    Integer {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
        /// The one that is taken when nobody says.
        default: u64,
    },
    /// A number with up to three decimals.
    Decimal {
        /// The least.
        min: Decimal,
        /// The greatest.
        max: Decimal,
        /// The one that is taken when nobody says.
        default: Decimal,
    },
    /// One of some words.
    Choice {
        /// The words.
        options: &'static [&'static str],
        /// The one that is taken when nobody says.
        default: &'static str,
    },
}

/// A number with up to three decimals, held exactly: 1.25 is 1,250 thousandths.
///
/// ```
/// use puzzlespace::parameters::Decimal;
///
/// assert_eq!(Decimal::of_thousandths(1_250).to_string(), "1.25");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal {
    thousandths: u64,
}

impl Decimal {
    const PLACES: usize = 3;
    const ONE: u64 = 1_000;

    /// The number of this many thousandths.
    pub const fn of_thousandths(thousandths: u64) -> Self {
        Decimal { thousandths }
    }

    /// How many thousandths it has.
    pub const fn thousandths(self) -> u64 {
        self.thousandths
    }

    /// Reads `2` or `1.25`: digits, and behind a point up to three more.
    fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > Self::PLACES {
            return None;
        }
        let decimals: u64 = format!("{decimals:0<places$}", places = Self::PLACES).parse().ok()?;
        let whole: u64 = whole.parse().ok()?;
        let thousandths = whole.checked_mul(Self::ONE)?.checked_add(decimals)?;
        Some(Decimal { thousandths })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, decimals) = (self.thousandths / Self::ONE, self.thousandths % Self::ONE);
        let text = format!("{whole}.{decimals:0places$}", places = Self::PLACES);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer { min, max, default } => write!(f, "{min} to {max}, default {default}"),
            Kind::Decimal { min, max, default } => {
                write!(f, "{min} to {max} with up to 3 decimals, default {default}")
            }
            Kind::Choice { options, default } => {
                write!(f, "{}, default {default}", options.join(" or "))
            }
        }
    }
}

/// The values of all parameters of a plugin, each within its bounds.
#[derive(Debug, Clone)]
pub struct Arguments {
    values: Vec<(Parameter, Value)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Integer(u64),
    Decimal(Decimal),
    Choice(&'static str),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => value.fmt(f),
            Value::Decimal(value) => value.fmt(f),
            Value::Choice(value) => value.fmt(f),
        }
    }
}

/// Arguments that a puzzle or an engine does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// Not of the form `name=value`.
    #[error(
        "`{text}` is no argument; write name=value, several with commas between them; {}",
        suggest(text, known)
    )]
    Malformed {
        /// What was written.
        text: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// No parameter has this name.
    #[error("there is no parameter `{name}`; {}", suggest(name, known))]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// Given more than once.
    #[error("`{name}` is given twice; say it once")]
    Twice {
        /// The name.
        name: &'static str,
    },
    /// Not one of its values.
    #[error("{name}={value} cannot be: expected {expected}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was written.
        value: String,
        /// Which values there are.
        expected: String,
    },
    /// Values that do not go together.
    #[error("{0}")]
    Refused(String),
}

impl Arguments {
    /// Reads `name=value,name=value`; what is not named gets its default.
    ///
    /// # Errors
    /// When something is unknown, malformed, out of bounds or said twice.
    pub fn parse(parameters: &[Parameter], text: &str) -> Result<Self, ArgumentError> {
        let known = || parameters.iter().map(|parameter| parameter.name).collect();
        let mut chosen: Vec<Option<Value>> = vec![None; parameters.len()];
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(ArgumentError::Malformed { text: part.into(), known: known() });
            };
            let (name, value) = (name.trim(), value.trim());
            let index = parameters.iter().position(|parameter| parameter.name == name);
            let index = index
                .ok_or_else(|| ArgumentError::Unknown { name: name.into(), known: known() })?;
            let parameter = &parameters[index];
            if chosen[index].is_some() {
                return Err(ArgumentError::Twice { name: parameter.name });
            }
            chosen[index] =
                Some(parameter.kind.parse(value).ok_or_else(|| ArgumentError::Value {
                    name: parameter.name,
                    value: value.into(),
                    expected: parameter.kind.to_string(),
                })?);
        }
        let values = parameters.iter().zip(chosen).map(|(parameter, value)| {
            (*parameter, value.unwrap_or_else(|| parameter.kind.default()))
        });
        Ok(Arguments { values: values.collect() })
    }

    /// All defaults.
    pub fn defaults(parameters: &[Parameter]) -> Self {
        let value = |parameter: &Parameter| (*parameter, parameter.kind.default());
        Arguments { values: parameters.iter().map(value).collect() }
    }

    /// Those that are not at their defaults, as [`parse`](Arguments::parse) reads them.
    pub fn chosen(&self) -> String {
        let is_chosen =
            |(parameter, value): &&(Parameter, Value)| *value != parameter.kind.default();
        let values = self.values.iter().filter(is_chosen).copied().collect();
        Arguments { values }.to_string()
    }

    /// The value of a whole number.
    ///
    /// # Panics
    /// When the plugin has no such parameter.
    pub fn integer(&self, name: &str) -> u64 {
        match self.value(name) {
            Value::Integer(value) => value,
            _ => panic!("the parameter `{name}` is no whole number"),
        }
    }

    /// The value of a number with decimals.
    ///
    /// # Panics
    /// When the plugin has no such parameter.
    pub fn decimal(&self, name: &str) -> Decimal {
        match self.value(name) {
            Value::Decimal(value) => value,
            _ => panic!("the parameter `{name}` is no decimal"),
        }
    }

    /// The value of a choice.
    ///
    /// # Panics
    /// When the plugin has no such parameter.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Choice(value) => value,
            _ => panic!("the parameter `{name}` is no choice"),
        }
    }

    /// The value of any parameter, as [`parse`](Arguments::parse) reads it.
    #[cfg(feature = "cli")]
    pub(crate) fn text(&self, name: &str) -> String {
        self.value(name).to_string()
    }

    fn value(&self, name: &str) -> Value {
        let found = self.values.iter().find(|(parameter, _)| parameter.name == name);
        found.unwrap_or_else(|| panic!("the plugin has no parameter `{name}`")).1
    }
}

impl Kind {
    fn default(&self) -> Value {
        match *self {
            Kind::Integer { default, .. } => Value::Integer(default),
            Kind::Decimal { default, .. } => Value::Decimal(default),
            Kind::Choice { default, .. } => Value::Choice(default),
        }
    }

    fn parse(&self, text: &str) -> Option<Value> {
        match *self {
            Kind::Integer { min, max, .. } => {
                let value = text.parse().ok()?;
                (min..=max).contains(&value).then_some(Value::Integer(value))
            }
            Kind::Decimal { min, max, .. } => {
                let value = Decimal::parse(text)?;
                (min..=max).contains(&value).then_some(Value::Decimal(value))
            }
            Kind::Choice { options, .. } => {
                options.iter().find(|&&option| option == text).map(|&option| Value::Choice(option))
            }
        }
    }

    /// Whether the default is one of the values.
    fn is_sound(&self) -> bool {
        match *self {
            Kind::Integer { min, max, default } => (min..=max).contains(&default),
            Kind::Decimal { min, max, default } => (min..=max).contains(&default),
            Kind::Choice { options, default } => options.contains(&default),
        }
    }
}

/// Everything that is wrong with a list of parameters, a line each: names, summaries, defaults.
pub(crate) fn faults(parameters: &[Parameter]) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, Parameter { name, summary, kind }) in parameters.iter().enumerate() {
        if !is_snake_case(name) {
            faults.push(format!("{name}: not lower snake case"));
        }
        if parameters[..index].iter().any(|other| other.name == *name) {
            faults.push(format!("{name}: the parameter is there twice"));
        }
        if summary.is_empty() {
            faults.push(format!("{name}: the summary is empty"));
        }
        if !kind.is_sound() {
            faults.push(format!("{name}: the default is out of bounds: {kind}"));
        }
    }
    faults
}

impl fmt::Display for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (parameter, value)) in self.values.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}={value}", parameter.name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHT: Parameter = Parameter {
        name: "weight",
        summary: "what it weighs",
        kind: Kind::Decimal {
            min: Decimal::of_thousandths(1_000),
            max: Decimal::of_thousandths(100_000),
            default: Decimal::of_thousandths(1_500),
        },
    };

    #[test]
    fn decimals_are_exact_and_written_in_one_way() {
        for (text, thousandths, written) in [
            ("1", 1_000, "1"),
            ("1.25", 1_250, "1.25"),
            ("2.500", 2_500, "2.5"),
            ("99.999", 99_999, "99.999"),
        ] {
            let arguments = Arguments::parse(&[WEIGHT], &format!("weight={text}"));
            let arguments = arguments.unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!(arguments.decimal("weight").thousandths(), thousandths);
            assert_eq!(arguments.chosen(), format!("weight={written}"));
        }
        let default = Arguments::parse(&[WEIGHT], "weight=1.50");
        assert_eq!(default.map(|arguments| arguments.chosen()), Ok(String::new()));
    }

    #[test]
    fn a_number_that_is_no_decimal_is_refused_with_the_bounds() {
        let too_large = "18446744073709551615.5";
        for text in
            ["", ".", "1.", ".5", "0.999", "100.001", "1.2345", "1e1", "-2", "+2", too_large]
        {
            let fault = Arguments::parse(&[WEIGHT], &format!("weight={text}"));
            let fault = fault.map_or_else(|fault| fault.to_string(), |found| found.to_string());
            let expected = "expected 1 to 100 with up to 3 decimals, default 1.5";
            assert_eq!(fault, format!("weight={text} cannot be: {expected}"));
        }
    }

    #[test]
    fn faults_of_a_list_are_told_all_at_once() {
        let integer = Kind::Integer { min: 1, max: 2, default: 3 };
        let wrong = Parameter { name: "Width", summary: "", kind: integer };
        assert_eq!(faults(&[WEIGHT]), Vec::<String>::new());
        assert_eq!(
            faults(&[WEIGHT, wrong, WEIGHT]),
            [
                "Width: not lower snake case",
                "Width: the summary is empty",
                "Width: the default is out of bounds: 1 to 2, default 3",
                "weight: the parameter is there twice",
            ]
        );
    }
}
