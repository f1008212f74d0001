//! The tools of `farandole mcp`: for each, a command and those of its options that a client may set.
//!
//! Schemas, types and descriptions of the arguments are those of the command line.

use crate::exit::{CHECK_FAILED, DONE, UNDECIDED};
use clap::{Arg, ArgAction};
use serde_json::{Map, Value, json};
use std::any::TypeId;

/// Default of the limit of time, and its maximum, in seconds.
const TIME: (u64, u64) = (20, 60);
/// Maximum length of a puzzle in bytes.
const LONGEST: usize = 1 << 20;

/// A tool.
pub(super) struct Tool {
    name: &'static str,
    about: &'static str,
    command: &'static str,
    /// Arguments of every call.
    fixed: &'static [&'static str],
    /// Long names of options, and names of positional arguments. `time` is added if the command has it.
    options: &'static [&'static str],
    /// Names of arguments without which a call is refused. `puzzle` is the standard input of the command.
    required: &'static [&'static str],
}

/// The arguments and the standard input of a command.
pub(super) struct Invocation {
    pub(super) arguments: Vec<String>,
    pub(super) input: String,
    /// The exit codes that accompany an answer. Others accompany an error.
    pub(super) answers: &'static [u8],
}

const PUZZLE: &[&str] = &["puzzle"];
const MEANINGS: &[&str] = &["meaning", "ignore", "accept"];

const TOOLS: [Tool; 13] = [
    Tool {
        name: "rules",
        about: "Lists the kinds of constraints with the arguments that constraint text gives them, or describes one",
        command: "rules",
        fixed: &[],
        options: &["name"],
        required: &[],
    },
    Tool {
        name: "read",
        about: "Reads a puzzle in any format, also a link, and returns it as constraint text. Names what is unknown",
        command: "convert",
        fixed: &["--to", "iss"],
        options: MEANINGS,
        required: PUZZLE,
    },
    Tool {
        name: "meanings",
        about: "Lists the drawings and sentences of an editor's puzzle with their possible meanings",
        command: "read",
        fixed: &["--json"],
        options: MEANINGS,
        required: PUZZLE,
    },
    Tool {
        name: "count",
        about: "Counts solutions up to a limit: 0 is a proof that there is none, and 1 with `exact` that there is exactly one",
        command: "count",
        fixed: &["--json"],
        options: &["limit"],
        required: PUZZLE,
    },
    Tool {
        name: "solve",
        about: "Returns a solution, or states that there are several",
        command: "solve",
        fixed: &["--json", "--unique"],
        options: &[],
        required: PUZZLE,
    },
    Tool {
        name: "candidates",
        about: "Returns the values that each cell has in some solution, with the numbers of solutions on request",
        command: "candidates",
        fixed: &["--json"],
        options: &["counts"],
        required: PUZZLE,
    },
    Tool {
        name: "why",
        about: "Returns a minimal set of givens and constraints that conflict, if there is no solution",
        command: "why",
        fixed: &["--json"],
        options: &[],
        required: PUZZLE,
    },
    Tool {
        name: "next_step",
        about: "Explains the easiest next step. With several solutions, it holds in all of them",
        command: "hint",
        fixed: &["--draw", "none"],
        options: &["scale", "without", "depth", "json"],
        required: PUZZLE,
    },
    Tool {
        name: "judge_move",
        about: "Judges moves such as r4c7=5 or r4c7<>5: contradicted, justified by a step, true, or undecided",
        command: "hint",
        fixed: &["--json"],
        options: &["move"],
        required: &["puzzle", "move"],
    },
    Tool {
        name: "rate",
        about: "Rates the difficulty of a puzzle with exactly one solution. The scale `minutes` is for readers",
        command: "rate",
        fixed: &["--json"],
        options: &["scale"],
        required: PUZZLE,
    },
    Tool {
        name: "generate",
        about: "Generates puzzles with exactly one solution, classic or of a kind of variant",
        command: "generate",
        fixed: &[],
        options: &[
            "kind",
            "count",
            "seed",
            "givens",
            "clues",
            "symmetry",
            "rating",
            "scale",
            "technique",
            "size",
            "to",
        ],
        required: &[],
    },
    Tool {
        name: "complete",
        about: "Fills in the placeholders of constraint text, such as .Cage~?~R1C1~R1C2, so that one solution remains",
        command: "complete",
        fixed: &[],
        options: &["fewest", "count", "seed", "tries", "to"],
        required: PUZZLE,
    },
    Tool {
        name: "draw",
        about: "Draws a puzzle and returns an SVG document",
        command: "draw",
        fixed: &[],
        options: &["candidates", "theme"],
        required: PUZZLE,
    },
];

