//! Which arguments of a puzzle would read a text that these do not.

use super::input;
use crate::parameters::{Arguments, Kind, Parameter};
use crate::plugin::Plugin;
use std::time::{Duration, Instant};

/// No more instances are tried,
const MOST: usize = 4096;
/// for no longer than this,
const PATIENCE: Duration = Duration::from_millis(300);
/// on texts that are no longer.
const LONGEST: usize = 1 << 16;

/// The instance, as on the command line, that reads the whole text: of several the one with the fewest boards, the one
/// that differs in sizes alone, and the squarest.
pub(crate) fn instance(plugin: &Plugin, spec: &str, text: &str) -> Option<String> {
    let parameters = plugin.parameters;
    let given = spec.split_once(':').map_or("", |(_, arguments)| arguments);
    let given = Arguments::parse(parameters, given).ok()?;
    if parameters.is_empty() || text.len() > LONGEST {
        return None;
    }
    let values: Vec<Vec<Value>> =
        parameters.iter().map(|parameter| values(parameter, &given)).collect();
    let began = Instant::now();
    let count: usize = values.iter().map(Vec::len).product();
    let tried = (0..count.min(MOST)).take_while(|_| began.elapsed() < PATIENCE);
    let fitting = tried.filter_map(|number| {
        let mut rest = number;
        let chosen: Vec<&Value> = values
            .iter()
            .map(|values| {
                let value = &values[rest % values.len()];
                rest /= values.len();
                value
            })
            .collect();
        let arguments: Vec<&str> = chosen.iter().map(|value| &*value.text).collect();
        let instance = plugin.instance(&arguments.join(",")).ok()?;
        let boards = input::read_in_any_form(text, &*instance)?;
        let sizes = || chosen.iter().filter_map(|value| value.size);
        let changed =
            chosen.iter().filter(|value| value.is_changed && value.size.is_none()).count();
        let spread = sizes().max()?.saturating_sub(sizes().min()?);
        let shown: Vec<&str> = chosen
            .iter()
            .filter(|value| value.size.is_some() || !value.is_default)
            .map(|value| &*value.text)
            .collect();
        Some(((boards, changed, spread), format!("{}:{}", plugin.name, shown.join(","))))
    });
    fitting.min().map(|(_, name)| name)
}

/// A value of a parameter.
struct Value {
    /// `rows=4`.
    text: String,
    /// Of a whole number.
    size: Option<u64>,
    is_default: bool,
    /// Whether it is not the one that was given.
    is_changed: bool,
}

fn values(parameter: &Parameter, given: &Arguments) -> Vec<Value> {
    /// Of a parameter that takes more, the least.
    const SIZES: u64 = 64;
    let name = parameter.name;
    match parameter.kind {
        Kind::Integer { min, max, default } => {
            let given = given.integer(name);
            let value = |value| Value {
                text: format!("{name}={value}"),
                size: Some(value),
                is_default: value == default,
                is_changed: value != given,
            };
            (min..=max.min(min + SIZES)).map(value).collect()
        }
        Kind::Choice { options, default } => {
            let given = given.choice(name);
            let value = |option: &&str| Value {
                text: format!("{name}={option}"),
                size: None,
                is_default: *option == default,
                is_changed: *option != given,
            };
            options.iter().map(value).collect()
        }
        // No size of a board is one.
        Kind::Decimal { .. } => Vec::new(),
    }
}
