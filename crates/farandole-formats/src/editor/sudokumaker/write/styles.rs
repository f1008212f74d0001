//! The default styles of the elements. The editor requires a style in each element that is drawn.

use super::super::numbers;
use serde_json::{Value, json};

/// Returns the default style of a type, or `None` for elements that are not drawn.
pub(super) fn of(kind: i64, slow: bool) -> Option<Value> {
    let grey = "#00000033";
    Some(match kind {
        numbers::FALLING_DIAGONAL | numbers::RISING_DIAGONAL => line("#34bbe6ff", 0.02),
        numbers::EVEN | numbers::ODD => json!({ "color": grey, "size": 0.8 }),
        numbers::MAXIMUM | numbers::MINIMUM | numbers::CLONES => json!({ "color": grey }),
        numbers::THERMOMETER => {
            let colour = if slow { "#aaaaaa" } else { "#cccccc" };
            json!({ "color": colour, "thickness": 0.3, "bulbRadius": 0.4 })
        }
        numbers::CAGES | numbers::LOOK_AND_SAY => {
            json!({ "cage": { "color": "#000000" }, "text": { "color": "#000000" } })
        }
        numbers::QUADRUPLES => json!({ "singleLine": false }),
        numbers::DIFFERENT => json!({ "color": grey, "offset": 0.1 }),
        numbers::RENBAN => line("#f067f0", 0.15),
        numbers::WHISPER => line("#67f067", 0.15),
        numbers::PALINDROME => line("#bbbbbb", 0.15),
        numbers::REGION_SUM => line("#2ecbff", 0.15),
        numbers::SEQUENCE => line("#aaaaaa", 0.15),
        numbers::DIGIT_GROUPS => line("#ffccaa", 0.15),
        numbers::BETWEEN => ends(line("#aaaaaa", 0.1), "#ffffff80", line("#aaaaaa", 0.02)),
        numbers::LOCKOUT => ends(line("#aabeefff", 0.1), "#e7e6ff80", line("#0000ff80", 0.05)),
        numbers::DOUBLE_ARROW => ends(line("#aaaaaa", 0.05), "#ffffff", line("#aaaaaa", 0.02)),
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
        _ => return None,
    })
}

fn line(colour: &str, thickness: f64) -> Value {
    json!({ "color": colour, "thickness": thickness })
}

fn ends(lines: Value, fill: &str, stroke: Value) -> Value {
    json!({ "lines": lines, "endPoints": { "size": 0.8, "fill": fill, "stroke": stroke } })
}
