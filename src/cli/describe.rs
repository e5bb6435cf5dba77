//! `describe`: all about one puzzle, or one engine.

use super::Program;
use super::args::{Describe, Format};
use super::error::Failure;
use super::exit::Exit;
use crate::abilities::Ability;
use crate::engines::{self, Choice, Guarantee};
use crate::parameters::{self, Arguments, Decimal, Kind};
use crate::plugin::{HeuristicText, Instance, Plugin};
use crate::registry::Registry;
use crate::report::{Page, json, table};
use crate::search::{Limits, Wanted};
use anstyle::Style;
use serde::{Serialize, Serializer};
use std::io::Write;

pub(crate) fn run(
    args: &Describe,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let name = args.name.split(':').next().unwrap_or_default();
    if program.plugins.iter().any(|plugin| plugin.name == name) {
        let (plugin, instance) = Registry(program.plugins).instance(&args.name)?;
        let puzzle = Puzzle::new(program, plugin, &*instance);
        match args.format {
            Format::Text => puzzle.write(page)?,
            Format::Json => json::write_line(page, &puzzle)?,
        }
    } else if program.engines.iter().any(|engine| engine.name == name) {
        let engine = Engine::new(&Choice::parse(program.engines, &args.name)?);
        match args.format {
            Format::Text => engine.write(page)?,
            Format::Json => json::write_line(page, &engine)?,
        }
    } else {
        let puzzles = program.plugins.iter().map(|plugin| plugin.name);
        let known = puzzles.chain(program.engines.iter().map(|engine| engine.name)).collect();
        return Err(Failure::Unknown { name: name.into(), known });
    }
    Ok(Exit::Solved)
}

/// What there is to say about an instance of a puzzle.
#[derive(Serialize)]
struct Puzzle {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    source: &'static str,
    input: &'static str,
    pieces: Option<&'static str>,
    demo: String,
    parameters: Vec<Parameter>,
    abilities: Vec<String>,
    heuristics: Vec<Heuristic>,
    auto: Auto,
    engines: Vec<Fit>,
    claims: usize,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    summary: &'static str,
    #[serde(flatten)]
    values: Values,
    /// What was chosen, of an engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<serde_json::Value>,
    #[serde(skip)]
    text: String,
}

impl From<&parameters::Parameter> for Parameter {
    fn from(&parameters::Parameter { name, summary, kind }: &parameters::Parameter) -> Self {
        let values = match kind {
            Kind::Integer { min, max, default } => Values::Integer { min, max, default },
            Kind::Decimal { min, max, default } => {
                let [min, max, default] = [min, max, default].map(number);
                Values::Decimal { min, max, default }
            }
            Kind::Choice { options, default } => Values::Choice { options, default },
        };
        Parameter { name, summary, values, value: None, text: kind.to_string() }
    }
}

/// As JSON has it.
#[expect(clippy::cast_precision_loss, reason = "bounds are far below 2^53 thousandths")]
fn number(decimal: Decimal) -> f64 {
    decimal.thousandths() as f64 / 1_000.0
}

/// The values that a parameter takes.
#[derive(Serialize)]
#[serde(untagged)]
enum Values {
    Integer { min: u64, max: u64, default: u64 },
    Decimal { min: f64, max: f64, default: f64 },
    Choice { options: &'static [&'static str], default: &'static str },
}

/// A heuristic that can be chosen.
#[derive(Serialize)]
struct Heuristic {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    means: Option<String>,
    own: bool,
}

/// The engine that is taken when nobody says which.
#[derive(Serialize)]
struct Auto {
    engine: &'static str,
    why: &'static str,
}

/// An engine, and what the puzzle lacks for it.
#[derive(Serialize)]
struct Fit {
    engine: &'static str,
    missing: Option<String>,
    #[serde(skip)]
    summary: &'static str,
}

impl From<HeuristicText> for Heuristic {
    fn from(text: HeuristicText) -> Self {
        let HeuristicText { name, summary, source, means, is_own } = text;
        Heuristic { name, summary, source, means, own: is_own }
    }
}

impl Puzzle {
    fn new(program: Program<'_>, plugin: &Plugin, instance: &dyn Instance) -> Self {
        let (auto, why) = instance.auto(Wanted::One, &Limits::default());
        let abilities = instance.abilities();
        let fit = |engine: &&engines::Engine| Fit {
            engine: engine.name,
            missing: engine
                .lacking(|ability| abilities.contains(&ability))
                .map(|ability| ability.to_string()),
            summary: engine.summary,
        };
        Puzzle {
            name: plugin.name,
            title: plugin.title,
            summary: plugin.summary,
            source: plugin.source,
            input: plugin.input,
            pieces: instance.abilities().contains(&Ability::Patterns).then_some(plugin.pieces),
            demo: instance.demo(),
            parameters: plugin.parameters.iter().map(Parameter::from).collect(),
            abilities: instance.abilities().iter().map(ToString::to_string).collect(),
            heuristics: instance.heuristics().into_iter().map(Heuristic::from).collect(),
            auto: Auto { engine: auto.name, why },
            engines: program.engines.iter().map(fit).collect(),
            claims: plugin.claims.len(),
        }
    }

