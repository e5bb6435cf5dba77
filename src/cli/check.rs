//! `check`: a puzzle against the laws, and against what was published about it.

use super::args::Check;
use super::error::Failure;
use super::exit::Exit;
use super::output::Output;
use crate::plugin::Plugin;
use crate::registry::Registry;
use crate::testkit::{Budget, conformance};
use std::io::Write;

pub(crate) fn run(args: &Check, plugins: &[Plugin], out: &mut Output) -> Result<Exit, Failure> {
    let registry = Registry(plugins);
    let chosen: Vec<&Plugin> = if args.all {
        plugins.iter().collect()
    } else {
        let found = args.puzzles.iter().map(|name| registry.plugin(name));
        found.collect::<Result<_, _>>()?
    };
    let palette = out.palette;
    let mut faults = 0;
    if args.all {
        // The list itself is part of what is checked, and only here: it takes longer the longer it is.
        let bad = palette.bad;
        for fault in registry.faults() {
            faults += 1;
            writeln!(out, "{bad}{fault}{bad:#}")?;
        }
    }
    let budget = Budget { states: args.max_states };
    for plugin in &chosen {
        let heading = palette.heading;
        writeln!(out, "{heading}{}{heading:#}", plugin.title)?;
        out.flush()?;
        let report = conformance(plugin, &budget);
        writeln!(out, "{report}")?;
        faults += usize::from(!report.is_ok());
    }
    Ok(if faults == 0 { Exit::Solved } else { Exit::CheckFailed })
}
