//! Plugins by name.

use crate::abilities::Ability;
use crate::heuristics::{Expression, FORMS, OWN};
use crate::parameters::{ArgumentError, Arguments};
use crate::plugin::{HeuristicText, Instance, Plugin};

/// A list of plugins to choose from.
#[derive(Debug, Clone, Copy)]
pub struct Registry<'p>(pub &'p [Plugin]);

/// Something that names no instance of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// No plugin has this name.
    #[error("no puzzle is called `{name}`; {}", suggest(name, known))]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The plugin does not take these arguments.
    #[error("{puzzle}: {fault}")]
    Arguments {
        /// The plugin.
        puzzle: &'static str,
        /// What is wrong with them.
        fault: ArgumentError,
    },
}

impl<'p> Registry<'p> {
    /// The plugin with this name.
    ///
    /// # Errors
    /// When there is none; the error says which there are.
    pub fn plugin(&self, name: &str) -> Result<&'p Plugin, RegistryError> {
        self.0.iter().find(|plugin| plugin.name == name).ok_or_else(|| RegistryError::Unknown {
            name: name.into(),
            known: self.0.iter().map(|plugin| plugin.name).collect(),
        })
    }

    /// The instance that `NAME` or `NAME:PARAMETER=VALUE,..` stands for.
    ///
    /// # Errors
    /// When there is no such plugin, or it does not take the arguments.
    pub fn instance(&self, spec: &str) -> Result<(&'p Plugin, Box<dyn Instance>), RegistryError> {
        let (name, arguments) = spec.split_once(':').unwrap_or((spec, ""));
        let plugin = self.plugin(name)?;
        let instance = plugin
            .instance(arguments)
            .map_err(|fault| RegistryError::Arguments { puzzle: plugin.name, fault })?;
        Ok((plugin, instance))
    }

    /// The same text with all parameters, in their order: `NAME:PARAMETER=VALUE,..`.
    ///
    /// # Errors
    /// When there is no such plugin, or it does not take the arguments.
    pub fn full_name(&self, spec: &str) -> Result<String, RegistryError> {
        let (name, arguments) = spec.split_once(':').unwrap_or((spec, ""));
        let plugin = self.plugin(name)?;
        let arguments = Arguments::parse(plugin.parameters, arguments)
            .map_err(|fault| RegistryError::Arguments { puzzle: plugin.name, fault })?;
        let colon = if plugin.parameters.is_empty() { "" } else { ":" };
        Ok(format!("{}{colon}{arguments}", plugin.name))
    }

    /// Everything that is wrong with the list itself, a line each: names, defaults, demo boards, heuristics.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (index, plugin) in self.0.iter().enumerate() {
            let name = plugin.name;
            if !is_snake_case(name) {
                faults.push(format!("{name}: the name is not lower snake case"));
            }
            if self.0[..index].iter().any(|other| other.name == name) {
                faults.push(format!("{name}: the name is taken twice"));
            }
            for (what, text) in
                [("title", plugin.title), ("summary", plugin.summary), ("input", plugin.input)]
            {
                if text.is_empty() {
                    faults.push(format!("{name}: the {what} is empty"));
                }
            }
            let parameters = plugin.parameters;
            for (index, parameter) in parameters.iter().enumerate() {
                if !is_snake_case(parameter.name) {
                    faults.push(format!("{name}: {}: not lower snake case", parameter.name));
                }
                if parameters[..index].iter().any(|other| other.name == parameter.name) {
                    faults
                        .push(format!("{name}: {}: the parameter is there twice", parameter.name));
                }
                if !parameter.kind.is_sound() {
                    let (parameter, kind) = (parameter.name, parameter.kind);
                    faults
                        .push(format!("{name}: {parameter}: the default is out of bounds: {kind}"));
                }
            }
            let arguments = plugin.claims.iter().map(|claim| claim.arguments);
            for arguments in std::iter::once("").chain(arguments) {
                match plugin.instance(arguments) {
                    Err(fault) => faults.push(format!("{name}:{arguments}: {fault}")),
                    Ok(instance) => {
                        let demo = instance.demo();
                        if let Err(fault) = instance.read(&mut crate::text::Reader::new(&demo)) {
                            faults.push(format!("{name}:{arguments}: the demo board: {fault}"));
                        }
                        let has_patterns = instance.abilities().contains(&Ability::Patterns);
                        if has_patterns && plugin.pieces.is_empty() {
                            faults.push(format!(
                                "{name}:{arguments}: how its pieces are numbered is not said"
                            ));
                        }
                        let has_own = instance.abilities().contains(&Ability::Informed);
                        let heuristics = heuristic_faults(&instance.heuristics(), has_own);
                        faults.extend(
                            heuristics
                                .into_iter()
                                .map(|fault| format!("{name}:{arguments}: {fault}")),
                        );
                    }
                }
            }
        }
        faults
    }
}

