//! Diagrams as text, together with their problem.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::diagram::Diagram;
use super::nodes::{Kind, Nodes};
use crate::format::{self, Format, ParseError, WriteError};
use crate::model::problem::Problem;

/// The first line of the text.
const TITLE: &str = "farandole diagram 1";

/// The reason why a text is not a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramError {
    line: u32,
    kind: DiagramErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiagramErrorKind {
    Head,
    Node,
    Problem(ParseError),
}

impl DiagramError {
    /// Returns the 1-based line of the error.
    #[must_use]
    pub fn line(&self) -> u32 {
        match self.kind {
            DiagramErrorKind::Problem(error) => self.line + error.line(),
            _ => self.line,
        }
    }

    /// Returns the 1-based column of the error, in characters.
    #[must_use]
    pub fn column(&self) -> u32 {
        match self.kind {
            DiagramErrorKind::Problem(error) => error.column(),
            _ => 1,
        }
    }
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            DiagramErrorKind::Head => {
                write!(f, "expected '{TITLE}' and a line with the number of nodes and the root")
            }
            DiagramErrorKind::Node => {
                f.write_str("expected a node of the diagram, or the line 'problem' after the last node")
            }
            DiagramErrorKind::Problem(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DiagramError {}

impl Diagram {
    /// Writes the diagram and its problem as a text that [`read`](Self::read) parses.
    ///
    /// The first line is a title. The second line is `nodes`, the number of nodes, and the index of the root.
    /// Nodes 0 and 1 have no line: node 0 has no solutions, and node 1 has one solution without options. Each
    /// other node has a line. An `e` is followed by pairs `option:node`, of which a solution takes one. A `b`
    /// is followed by nodes, all of which a solution takes. Indices start at 0. At the end are the line
    /// `problem` and the problem in Knuth's format. For a problem with the options `a`, `a b` and `b`, the
    /// text is:
    ///
    /// ```text
    /// farandole diagram 1
    /// nodes 4 3
    /// e 2:1
    /// e 0:2 1:1
    /// problem
    /// a b
    /// a
    /// a b
    /// b
    /// ```
    ///
    /// # Errors
    /// The problem cannot be written in Knuth's format, or `out` fails.
    pub fn write(&self, problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
        writeln!(out, "{TITLE}\nnodes {} {}", self.nodes.len(), self.root)?;
        for node in &self.nodes[2..] {
            out.write_char(if node.kind == Kind::Either { 'e' } else { 'b' })?;
            for (option, to) in &self.edges[node.start as usize..node.end as usize] {
                match node.kind {
                    Kind::Either => write!(out, " {option}:{to}")?,
                    Kind::Both => write!(out, " {to}")?,
                }
            }
            out.write_char('\n')?;
        }
        out.write_str("problem\n")?;
        format::write_knuth(problem, out)
    }

    /// Returns true if the first line of a text is the title that [`write`](Self::write) writes.
    #[must_use]
    pub fn is_text(text: &[u8]) -> bool {
        text.strip_prefix(TITLE.as_bytes()).is_some_and(|rest| matches!(rest.first(), Some(b'\n' | b'\r')))
    }

    /// Parses a diagram and its problem. Does not check that the diagram has the solutions of the problem.
    ///
    /// # Errors
    /// The text does not have the format of [`write`](Self::write), an edge does not lead to a node with a
    /// lower index, or an option is not in the problem.
    pub fn read(text: &[u8]) -> Result<(Self, Problem), DiagramError> {
        let mut lines = 0_u32;
        let mut rest = text;
        let mut next = || {
            lines += 1;
            let fault = DiagramError { line: lines, kind: DiagramErrorKind::Node };
            let end = rest.iter().position(|&b| b == b'\n').ok_or(fault)?;
            let line = core::str::from_utf8(&rest[..end]).map_err(|_| fault)?;
            rest = &rest[end + 1..];
            Ok::<_, DiagramError>((line.trim_end(), fault))
        };
        let (title, fault) = next()?;
        let head = DiagramError { kind: DiagramErrorKind::Head, ..fault };
        if title != TITLE {
            return Err(head);
        }
        let (line, fault) = next()?;
        let head = DiagramError { kind: DiagramErrorKind::Head, ..fault };
        let numbers = line.strip_prefix("nodes ").and_then(|line| line.split_once(' ')).ok_or(head)?;
        let count: u32 = numbers.0.parse().map_err(|_| head)?;
        let root: u32 = numbers.1.parse().map_err(|_| head)?;
        // The two terminal nodes are implied, so every diagram has at least two nodes.
        if count < 2 || root >= count {
            return Err(head);
        }
        let mut nodes = Nodes::new();
        let mut most = None;
        for number in 2..count {
            let (line, fault) = next()?;
            let (kind, edges) = node(line, number).ok_or(fault)?;
            if kind == Kind::Either {
                // Options can be checked only after the problem, which is the last part of the text, has been
                // parsed.
                most = most.max(edges.iter().map(|edge| edge.0).max());
            }
            nodes.node(kind, edges.into_iter());
        }
        let (line, fault) = next()?;
        if line != "problem" {
            return Err(fault);
        }
        let parsed = format::parse(rest, Some(Format::Knuth))
            .map_err(|error| DiagramError { line: lines, kind: DiagramErrorKind::Problem(error) })?;
        if most.is_some_and(|most| most >= parsed.problem.options()) {
            return Err(fault);
        }
        Ok((Self::new(nodes, root), parsed.problem))
    }
}

/// Parses the kind and the edges of the node with index `number`. All edges must lead to lower indices.
fn node(line: &str, number: u32) -> Option<(Kind, Vec<(u32, u32)>)> {
    let mut words = line.split_ascii_whitespace();
    let kind = match words.next()? {
        "e" => Kind::Either,
        "b" => Kind::Both,
        _ => return None,
    };
    let edges = words.map(|word| {
        let (option, to) = match kind {
            Kind::Either => word.split_once(':')?,
            Kind::Both => ("0", word),
        };
        // With edges to lower indices only, there are no cycles, so every later pass over the diagram ends.
        Some((option.parse().ok()?, to.parse().ok().filter(|&to: &u32| to < number)?))
    });
    Some((kind, edges.collect::<Option<_>>()?))
}
