//! Drawings of grids in the terminal and as SVG files, as far as the arguments ask for them.

use crate::args::{Color, Draw, DrawArgs};
use crate::exit::Failure;
use farandole::logic::explain::svg;
use farandole::logic::explain::text::{self, Marking};
use farandole::logic::{Deduction, State};
use std::io::{self, IsTerminal};
use std::path::Path;

/// What the arguments say about drawings.
pub(super) struct Drawing<'a> {
    pub(super) draw: Draw,
    marking: Marking,
    svg: Option<&'a Path>,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(args: &'a DrawArgs, usual: Draw) -> Self {
        let terminal = || io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let colours = args.color == Color::Always || (args.color == Color::Auto && terminal());
        Self {
            draw: args.draw.unwrap_or(usual),
            marking: if colours { Marking::Colours } else { Marking::Signs },
            svg: args.svg.as_deref(),
        }
    }

    /// Whether an SVG document is wanted, on standard output or in a file.
    pub(super) fn is_svg(&self) -> bool {
        self.draw == Draw::Svg || self.svg.is_some()
    }

    /// The grid as text with a legend, if one is wanted.
    pub(super) fn grid(&self, state: &State, deduction: Option<&Deduction>) -> String {
        if self.draw != Draw::Grid {
            return String::new();
        }
        let legend = deduction.map_or_else(String::new, |step| text::legend(step, self.marking));
        text::grid(state, deduction, self.marking) + &legend
    }

    /// Writes the file asked for with `--svg`.
    pub(super) fn save(&self, drawings: &[(&State, Option<&Deduction>, String)]) -> Result<(), Failure> {
        let Some(path) = self.svg else { return Ok(()) };
        std::fs::write(path, svg::document(drawings)).map_err(|error| Failure::io(path.display(), error))
    }
}
