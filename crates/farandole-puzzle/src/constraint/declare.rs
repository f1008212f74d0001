//! Macros that declare kinds with a common shape: their data and text form.

/// Declares the struct of a kind together with its documentation, which is also available as data.
macro_rules! documented {
    (
        $(#[doc = $doc:literal])+
        pub struct $Kind:ident { $( $(#[$meta:meta])* pub $field:ident: $type:ty, )* }
        $name:literal $arguments:literal $($origin:ident)?
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $Kind { $( $(#[$meta])* pub $field: $type, )* }

        impl crate::constraint::kind::Documented for $Kind {
            const ABOUT: crate::constraint::kind::KindInfo = crate::constraint::kind::KindInfo {
                name: $name,
                arguments: $arguments,
                doc: concat!($($doc, "\n"),+),
                origin: crate::constraint::declare::origin!($($origin)?),
                properties: crate::constraint::kind::Properties::DEFAULT,
            };
        }
    };
}

/// Expands to the origin of a kind: `Extension` if the word is present, otherwise `Iss`.
macro_rules! origin {
    () => {
        crate::constraint::kind::Origin::Iss
    };
    (Extension) => {
        crate::constraint::kind::Origin::Extension
    };
}

/// Declares a kind that consists of a list of cells. The parameters are its documentation, its
/// requirement on the list, and its check.
macro_rules! cell_list {
    (
        $(#[doc = $doc:literal])+
        pub struct $Kind:ident;
        $name:literal $reading:ident; cells $cells:expr;
        $(check $check:expr;)? $(line $line:expr;)? $(with { $($items:tt)* })? $(from $origin:ident;)?
    ) => {
        crate::constraint::declare::documented! {
            $(#[doc = $doc])+
            pub struct $Kind {
                /// The cells in the listed order.
                pub cells: alloc::vec::Vec<crate::Cell>,
            }
            $name "cells" $($origin)?
        }

        impl crate::constraint::kind::Kind for $Kind {
            const READING: crate::constraint::reading::Reading =
                crate::constraint::reading::Reading::$reading;

            fn cells(&self, _board: &crate::board::Board) -> alloc::vec::Vec<crate::Cell> {
                self.cells.clone()
            }

            $(
                fn check(&self, board: &crate::board::Board, values: &[u8]) -> crate::constraint::error::Checked {
                    let check: fn(&[crate::Cell], &crate::board::Board, &[u8]) -> crate::constraint::error::Checked =
                        $check;
                    check(&self.cells, board, values)
                }
            )?

            $(
                fn related(&self, _board: &crate::board::Board) -> Option<crate::constraint::relation::Related<'_>> {
                    Some(crate::constraint::relation::Related::line(&self.cells))
                }

                fn holds(&self, _board: &crate::board::Board, one: u8, two: u8) -> bool {
                    let holds: fn(u8, u8) -> bool = $line;
                    holds(one, two)
                }
            )?

            $($($items)*)?

            fn normalize(
                &mut self,
                board: &crate::board::Board,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                let normalize: fn(
                    &mut alloc::vec::Vec<crate::Cell>,
                    &crate::board::Board,
                ) -> Result<(), crate::constraint::error::ArgumentError> = $cells;
                normalize(&mut self.cells, board)
            }

            fn parse(
                args: crate::constraint::args::Args<'_>,
            ) -> Result<alloc::vec::Vec<Self>, crate::constraint::args::ArgError> {
                Ok(alloc::vec![Self { cells: args.cells(0)? }])
            }

            fn write(&self, out: &mut crate::constraint::kind::Writer<'_>) {
                out.cells(&self.cells);
            }

            fn shift(
                &mut self,
                to: &dyn Fn(crate::Cell) -> Option<crate::Cell>,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                crate::constraint::kind::shift_all(&mut self.cells, to)
            }
        }
    };
}

/// Declares a kind that consists of a number and a list of cells. The parameters are its
/// documentation, the range of the number, and its checks.
macro_rules! numbered_list {
    (
        $(#[doc = $doc:literal])+
        pub struct $Kind:ident { $(#[doc = $field_doc:literal])+ pub $field:ident: $type:ty, }
        $name:literal $arguments:literal $low:literal to $high:literal; $reading:ident;
        cells $cells:expr; $(check $check:expr;)? $(with { $($items:tt)* })? $(from $origin:ident;)?
    ) => {
        crate::constraint::declare::documented! {
            $(#[doc = $doc])+
            pub struct $Kind {
                $(#[doc = $field_doc])+
                pub $field: $type,
                /// The cells in the listed order.
                pub cells: alloc::vec::Vec<crate::Cell>,
            }
            $name $arguments $($origin)?
        }

        impl crate::constraint::kind::Kind for $Kind {
            const READING: crate::constraint::reading::Reading =
                crate::constraint::reading::Reading::$reading;

            fn cells(&self, _board: &crate::board::Board) -> alloc::vec::Vec<crate::Cell> {
                self.cells.clone()
            }

            $(
                fn check(&self, board: &crate::board::Board, values: &[u8]) -> crate::constraint::error::Checked {
                    let check: fn(&Self, &crate::board::Board, &[u8]) -> crate::constraint::error::Checked = $check;
                    check(self, board, values)
                }
            )?

            $($($items)*)?

            fn normalize(
                &mut self,
                board: &crate::board::Board,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                if !($low..=$high).contains(&i64::from(self.$field)) {
                    return Err(crate::constraint::error::ArgumentError::Number { low: $low, high: $high });
                }
                let normalize: fn(
                    &mut Self,
                    &crate::board::Board,
                ) -> Result<(), crate::constraint::error::ArgumentError> = $cells;
                normalize(self, board)
            }

            fn parse(
                args: crate::constraint::args::Args<'_>,
            ) -> Result<alloc::vec::Vec<Self>, crate::constraint::args::ArgError> {
                let $field = args.number(0, $low, $high)? as $type;
                Ok(alloc::vec![Self { $field, cells: args.cells(1)? }])
            }

            fn write(&self, out: &mut crate::constraint::kind::Writer<'_>) {
                out.push(self.$field);
                out.cells(&self.cells);
            }

            fn shift(
                &mut self,
                to: &dyn Fn(crate::Cell) -> Option<crate::Cell>,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                crate::constraint::kind::shift_all(&mut self.cells, to)
            }
        }
    };
}

/// Declares a kind without data. The parameters are its documentation, its requirement on the
/// board, and its check.
macro_rules! global_rule {
    (
        $(#[doc = $doc:literal])+
        pub struct $Kind:ident;
        $name:literal $reading:ident; on $board:expr;
        $(check $check:expr;)? $(pairs $pairs:expr; holds $holds:expr;)? $(with { $($items:tt)* })? $(from $origin:ident;)?
    ) => {
        crate::constraint::declare::documented! {
            $(#[doc = $doc])+
            pub struct $Kind {}
            $name "" $($origin)?
        }

        impl crate::constraint::kind::Kind for $Kind {
            const READING: crate::constraint::reading::Reading =
                crate::constraint::reading::Reading::$reading;

            fn cells(&self, _board: &crate::board::Board) -> alloc::vec::Vec<crate::Cell> {
                alloc::vec::Vec::new()
            }

            $(
                fn check(&self, board: &crate::board::Board, values: &[u8]) -> crate::constraint::error::Checked {
                    let check: fn(&crate::board::Board, &[u8]) -> crate::constraint::error::Checked = $check;
                    check(board, values)
                }
            )?

            $(
                fn related(
                    &self,
                    board: &crate::board::Board,
                ) -> Option<crate::constraint::relation::Related<'_>> {
                    let pairs: fn(&crate::board::Board) -> alloc::vec::Vec<(crate::Cell, crate::Cell)> = $pairs;
                    Some(crate::constraint::relation::Related::Pairs(pairs(board)))
                }

                fn holds(&self, _board: &crate::board::Board, one: u8, two: u8) -> bool {
                    let holds: fn(u8, u8) -> bool = $holds;
                    holds(one, two)
                }
            )?

            $($($items)*)?

            fn normalize(
                &mut self,
                board: &crate::board::Board,
            ) -> Result<(), crate::constraint::error::ArgumentError> {
                let fits: fn(&crate::board::Board) -> Result<(), crate::constraint::error::ArgumentError> = $board;
                fits(board)
            }

            fn parse(
                args: crate::constraint::args::Args<'_>,
            ) -> Result<alloc::vec::Vec<Self>, crate::constraint::args::ArgError> {
                args.end(0)?;
                Ok(alloc::vec![Self {}])
            }

            fn write(&self, _out: &mut crate::constraint::kind::Writer<'_>) {}

            fn key(&self) -> Option<crate::constraint::kind::Key> {
                Some(crate::constraint::kind::Key::Kind)
            }
        }
    };
}

pub(crate) use {cell_list, documented, global_rule, numbered_list, origin};
