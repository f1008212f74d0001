//! `farandole cover`: exact cover problems, one file per command.

mod answer;
mod count;
mod estimate;
mod files;
mod make;
mod merge;
mod min;
mod pre;
mod progress;
mod sample;
mod search;
mod solve;
mod source;
mod split;
mod symmetry;
mod verify;

use crate::args::{CoverArgs, CoverCommand};
use crate::exit::Failure;

pub(crate) fn run(args: &CoverArgs) -> Result<u8, Failure> {
    match &args.command {
        CoverCommand::Solve(args) => solve::run(args),
        CoverCommand::Count(args) => count::run(args),
        CoverCommand::Min(args) => min::run(args),
        CoverCommand::Sample(args) => sample::run(args),
        CoverCommand::Estimate(args) => estimate::run(args),
        CoverCommand::Pre(args) => pre::run(args),
        CoverCommand::Split(args) => split::run(args),
        CoverCommand::Merge(args) => merge::run(args),
        CoverCommand::Verify(args) => verify::run(args),
        CoverCommand::Make(args) => make::run(args),
    }
}