/// Returns the definition of a tool's argument: that of the option or positional argument of the command.
fn definition<'a>(command: &'a clap::Command, name: &str) -> Option<&'a Arg> {
    let has_name = |arg: &&Arg| arg.get_long() == Some(name) || arg.is_positional() && arg.get_id() == name;
    command.get_arguments().find(has_name)
}

fn is_integer(arg: &Arg) -> bool {
    let of = arg.get_value_parser().type_id();
    [TypeId::of::<u64>(), TypeId::of::<usize>(), TypeId::of::<u32>(), TypeId::of::<u16>(), TypeId::of::<u8>()]
        .iter()
        .any(|integer| of == *integer)
}

/// Returns the JSON schema of an argument.
fn schema(arg: &Arg) -> Value {
    let about = arg.get_help().map(ToString::to_string).unwrap_or_default();
    if !arg.get_action().takes_values() {
        return json!({"type": "boolean", "description": about});
    }
    let mut schema = json!({"type": if is_integer(arg) { "integer" } else { "string" }});
    let values: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if !values.is_empty() {
        schema["enum"] = values.into();
    }
    if matches!(arg.get_action(), ArgAction::Append) {
        schema = json!({"type": "array", "items": schema});
    }
    schema["description"] = about.into();
    schema
}

impl Tool {
    /// Returns the tool of this name.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// Returns the descriptions of all tools.
    pub(super) fn list(program: &clap::Command) -> Value {
        TOOLS.iter().map(|tool| tool.describe(program)).collect()
    }