/// What is wrong with the heuristics that a puzzle offers.
fn heuristic_faults(offers: &[HeuristicText], has_own: bool) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, HeuristicText { name, summary, means, is_own, .. }) in offers.iter().enumerate() {
        let mut fault = |what: String| faults.push(format!("the heuristic {name}: {what}"));
        let earlier = &offers[..index];
        if !is_snake_case(name) {
            fault("the name is not lower snake case".into());
        }
        if FORMS.contains(name) || *name == OWN {
            fault("the name is a word of the language".into());
        }
        if earlier.iter().any(|other| other.name == *name) {
            fault("the name is taken twice".into());
        }
        if summary.is_empty() {
            fault("the summary is empty".into());
        }
        if *is_own && !has_own {
            fault("the puzzle has no heuristic of its own".into());
        }
        let Some(means) = means else { continue };
        match Expression::parse(means) {
            Err(error) => fault(error.to_string()),
            Ok(expression) => {
                for used in expression.names() {
                    let is_known =
                        (used == OWN && has_own) || earlier.iter().any(|other| other.name == used);
                    if !is_known {
                        fault(format!("`{used}` is none of the heuristics before it"));
                    }
                }
            }
        }
    }
    faults
}

fn is_snake_case(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// What to say to somebody who asked for a name that does not exist: the likely one, and all there are.
pub(crate) fn suggest(name: &str, known: &[&str]) -> String {
    const LIKELY: f64 = 0.75;
    // No name has capitals.
    let name = &name.to_lowercase();
    let all = match known {
        [] => "there are none".into(),
        _ => format!("there are: {}", known.join(", ")),
    };
    let is_slip = |other: &str| strsim::damerau_levenshtein(name, other) == 1;
    let similarity =
        |other: &&&str| if is_slip(other) { 1.0 } else { strsim::jaro_winkler(name, other) };
    let closest = known.iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    match closest.filter(|other| similarity(other) >= LIKELY) {
        Some(other) => format!("did you mean `{other}`? {all}"),
        None => all,
    }
}

#[cfg(test)]
mod tests {
    use super::{heuristic_faults, suggest};
    use crate::plugin::HeuristicText;

    #[test]
    fn heuristics_are_named_once_and_defined_by_earlier_ones() {
        let offer = |name, means: &str| HeuristicText {
            name,
            summary: "a summary",
            source: "",
            means: Some(means.into()),
            is_own: false,
        };
        let sound = [offer("one", "patterns(1 2)"), offer("two", "max(own, images(one))")];
        assert_eq!(heuristic_faults(&sound, true), Vec::<String>::new());
        let without_own = heuristic_faults(&sound, false);
        assert_eq!(without_own, ["the heuristic two: `own` is none of the heuristics before it"]);
        let offers = [
            offer("gap", "max(gap, one)"),
            offer("max", "patterns(1"),
            offer("gap", "own"),
            offer("Gap", "gap"),
        ];
        let faults = heuristic_faults(&offers, true);
        assert_eq!(
            faults,
            [
                "the heuristic gap: `gap` is none of the heuristics before it",
                "the heuristic gap: `one` is none of the heuristics before it",
                "the heuristic max: the name is a word of the language",
                "the heuristic max: a heuristic, column 11: found the end, expected `)`",
                "the heuristic gap: the name is taken twice",
                "the heuristic Gap: the name is not lower snake case",
            ]
        );
    }

    #[test]
    fn short_names_are_suggested_for_slips() {
        let known = ["bfs", "a_star", "linear"];
        for (slip, meant) in [
            ("bsf", "bfs"),
            ("bf", "bfs"),
            ("astar", "a_star"),
            ("liner", "linear"),
            ("BFS", "bfs"),
            ("A_STAR", "a_star"),
        ] {
            assert!(
                suggest(slip, &known).starts_with(&format!("did you mean `{meant}`?")),
                "{slip}"
            );
        }
        assert_eq!(suggest("zzz", &known), "there are: bfs, a_star, linear");
    }
}
