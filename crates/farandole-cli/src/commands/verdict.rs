//! `farandole hint --move`: verdicts on moves.

use super::drawing::{Drawing, document};
use super::position::{self, HINT_TIME, SEARCH, gave_up};
use crate::args::{Draw, HintArgs};
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::{json_line, print};
use crate::progress::ProgressLine;
use farandole::Config;
use farandole::hint::Position;
use farandole::json;
use farandole::logic::cancel::Limited;
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::Step;
use farandole::logic::own;
use farandole::puzzle::format::escaped;
use farandole::search::Alarm;
use farandole::verdict::{Judge, Limits, Reason, Ruling, Verdict};
use farandole_draw::step_scene;

pub(super) fn run(args: &HintArgs, position: Position, moves: &str) -> Result<u8, Failure> {
    let guide = &args.position.guide;
    if guide.scale.is_some() {
        let text = "--move: expected --scale farandole, whose difficulties limit the steps";
        return Err(Failure::Usage(text.to_owned()));
    }
    let claims = position.moves(moves);
    let claims = claims.map_err(|error| Failure::Usage(format!("--move {}: {error}", escaped(moves))))?;
    let order = position::order(guide)?;
    let time = args.position.time_or(HINT_TIME);
    let alarm = Alarm::after(time);
    let progress = ProgressLine::new(args.position.quiet);
    progress.show_time("judging the moves");
    let watch = progress.watch_until(&alarm);
    let config = Config { budget: SEARCH, ..Config::default() };
    let unreadable = |error: farandole::Error| Failure::Unreadable(error.to_string());
    let judge = Judge::new(position, &config, Some(alarm.stop())).map_err(unreadable)?;
    let config = own::Config { order: &order, searches: args.position.budget.unwrap_or(u64::MAX) };
    let most = args.most.unwrap_or_else(|| judge.position().usual_difficulty());
    let limits = Limited { budget: Limits { config, most }, observer: Some(&watch) };
    let drawing = Drawing::new(&args.position.draw, Draw::Grid);
    let (mut code, mut out, mut scenes) = (DONE, Vec::new(), Vec::new());
    for claim in claims {
        let verdict = judge.verdict(claim, limits, Some(alarm.stop())).map_err(unreadable)?;
        let is_cut = alarm.is_over() && verdict.ruling == Ruling::NotYetJustified;
        code = code.max(if is_cut { UNDECIDED } else { code_of(verdict.ruling) });
        if drawing.is_picture() {
            scenes.extend(steps(&verdict).iter().map(|step| step_scene(step, &step.text(Depth::Why))));
        }
        if args.position.json {
            json_line(&mut out, &json::Verdict::new(judge.position(), &verdict));
        } else {
            out.extend(text(args, &judge, &verdict, &drawing).bytes());
            if is_cut {
                out.extend(gave_up(time).bytes());
            }
        }
    }
    progress.finish();
    drawing.save(&scenes)?;
    if drawing.draw == Draw::Svg {
        out = document(&scenes).into_bytes();
    }
    print(&out)?;
    Ok(code)
}

const fn code_of(ruling: Ruling) -> u8 {
    match ruling {
        Ruling::Justified | Ruling::NotYetJustified | Ruling::Undecided => DONE,
        Ruling::Contradicts | Ruling::NoSolution => CHECK_FAILED,
        Ruling::Unknown => UNDECIDED,
    }
}

fn steps(verdict: &Verdict) -> &[Step] {
    match &verdict.reason {
        Some(Reason::Steps(steps)) => steps,
        _ => &[],
    }
}

/// Returns the verdict in words, with drawings of its steps.
fn text(args: &HintArgs, judge: &Judge, verdict: &Verdict, drawing: &Drawing<'_>) -> String {
    let style = position::style(&args.position.style);
    let step = |step| drawing.step(step) + &step.styled(style);
    verdict.sentence(judge.position()) + &steps(verdict).iter().map(step).collect::<String>()
}
