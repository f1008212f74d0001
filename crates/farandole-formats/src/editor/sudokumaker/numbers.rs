//! The numbers of the types of elements.

use crate::editor::json::{Json, Object};

/// The key that lists the elements.
pub(super) const ELEMENTS: &str = "constraints";

pub(super) const GIVENS: i64 = 0;
pub(super) const REGIONS: i64 = 1;
pub(super) const FALLING_DIAGONAL: i64 = 10;
pub(super) const RISING_DIAGONAL: i64 = 11;
pub(super) const KING: i64 = 12;
pub(super) const KNIGHT: i64 = 13;
pub(super) const DISJOINT_GROUPS: i64 = 14;
pub(super) const NONCONSECUTIVE: i64 = 15;
pub(super) const SQUARES: i64 = 16;
pub(super) const EVEN: i64 = 100;
pub(super) const ODD: i64 = 101;
pub(super) const MAXIMUM: i64 = 102;
pub(super) const MINIMUM: i64 = 103;
pub(super) const DIFFERENCE: i64 = 200;
pub(super) const RATIO: i64 = 201;
pub(super) const XV: i64 = 202;
pub(super) const THERMOMETER: i64 = 300;
pub(super) const CAGES: i64 = 301;
pub(super) const CLONES: i64 = 302;
pub(super) const QUADRUPLES: i64 = 303;
pub(super) const LOOK_AND_SAY: i64 = 304;
pub(super) const DIFFERENT: i64 = 305;
pub(super) const WHISPER: i64 = 401;
pub(super) const REGION_SUM: i64 = 404;
pub(super) const DIGIT_GROUPS: i64 = 406;
pub(super) const ARROW: i64 = 408;
pub(super) const LITTLE_KILLER: i64 = 500;
pub(super) const SANDWICH: i64 = 501;
pub(super) const X_SUM: i64 = 502;
pub(super) const SKYSCRAPER: i64 = 503;
pub(super) const NUMBERED_ROOM: i64 = 504;
pub(super) const ROW_INDEXER: i64 = 600;
pub(super) const COLUMN_INDEXER: i64 = 601;
pub(super) const CUSTOM: i64 = 1000;
pub(super) const COSMETIC_LINE: i64 = 2000;
pub(super) const COSMETIC_CAGE: i64 = 2001;
pub(super) const COSMETIC_SYMBOL: i64 = 2002;
pub(super) const ROWS_AND_COLUMNS: i64 = 2003;
pub(crate) const FOG_LIGHTS: i64 = 4000;
pub(crate) const FOG_TRIGGERS: i64 = 4001;

/// Returns the number of the type of an element.
pub(super) fn type_of(element: &Object) -> Option<i64> {
    element.get("type").and_then(Json::integer)
}
