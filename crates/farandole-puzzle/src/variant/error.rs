//! Errors in the shape, groups or constraints of a variant.

use crate::board::{BoardError, ShapeError};
use crate::constraint::ArgumentError;
use core::fmt;

/// An error in the shape, groups or constraints of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariantError {
    kind: VariantErrorKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum VariantErrorKind {
    Shape(ShapeError),
    Board(BoardError),
    Constraint { index: usize, name: &'static str, misfit: ArgumentError },
}

/// The subject of a [`VariantError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantErrorPlace {
    /// The shape.
    Shape,
    /// The group of extra cells with this 0-based index.
    Group(usize),
    /// The constraint with this 0-based index.
    Constraint(usize),
}

impl VariantError {
    pub(super) const fn shape(error: ShapeError) -> Self {
        Self { kind: VariantErrorKind::Shape(error) }
    }

    pub(super) const fn board(error: BoardError) -> Self {
        Self { kind: VariantErrorKind::Board(error) }
    }

    pub(super) const fn constraint(index: usize, name: &'static str, misfit: ArgumentError) -> Self {
        Self { kind: VariantErrorKind::Constraint { index, name, misfit } }
    }

    /// Returns the part of the variant that has the error. An index in the result refers to the
    /// list that was passed to the constructor.
    pub const fn place(&self) -> VariantErrorPlace {
        match self.kind {
            VariantErrorKind::Shape(_) => VariantErrorPlace::Shape,
            VariantErrorKind::Board(error) => VariantErrorPlace::Group(error.group()),
            VariantErrorKind::Constraint { index, .. } => VariantErrorPlace::Constraint(index),
        }
    }

    /// Returns the error in the constraint, or `None` if the shape or a group is invalid.
    pub const fn misfit(&self) -> Option<ArgumentError> {
        match self.kind {
            VariantErrorKind::Shape(_) | VariantErrorKind::Board(_) => None,
            VariantErrorKind::Constraint { misfit, .. } => Some(misfit),
        }
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            VariantErrorKind::Shape(error) => error.fmt(f),
            VariantErrorKind::Board(error) => error.fmt(f),
            VariantErrorKind::Constraint { index, name, misfit } => {
                write!(f, "constraint {}, {name}: {misfit}", index + 1)
            }
        }
    }
}

impl core::error::Error for VariantError {}
