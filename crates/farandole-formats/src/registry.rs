//! The registry of formats: the one list to which a new format must be added.

use super::codec::{ClassicCodec, Descriptor, VariantCodec};
use core::fmt;

/// Declares [`Format`] and its list of codecs from one line per format: variant, module, codec,
/// descriptor.
macro_rules! formats {
    (
        classic { $($variant:ident = $module:ident $(:: $inner:ident)?: $codec:ident, $descriptor:ident;)+ }
        variants { $($other:ident = $home:ident $(:: $room:ident)?: $reader:ident, $about:ident;)+ }
    ) => {
        /// A text format.
        ///
        /// ```
        /// use farandole_formats::Format;
        ///
        /// let format = Format::by_name("HDU4069").unwrap();
        /// assert_eq!(format.descriptor().judge.unwrap().none, Some("No solution"));
        /// assert_eq!(Format::by_extension("csv"), Some(Format::Csv));
        /// assert!(Format::Iss.is_variant() && Format::ALL.contains(&Format::Killer));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Format {
            $(
                #[doc = concat!(
                    "See the module [`", stringify!($module) $(, "::", stringify!($inner))?, "`](mod@super::",
                    stringify!($module) $(, "::", stringify!($inner))?, ")."
                )]
                $variant,
            )+
            $(
                #[doc = concat!(
                    "See the module [`", stringify!($home), "`](mod@super::", stringify!($home), ")."
                )]
                $other,
            )+
        }

        impl Format {
            /// The formats of classic puzzles.
            pub const CLASSIC: [Self; [$(Self::$variant),+].len()] = [$(Self::$variant),+];

            /// The formats of variants.
            pub const VARIANTS: [Self; [$(Self::$other),+].len()] = [$(Self::$other),+];

            /// All formats.
            pub const ALL: [Self; Self::CLASSIC.len() + Self::VARIANTS.len()] =
                [$(Self::$variant,)+ $(Self::$other),+];

            /// Returns the codec of a format of classic puzzles.
            pub(super) fn classic_codec(self) -> Option<&'static dyn ClassicCodec> {
                match self {
                    $(Self::$variant => Some(&super::$module$(::$inner)?::$codec),)+
                    $(Self::$other)|+ => None,
                }
            }

            /// Returns the codec of a format of variants.
            pub(super) fn variant_codec(self) -> Option<&'static dyn VariantCodec> {
                match self {
                    $(Self::$variant)|+ => None,
                    $(Self::$other => Some(&super::$home$(::$room)?::$reader),)+
                }
            }

            /// Returns true if the format holds variants.
            pub const fn is_variant(self) -> bool {
                matches!(self, $(Self::$other)|+)
            }

            /// Returns the properties of the format.
            pub fn descriptor(self) -> &'static Descriptor {
                match self {
                    $(Self::$variant => &super::$module$(::$inner)?::$descriptor,)+
                    $(Self::$other => &super::$home$(::$room)?::$about,)+
                }
            }
        }
    };
}

formats! {
    classic {
        Line = line: Line, DESCRIPTOR;
        Grid = grid: BorderedGrid, DESCRIPTOR;
        Candidates = candidates: Candidates, DESCRIPTOR;
        Pencilmark = pencilmark: Pencilmark, DESCRIPTOR;
        Jigsaw = jigsaw: Jigsaw, DESCRIPTOR;
        Sdm = sdm: Sdm, DESCRIPTOR;
        Sdk = sdk: Sdk, DESCRIPTOR;
        Csv = csv: Csv, DESCRIPTOR;
        Table = table: Table, DESCRIPTOR;
        Array = nested: Arrays, ARRAYS;
        Json = nested: Objects, OBJECTS;
        OpenSudoku = opensudoku: OpenSudoku, DESCRIPTOR;
        Poj2676 = judges::poj2676: Poj2676, DESCRIPTOR;
        Poj3074 = judges::poj3074: Poj3074, DESCRIPTOR;
        Grid16 = judges::grid16: Grid16, DESCRIPTOR;
        Hdu1426 = judges::hdu1426: Hdu1426, DESCRIPTOR;
        Hdu4069 = judges::hdu4069: Hdu4069, DESCRIPTOR;
        Uva989 = judges::uva989: Uva989, DESCRIPTOR;
    }
    variants {
        Iss = iss: Iss, TEXT;
        IssLink = iss: IssLink, LINK;
        ClassicLink = classic_links: ClassicLink, DESCRIPTOR;
        Solo = solo: Solo, DESCRIPTOR;
        FPuzzles = editor_formats: FPUZZLES, FPUZZLES_ABOUT;
        FPuzzlesLink = editor_formats: FPUZZLES_LINK, FPUZZLES_LINK_ABOUT;
        FPuzzlesRules = editor_formats: FPUZZLES_RULES, FPUZZLES_RULES_ABOUT;
        FPuzzlesRulesLink = editor_formats: FPUZZLES_RULES_LINK, FPUZZLES_RULES_LINK_ABOUT;
        SudokuMaker = editor_formats: SUDOKUMAKER, SUDOKUMAKER_ABOUT;
        SudokuMakerLink = editor_formats: SUDOKUMAKER_LINK, SUDOKUMAKER_LINK_ABOUT;
        SudokuPad = editor_formats: SUDOKUPAD, SUDOKUPAD_ABOUT;
        SudokuPadLink = editor_formats: SUDOKUPAD_LINK, SUDOKUPAD_LINK_ABOUT;
        Scf = editor_formats: READER, SCF_ABOUT;
        Killer = killer: Killer, DESCRIPTOR;
        Overlapping = overlapping: Overlaps, DESCRIPTOR;
        KillerLayers = killer_layers: KillerLayers, DESCRIPTOR;
        KillerRecord = editor_formats: READER, KILLER_RECORD_ABOUT;
    }
}

impl Format {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.descriptor().name
    }

    /// Returns a short description for help texts.
    pub fn description(self) -> &'static str {
        self.descriptor().description
    }

    /// Returns the file name extensions of the format, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        self.descriptor().extensions
    }

    /// Returns the formats of variants that are written, not only read.
    pub fn written_variants() -> impl Iterator<Item = Self> {
        Self::VARIANTS.into_iter().filter(|format| format.descriptor().is_written)
    }

    /// Returns the written format of variants with this name or alias. Case is ignored.
    pub fn variant_by_name(name: &str) -> Option<Self> {
        Self::written_variants().find(|format| format.descriptor().is_called(name))
    }

    /// Returns true if the format is the dialect of an online judge.
    pub fn is_judge(self) -> bool {
        self.descriptor().judge.is_some()
    }

    /// Returns the format with this name or alias. Case is ignored.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.descriptor().is_called(name))
    }

    /// Returns the format for a file name extension without the dot; case is ignored. Returns
    /// `None` for `txt` and unknown extensions.
    pub fn by_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.extensions().iter().any(|known| extension.eq_ignore_ascii_case(known)))
    }
}

impl fmt::Display for Format {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
