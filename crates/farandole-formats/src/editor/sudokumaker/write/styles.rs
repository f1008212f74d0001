//! The default styles of the elements. The editor requires a style in each element that is drawn.

use super::super::numbers;
use farandole_puzzle::constraint::{LineEnds, LineLook};
use serde_json::{Value, json};

/// Returns the default style of a type, or `None` for elements that are not drawn. `look` is the look
/// of a line.
pub(super) fn of(kind: i64, look: Option<LineLook>) -> Option<Value> {
    let grey = "#00000033";
    Some(match kind {
        numbers::FALLING_DIAGONAL | numbers::RISING_DIAGONAL => line("#34bbe6ff", 0.02),
        numbers::EVEN | numbers::ODD => json!({ "color": grey, "size": 0.8 }),
        numbers::MAXIMUM | numbers::MINIMUM | numbers::CLONES => json!({ "color": grey }),
        // Inequality signs are thermometers too.
        numbers::THERMOMETER => {
            let colour = look.map_or("#cccccc", |look| look.code);
            json!({ "color": colour, "thickness": 0.3, "bulbRadius": 0.4 })
        }
        numbers::CAGES | numbers::LOOK_AND_SAY => {
            json!({ "cage": { "color": "#000000" }, "text": { "color": "#000000" } })
        }
        numbers::QUADRUPLES => json!({ "singleLine": false }),
        numbers::DIFFERENT => json!({ "color": grey, "offset": 0.1 }),
        numbers::ARROW => json!({
            "arrow": { "color": "#aaaaaa", "thickness": 0.05, "headSize": 0.35 },
            "bulb": { "size": 0.8, "fill": "#ffffff", "stroke": line("#aaaaaa", 0.02) },
        }),
        numbers::LITTLE_KILLER => {
            json!({ "text": { "color": "#000000" }, "arrow": { "color": "#000000" } })
        }
        numbers::SANDWICH | numbers::X_SUM | numbers::SKYSCRAPER | numbers::NUMBERED_ROOM => {
            json!({ "color": "#000000" })
        }
        numbers::ROW_INDEXER => json!({ "color": "#0080f955" }),
        numbers::COLUMN_INDEXER => json!({ "color": "#f9000055" }),
        _ => return look.map(of_line),
    })
}

/// Returns the style of lines without a bulb.
fn of_line(look: LineLook) -> Value {
    let lines = line(look.code, f64::from(look.width) / 100.0);
    match look.ends {
        LineEnds::Circles => ends(lines, "#ffffff80", line("#aaaaaa", 0.02)),
        LineEnds::Diamonds => ends(lines, "#e7e6ff80", line("#0000ff80", 0.05)),
        LineEnds::Shaft => ends(lines, "#ffffff", line("#aaaaaa", 0.02)),
        _ => lines,
    }
}

fn line(colour: &str, thickness: f64) -> Value {
    json!({ "color": colour, "thickness": thickness })
}

fn ends(lines: Value, fill: &str, stroke: Value) -> Value {
    json!({ "lines": lines, "endPoints": { "size": 0.8, "fill": fill, "stroke": stroke } })
}
