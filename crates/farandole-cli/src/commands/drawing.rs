//! Drawings of grids in the terminal and in SVG and PDF files.

use crate::args::{Color, Draw, DrawArgs};
use crate::exit::Failure;
use farandole::logic::explain::text::{self, Marking};
use farandole::logic::explain::variant::text as variant_text;
use farandole::logic::{Deduction, State, variant};
use farandole_draw::{Scene, Theme, captioned, column, pdf, svg};
use std::io::{self, IsTerminal};
use std::path::Path;

/// The drawing options of a command line.
pub(super) struct Drawing<'a> {
    pub(super) draw: Draw,
    marking: Marking,
    svg: Option<&'a Path>,
    pdf: Option<&'a Path>,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(args: &'a DrawArgs, usual: Draw) -> Self {
        let terminal = || io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let colours = args.color == Color::Always || (args.color == Color::Auto && terminal());
        Self {
            draw: args.draw.unwrap_or(usual),
            marking: if colours { Marking::Colours } else { Marking::Signs },
            svg: args.svg.as_deref(),
            pdf: args.pdf.as_deref(),
        }
    }

    /// Returns true if pictures are requested, on standard output or in a file.
    pub(super) fn is_picture(&self) -> bool {
        self.draw == Draw::Svg || self.svg.is_some() || self.pdf.is_some()
    }

    /// Returns the grid as text with a legend, or an empty string if no drawing is requested.
    pub(super) fn grid(&self, state: &State, deduction: Option<&Deduction>) -> String {
        if self.draw != Draw::Grid {
            return String::new();
        }
        let legend = deduction.map_or_else(String::new, |step| text::legend(step, self.marking));
        text::grid(state, deduction, self.marking) + &legend
    }

    /// Returns the grid of a variant as text with a legend, or an empty string if no drawing is
    /// requested.
    pub(super) fn variant_grid(&self, state: &variant::State, step: Option<&variant::Deduction>) -> String {
        if self.draw != Draw::Grid {
            return String::new();
        }
        let legend = step.map_or_else(String::new, |step| variant_text::legend(step, self.marking));
        variant_text::grid(state, step, self.marking) + &legend
    }

    /// Writes the files of `--svg` and `--pdf`. The PDF has one page per drawing.
    pub(super) fn save(&self, drawings: &[farandole_draw::Drawing<'_>]) -> Result<(), Failure> {
        match (self.svg, self.pdf) {
            (None, None) => Ok(()),
            _ => self.save_scenes(&drawings.iter().map(captioned).collect::<Vec<_>>()),
        }
    }

    /// Writes the files of `--svg` and `--pdf` for drawings that are already rendered as scenes.
    pub(super) fn save_scenes(&self, scenes: &[Scene]) -> Result<(), Failure> {
        if let Some(path) = self.svg {
            write(path, document_of(scenes).as_bytes())?;
        }
        if let Some(path) = self.pdf {
            let title = if let [scene] = scenes { &scene.title } else { "Steps" };
            write(path, &pdf::write(title, scenes, Theme::Light))?;
        }
        Ok(())
    }
}

/// Returns one SVG document with the drawings stacked vertically.
pub(super) fn document(drawings: &[farandole_draw::Drawing<'_>]) -> String {
    document_of(&drawings.iter().map(captioned).collect::<Vec<_>>())
}

/// Returns one SVG document with the scenes stacked vertically.
pub(super) fn document_of(scenes: &[Scene]) -> String {
    svg::write(&column(scenes), Theme::Light)
}

/// Writes a file as a whole.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::io(path.display(), error))
}
