//! `check`: a puzzle against the laws, and against what was published about it.

use super::Program;
use super::args::Check;
use super::error::Failure;
use super::exit::Exit;
use super::progress::Progress;
use super::reading::Clock;
use super::{input, interrupt, overwrite};
use crate::engines;
use crate::plugin::Plugin;
use crate::registry::Registry;
use crate::report::Page;
use crate::testkit::{Budget, Finding, Verdict, instances, section};
use anstyle::Style;
use std::io::Write;

/// What is to be checked of a puzzle.
struct Target<'p> {
    plugin: &'p Plugin,
    /// Of each instance.
    arguments: Vec<&'p str>,
    boards: Vec<String>,
}

pub(crate) fn run(
    args: &Check,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    overwrite::refuse_standard_output(args.boards.as_deref())?;
    let registry = Registry(program.plugins);
    let targets = if args.all {
        program.plugins.iter().map(Target::whole).collect()
    } else {
        let targets = args.puzzles.iter().map(|spec| target(spec, args, registry));
        targets.collect::<Result<Vec<_>, _>>()?
    };
    let (mut faults, mut is_left_out) = (0, false);
    if args.all {
        // The lists themselves are checked only here: it takes longer the longer they are.
        for fault in registry.faults().into_iter().chain(engines::faults(program.engines)) {
            faults += 1;
            page.prose(page.palette.bad, &fault)?;
        }
    }
    let progress = Progress::start(args.progress);
    let budget = Budget { states: args.max_states, cancel: Some(interrupt::flag()) };
    for Target { plugin, arguments, boards } in &targets {
        let (mut broken, mut held) = (0, 0);
        for arguments in arguments {
            progress.begin(|| {
                format!("check {}:{arguments}", plugin.name).trim_end_matches(':').into()
            });
            let section = section(plugin, arguments, boards, &budget);
            progress.clear();
            page.prose(Style::new(), section.to_string().trim_end())?;
            page.flush()?;
            broken += section.broken().count();
            let holds = |finding: &&Finding| matches!(finding.verdict, Verdict::Holds { .. });
            held += section.findings.iter().filter(holds).count();
        }
        let (style, verdict) = match broken {
            0 if interrupt::is_requested() => {
                (page.palette.bad, "stopped before all was checked".into())
            }
            0 if held == 0 => {
                is_left_out = true;
                (page.palette.bad, "nothing was checked; raise --max-states".into())
            }
            0 => (page.palette.good, "nothing is broken".into()),
            1 => (page.palette.bad, "one law or claim is broken".into()),
            _ => (page.palette.bad, format!("{broken} laws or claims are broken")),
        };
        page.prose(style, &format!("{}: {verdict}", plugin.name))?;
        page.flush()?;
        faults += broken;
    }
    Ok(match faults {
        0 if is_left_out || interrupt::is_requested() => Exit::Stopped,
        0 => Exit::Solved,
        _ => Exit::CheckFailed,
    })
}

impl<'p> Target<'p> {
    fn whole(plugin: &'p Plugin) -> Self {
        Target { plugin, arguments: instances(plugin), boards: Vec::new() }
    }
}

/// What `NAME` or `NAME:PARAMETER=VALUE,..` says is to be checked: all instances, or that one.
fn target<'p>(spec: &'p str, args: &Check, registry: Registry<'p>) -> Result<Target<'p>, Failure> {
    // A plugin that cannot even be made is for the check to find, unless boards have to be read by it.
    registry.full_name(spec)?;
    let (name, arguments) =
        spec.split_once(':').map_or((spec, None), |(name, text)| (name, Some(text)));
    let plugin = registry.plugin(name)?;
    let boards = match &args.boards {
        Some(file) => {
            let instance = registry.instance(spec)?.1;
            let target = input::Target { plugin, instance: &*instance, spec };
            input::boards(Some(file), target, Clock::start(None))?
        }
        None if arguments.is_none() => return Ok(Target::whole(plugin)),
        None => Vec::new(),
    };
    let boards = boards.into_iter().map(|board| board.text).collect();
    Ok(Target { plugin, arguments: vec![arguments.unwrap_or("")], boards })
}
