#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::fmt;
use std::time::Duration;

use farandole_search::Alarm;
use rquickjs::context::intrinsic;
use rquickjs::{Context, Ctx, Error, Runtime};

/// Maximum memory of a program in bytes.
const MEMORY: usize = 128 << 20;

/// Maximum size of its stack in bytes. Threads of tests have 2 MB.
const STACK: usize = 512 << 10;

/// Maximum number of calls of the handler for interrupts. The engine calls it after each 10,000 calls and jumps of the
/// program. An empty loop makes about 1e8 jumps a second.
const INTERRUPTS: u32 = 20_000;

/// The parts of the language that a program can use. The clock, weak references and typed arrays are left out: the memory
/// of shared arrays is not limited.
type Language = (
    intrinsic::Eval,
    intrinsic::RegExpCompiler,
    intrinsic::RegExp,
    intrinsic::Json,
    intrinsic::Proxy,
    intrinsic::MapSet,
    intrinsic::Promise,
);

/// The reason why a program has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramError {
    /// The program used too much work, time, memory or stack.
    Limit,
    /// The program threw this error, or its result is not a string.
    Failed(String),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit => f.write_str("it uses too much time or memory"),
            Self::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ProgramError {}

/// Runs a program and returns its value, which must be a string.
///
/// Each call starts a new engine. A program gets neither functions of the host nor a clock. Its work is limited by a count
/// of calls and jumps, so that the result of most programs does not depend on the speed of the machine. `time` ends those
/// whose single operations are slow.
///
/// # Errors
/// If the program throws an error, exceeds the limits, or its value is not a string.
pub fn run(program: &str, time: Duration) -> Result<String, ProgramError> {
    let engine = |error: Error| ProgramError::Failed(error.to_string());
    let runtime = Runtime::new().map_err(engine)?;
    runtime.set_memory_limit(MEMORY);
    runtime.set_max_stack_size(STACK);
    let (mut interrupts, alarm) = (0, Alarm::after(Some(time)));
    runtime.set_interrupt_handler(Some(Box::new(move || {
        interrupts += 1;
        interrupts > INTERRUPTS || alarm.is_over()
    })));
    let context = Context::custom::<Language>(&runtime).map_err(engine)?;
    context.with(|ctx| {
        let value: Result<rquickjs::String<'_>, Error> = ctx.eval_with_options(program, {
            let mut options = rquickjs::context::EvalOptions::default();
            options.strict = false;
            options
        });
        let text = value.and_then(|value| value.to_string());
        text.map_err(|error| if error.is_exception() { thrown(&ctx) } else { engine(error) })
    })
}

/// Returns the error that the program threw. The engine throws errors that programs can't catch at its limits.
fn thrown(ctx: &Ctx<'_>) -> ProgramError {
    let value = ctx.catch();
    let message = value.as_exception().and_then(rquickjs::Exception::message);
    match message.as_deref() {
        Some("interrupted" | "out of memory") => ProgramError::Limit,
        Some(message) if message.contains("stack") => ProgramError::Limit,
        Some(message) => ProgramError::Failed(message.to_owned()),
        // Without memory, the engine can't create an error.
        None if value.is_null() || value.is_undefined() => ProgramError::Limit,
        None => ProgramError::Failed("it throws something that is no error".to_owned()),
    }
}
