//! Givens and candidates: the values that a cell may hold.

use super::args::{ArgError, Args, at};
use super::fault::{ArgumentError, Checked, Fault};
use super::kind::{Kind, Writer, documented, shift_all};
use super::layers::is_in_layer;
use crate::Cell;
use crate::board::Board;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

documented! {
    /// Given: the cell contains one of the listed digits.
    ///
    /// In texts, the name may be omitted: `.~R1C1_5~R1C2_1_2`. If several items name the same cell,
    /// all of them hold. A cell without digits may contain any digit, and an item without cells has
    /// no effect.
    pub struct Given {
        /// The cell.
        pub cell: Cell,
        /// The mask of its values: bit v - low represents the value v. The mask 0 allows no value.
        pub mask: u16,
    }
    "Given" "cell_value[_value..][~..]"
}

/// Returns the error for a text that is not a possible value of the cell. Its range is that of the
/// cell, since layers of extra cells have fewer values than the grid.
fn no_value(args: Args<'_>, cell: Cell) -> ArgumentError {
    let low = i64::from(args.board.values().low());
    if is_in_layer(args.board, cell) { ArgumentError::Number { low, high: low + 1 } } else { args.no_value() }
}

impl Kind for Given {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        alloc::vec![self.cell]
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let found = values[self.cell.index()];
        if board.values().mask(found) & self.mask != 0 {
            Ok(())
        } else {
            Err(Fault::Value { cell: self.cell, found })
        }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if self.mask & !board.values().all() != 0 {
            return Err(ArgumentError::Number {
                low: board.values().low().into(),
                high: board.values().high().into(),
            });
        }
        Ok(())
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let mut givens = Vec::with_capacity(args.len());
        for index in 0..args.len() {
            let text = args.text_or_empty(index);
            let (name, values) = text.split_once('_').map_or((text, None), |(name, rest)| (name, Some(rest)));
            let cell = args.board.cell_named(name).ok_or(at(index, ArgumentError::Cell))?;
            let mask = match values {
                None => args.board.values().all(),
                Some("") => 0,
                Some(values) => values.split('_').try_fold(0, |mask, text| {
                    let value = args.value_of(text).ok_or_else(|| at(index, no_value(args, cell)))?;
                    Ok::<u16, ArgError>(mask | args.board.values().mask(value))
                })?,
            };
            givens.push(Self { cell, mask });
        }
        Ok(givens)
    }

    fn write(&self, out: &mut Writer<'_>) {
        let mut text = out.board.name(self.cell).to_string();
        let values = out.board.values();
        let texts: Vec<String> = values.values_of(self.mask).map(|value| value.to_string()).collect();
        text.push('_');
        text.push_str(&texts.join("_"));
        out.push(text);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(core::slice::from_mut(&mut self.cell), to)
    }
}