    /// Returns the names and definitions of the arguments, except `puzzle`.
    fn arguments<'a>(&self, program: &'a clap::Command) -> Vec<(&'static str, &'a Arg)> {
        let command = program.find_subcommand(self.command).expect("a command of the program");
        let names = self.options.iter().copied().chain(["time"]);
        names.filter_map(|name| Some((name, definition(command, name)?))).collect()
    }

    fn describe(&self, program: &clap::Command) -> Value {
        let mut properties: Map<String, Value> =
            self.arguments(program).into_iter().map(|(name, arg)| (name.to_owned(), schema(arg))).collect();
        if let Some(time) = properties.get_mut("time") {
            *time = json!({
                "type": "integer", "minimum": 1, "maximum": TIME.1, "default": TIME.0,
                "description": "Limit of time in seconds",
            });
        }
        if self.required.contains(&"puzzle") {
            let about = "A grid, a link or constraint text such as .Cage~10~R1C1~R1C2.Thermo~R5C5~R4C4.~R1C1_4 (see rules)";
            properties.insert("puzzle".to_owned(), json!({"type": "string", "description": about}));
        }
        json!({
            "name": self.name,
            "description": self.about,
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": self.required,
                "additionalProperties": false,
            },
        })
    }

    /// Returns the command of a call.
    ///
    /// # Errors
    /// A message that states what to change, if an argument is missing, unknown or of another type.
    pub(super) fn invocation(
        &self,
        program: &clap::Command,
        given: &Map<String, Value>,
    ) -> Result<Invocation, String> {
        let known = self.arguments(program);
        let names = || {
            let names = self.required.iter().chain(self.options).copied();
            let mut names: Vec<&str> = names
                .chain(["time"].into_iter().filter(|time| known.iter().any(|one| one.0 == *time)))
                .collect();
            names.dedup();
            names.join(", ")
        };
        if let Some(name) =
            given.keys().find(|name| *name != "puzzle" && known.iter().all(|one| one.0 != **name))
        {
            return Err(format!("unknown argument {name:?} of `{}`, expected {}", self.name, names()));
        }
        if let Some(name) = self.required.iter().find(|name| !given.contains_key(**name)) {
            return Err(format!("missing argument `{name}` of `{}`", self.name));
        }
        let mut arguments: Vec<String> =
            [self.command].iter().chain(self.fixed).map(|word| (*word).to_owned()).collect();
        let mut last = Vec::new();
        for (name, arg) in &known {
            let value = match (*name, given.get(*name)) {
                ("time", value) => json!(time(value)?),
                (_, Some(value)) => value.clone(),
                (_, None) => continue,
            };
            for text in texts(name, arg, &value)? {
                match (arg.is_positional(), text) {
                    (true, Some(text)) => last = vec!["--".to_owned(), text],
                    (false, Some(text)) => arguments.push(format!("--{name}={text}")),
                    (_, None) => arguments.push(format!("--{name}")),
                }
            }
        }
        let input = match given.get("puzzle") {
            None => String::new(),
            Some(_) if !self.required.contains(&"puzzle") => {
                return Err(format!("unknown argument \"puzzle\" of `{}`, expected {}", self.name, names()));
            }
            Some(Value::String(text)) if text.len() <= LONGEST => text.clone(),
            Some(Value::String(text)) => {
                return Err(format!("a puzzle of {} bytes, expected at most {LONGEST}", text.len()));
            }
            Some(_) => return Err("argument `puzzle`: expected a text".to_owned()),
        };
        if self.required.contains(&"puzzle") {
            arguments.push("-".to_owned());
        }
        arguments.extend(last);
        // A reading that is not confirmed is an answer.
        let answers: &[u8] = if self.command == "read" { &[DONE, UNDECIDED] } else { &[DONE, CHECK_FAILED] };
        Ok(Invocation { arguments, input, answers })
    }
}

/// Returns the limit of time in seconds.
fn time(value: Option<&Value>) -> Result<u64, String> {
    let seconds = value.map_or(Some(TIME.0), Value::as_u64);
    seconds.filter(|seconds| (1..=TIME.1).contains(seconds)).ok_or_else(|| {
        format!(
            "argument `time` is {}, expected a number of seconds from 1 to {}",
            value.unwrap_or(&Value::Null),
            TIME.1
        )
    })
}

/// Returns the values of an option, or `None` for an option without a value.
fn texts(name: &str, arg: &Arg, value: &Value) -> Result<Vec<Option<String>>, String> {
    let expected = schema(arg);
    let item = expected.get("items").unwrap_or(&expected);
    let choices: Option<Vec<&str>> =
        item["enum"].as_array().map(|values| values.iter().filter_map(Value::as_str).collect());
    let wrong = || match &choices {
        Some(choices) => format!("argument `{name}` is {value}, expected one of {}", choices.join(", ")),
        None => format!("argument `{name}` is {value}, expected a value of type {}", expected["type"]),
    };
    let fits = |text: &str| {
        (item["type"] != "integer" || text.parse::<i128>().is_ok())
            && choices.as_ref().is_none_or(|choices| choices.contains(&text))
    };
    let text = |value: &Value| match value {
        Value::String(text) if fits(text) => Ok(Some(text.clone())),
        Value::Number(number) if fits(&number.to_string()) => Ok(Some(number.to_string())),
        _ => Err(wrong()),
    };
    match (expected["type"].as_str(), value) {
        (Some("boolean"), Value::Bool(is_set)) => Ok(vec![None; usize::from(*is_set)]),
        (Some("array"), Value::Array(values)) => values.iter().map(text).collect(),
        (Some("boolean" | "array"), _) => Err(wrong()),
        _ => Ok(vec![text(value)?]),
    }
}