    fn write(&self, page: &mut Page<'_>) -> Result<(), Failure> {
        let claims = match self.claims {
            0 => "none".into(),
            count => format!("{count}, which `check {}` holds against it", self.name),
        };
        let abilities = match &self.abilities[..] {
            [] => "none".into(),
            abilities => abilities.join(", "),
        };
        write_title(page, self.title, self.summary)?;
        let pieces = self.pieces.map(|pieces| ("pieces", pieces.into()));
        let mut facts = vec![
            ("name", self.name.into()),
            ("rules from", self.source.into()),
            ("board", self.input.into()),
        ];
        facts.extend(pieces);
        facts.extend([("abilities", abilities), ("published facts", claims)]);
        write_facts(page, &facts)?;
        write_parameters(page, &self.parameters)?;
        let heuristics = self.heuristics.iter().map(|heuristic| {
            let means = heuristic.means.as_deref();
            let means = means.map_or(String::new(), |means| format!(": {means}"));
            let own = if heuristic.own { "; taken by default, as `own`" } else { "" };
            vec![heuristic.name.into(), format!("{}{means}{own}", heuristic.summary)]
        });
        write_section(page, "heuristics", heuristics.collect())?;
        let heading = page.palette.heading;
        writeln!(page, "\n{heading}demo board{heading:#}")?;
        for line in self.demo.lines() {
            writeln!(page, "{INDENT}{line}")?;
        }
        let (fitting, others): (Vec<_>, Vec<_>) =
            self.engines.iter().partition(|engine| engine.missing.is_none());
        let row = |engine: &&Fit| {
            let about = if engine.engine == self.auto.engine {
                format!("{}; taken by default, because {}", engine.summary, self.auto.why)
            } else {
                engine.summary.into()
            };
            vec![engine.engine.into(), about]
        };
        write_section(page, "engines that fit", fitting.iter().map(row).collect())?;
        let row = |engine: &&Fit| {
            let missing = engine.missing.as_deref().unwrap_or_default();
            vec![engine.engine.into(), format!("needs {missing}")]
        };
        write_section(page, "engines that do not", others.iter().map(row).collect())
    }
}

/// What there is to say about an engine.
#[derive(Serialize)]
struct Engine {
    name: &'static str,
    summary: &'static str,
    good_at: &'static str,
    cannot: &'static str,
    price: &'static str,
    source: &'static str,
    needs: Vec<String>,
    guarantee: Guarantee,
    lists_all: bool,
    parameters: Vec<Parameter>,
    /// With the parameters that are not at their defaults.
    #[serde(skip)]
    title: &'static str,
}

impl Engine {
    fn new(choice: &Choice) -> Self {
        let &engines::Engine {
            name,
            summary,
            good_at,
            cannot,
            price,
            source,
            needs,
            guarantee,
            lists_all,
            parameters,
            searches: _,
        } = choice.engine;
        let parameters = parameters.iter().map(|parameter| {
            let value = choice.arguments.text(parameter.name);
            let about = Parameter::from(parameter);
            let is_default = value == Arguments::defaults(&[*parameter]).text(parameter.name);
            let here = if is_default { String::new() } else { format!("; here {value}") };
            let text = about.text.clone() + &here;
            let value = serde_json::from_str(&value).unwrap_or(value.into());
            Parameter { value: Some(value), text, ..about }
        });
        Engine {
            name,
            summary,
            good_at,
            cannot,
            price,
            source,
            needs: needs.iter().map(ToString::to_string).collect(),
            guarantee,
            lists_all,
            parameters: parameters.collect(),
            title: choice.name,
        }
    }

    fn write(&self, page: &mut Page<'_>) -> Result<(), Failure> {
        write_title(page, self.title, self.summary)?;
        let needs = match &self.needs[..] {
            [] => "nothing".into(),
            needs => needs.join(", "),
        };
        let finds = match (self.lists_all, self.guarantee) {
            (true, _) => "an optimal solution, or all of them",
            (false, Guarantee::Optimal) => "an optimal solution",
            (false, Guarantee::Complete) => "some solution, wherever there is one",
            (false, Guarantee::Incomplete) => "some solution, or gives up where there is one",
        };
        write_facts(
            page,
            &[
                ("good at", self.good_at.into()),
                ("cannot", self.cannot.into()),
                ("price", self.price.into()),
                ("needs", needs),
                ("finds", finds.into()),
                ("source", self.source.into()),
            ],
        )?;
        write_parameters(page, &self.parameters)
    }
}

impl Serialize for Guarantee {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

const INDENT: &str = "  ";

fn write_title(page: &mut Page<'_>, title: &str, summary: &str) -> Result<(), Failure> {
    page.prose(page.palette.heading, title)?;
    page.prose(Style::new(), summary)?;
    writeln!(page)?;
    Ok(())
}

fn write_facts(page: &mut Page<'_>, facts: &[(&str, String)]) -> Result<(), Failure> {
    let rows = facts.iter().map(|(what, text)| vec![(*what).into(), text.clone()]);
    page.table(&table::table(&[], rows, page.width))?;
    Ok(())
}

fn write_parameters(page: &mut Page<'_>, parameters: &[Parameter]) -> Result<(), Failure> {
    let rows = parameters.iter().map(|Parameter { name, text, summary, .. }| {
        vec![(*name).into(), text.clone(), (*summary).into()]
    });
    write_section(page, "parameters", rows.collect())
}

/// Writes a table under a heading, or nothing if it has no rows.
fn write_section(
    page: &mut Page<'_>,
    heading: &str,
    rows: Vec<Vec<String>>,
) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    let style = page.palette.heading;
    writeln!(page, "\n{style}{heading}{style:#}")?;
    let rows = rows.into_iter().map(|mut row| {
        row[0].insert_str(0, INDENT);
        row
    });
    page.table(&table::table(&[], rows, page.width))?;
    Ok(())
}
