//! `check`: a puzzle against the laws, and against what was published about it.

use super::args::Check;
use super::error::Failure;
use super::exit::Exit;
use crate::plugin::Plugin;
use crate::registry::Registry;
use crate::report::Page;
use crate::testkit::{Budget, conformance};
use anstyle::Style;
use std::io::Write;

pub(crate) fn run(args: &Check, plugins: &[Plugin], page: &mut Page<'_>) -> Result<Exit, Failure> {
    let registry = Registry(plugins);
    let chosen: Vec<&Plugin> = if args.all {
        plugins.iter().collect()
    } else {
        let found = args.puzzles.iter().map(|name| registry.plugin(name));
        found.collect::<Result<_, _>>()?
    };
    let mut faults = 0;
    if args.all {
        // The list itself is part of what is checked, and only here: it takes longer the longer it is.
        for fault in registry.faults() {
            faults += 1;
            page.prose(page.palette.bad, &fault)?;
        }
    }
    let budget = Budget { states: args.max_states };
    for plugin in &chosen {
        let report = conformance(plugin, &budget);
        page.prose(Style::new(), report.to_string().trim_end())?;
        let broken = report.broken().count();
        let (style, verdict) = match broken {
            0 => (page.palette.good, "nothing is broken".into()),
            1 => (page.palette.bad, "one law or claim is broken".into()),
            _ => (page.palette.bad, format!("{broken} laws or claims are broken")),
        };
        page.prose(style, &format!("{}: {verdict}", plugin.name))?;
        page.flush()?;
        faults += broken;
    }
    Ok(if faults == 0 { Exit::Solved } else { Exit::CheckFailed })
}
