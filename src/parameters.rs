//! What can be chosen about a puzzle, and what was chosen.

use crate::registry::suggest;
use std::fmt;

/// Something that can be chosen about a puzzle.
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
    /// One of some words.
    Choice {
        /// The words.
        options: &'static [&'static str],
        /// The one that is taken when nobody says.
        default: &'static str,
    },
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer { min, max, default } => write!(f, "{min} to {max}, default {default}"),
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
    Choice(&'static str),
}

/// Arguments that a puzzle does not take.
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
            Value::Choice(_) => panic!("the parameter `{name}` is no whole number"),
        }
    }

    /// The value of a choice.
    ///
    /// # Panics
    /// When the plugin has no such parameter.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Choice(value) => value,
            Value::Integer(_) => panic!("the parameter `{name}` is no choice"),
        }
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
            Kind::Choice { default, .. } => Value::Choice(default),
        }
    }

    fn parse(&self, text: &str) -> Option<Value> {
        match *self {
            Kind::Integer { min, max, .. } => {
                let value = text.parse().ok()?;
                (min..=max).contains(&value).then_some(Value::Integer(value))
            }
            Kind::Choice { options, .. } => {
                options.iter().find(|&&option| option == text).map(|&option| Value::Choice(option))
            }
        }
    }

    /// Whether the default is one of the values.
    pub(crate) fn is_sound(&self) -> bool {
        match *self {
            Kind::Integer { min, max, default } => (min..=max).contains(&default),
            Kind::Choice { options, default } => options.contains(&default),
        }
    }
}

impl fmt::Display for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (parameter, value)) in self.values.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            match value {
                Value::Integer(value) => write!(f, "{comma}{}={value}", parameter.name)?,
                Value::Choice(value) => write!(f, "{comma}{}={value}", parameter.name)?,
            }
        }
        Ok(())
    }
}
