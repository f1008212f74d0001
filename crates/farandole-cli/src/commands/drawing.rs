//! Drawings of grids in the terminal and in SVG and PDF files.

use crate::args::{Color, Draw, DrawArgs};
use crate::exit::Failure;
use crate::output::write_file;
use farandole::logic::explain::text::Marking;
use farandole::logic::hint::Step;
use farandole_draw::{Scene, Theme, column, pdf, svg};
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

    /// Returns the grid before a step as text, with the step marked and a legend. Returns an empty
    /// string if no drawing is requested.
    pub(super) fn step(&self, step: &Step) -> String {
        if self.draw == Draw::Grid { step.drawing(self.marking) } else { String::new() }
    }

    /// Writes the files of `--svg` and `--pdf`. The PDF has one page per drawing.
    pub(super) fn save(&self, scenes: &[Scene]) -> Result<(), Failure> {
        if let Some(path) = self.svg {
            write_file(path, document(scenes).as_bytes())?;
        }
        if let Some(path) = self.pdf {
            let title = if let [scene] = scenes { &scene.title } else { "Steps" };
            write_file(path, &document_of_pages(title, scenes, Theme::Light)?)?;
        }
        Ok(())
    }
}

/// Returns one SVG document with the pictures stacked vertically.
pub(super) fn document(scenes: &[Scene]) -> String {
    svg::write(&column(scenes), Theme::Light)
}

/// Returns a PDF document with one page per scene.
pub(super) fn document_of_pages(title: &str, scenes: &[Scene], theme: Theme) -> Result<Vec<u8>, Failure> {
    pdf::write(title, scenes, theme).map_err(|error| Failure::Usage(format!("--pdf: {error}")))
}
