//! `farandole rate`: rates how difficult puzzles are for human solvers.

use crate::args::RateArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::Reply;
use crate::run::{Job, Print};
use farandole::Rating;
use farandole::json::{Bound, JsonAnswer, JsonRating};
use farandole::logic::{Numbers, Technique, variant};
use farandole::pipeline::Status;
use farandole::rating::{Rate, RateAny};

pub(crate) fn run(args: &RateArgs) -> Result<u8, Failure> {
    let job = Job {
        threads: config::threads(args.threads),
        slow: Some("rating"),
        time: args.time,
        ..Job::new(&args.input, &args.output)?
    };
    let classic = Rate { scale: args.scale.within(args.budget), time: args.time };
    let query = RateAny { classic, budget: args.budget.unwrap_or(u64::MAX) };
    let tally = job.run(&query, &Ratings { budget: args.budget, technique: args.technique })?;
    Ok(exit::code_of_proper(&tally))
}

/// Printer of ratings.
struct Ratings {
    budget: Option<u64>,
    /// True if the hardest technique is printed.
    technique: bool,
}

impl Print<RateAny> for Ratings {
    fn found(&self, rating: Rating, reply: &mut Reply<'_>) -> Option<Status> {
        let status = rating.status();
        let bound = if status == Status::Rated { Bound::Exact } else { Bound::Lower };
        let form = match &rating {
            Rating::Variant(rating) => Some(JsonRating::of_variant(rating, bound, self.budget)),
            rating => rating.numbers().map(|numbers| JsonRating::new(numbers, bound, self.budget)),
        };
        let has_bounds = form.is_some();
        let answer = JsonAnswer { rating: form, ..JsonAnswer::new(status) };
        let mut text = rating.to_string();
        let technique = match &rating {
            Rating::Variant(rating) => rating.technique.map(variant::Technique::id),
            rating => rating.numbers().and_then(Numbers::hardest).map(Technique::id),
        };
        if let (true, Some(technique)) = (self.technique, technique) {
            text += &format!(" {technique}");
        }
        if status == Status::Rated {
            reply.answer(answer, &text);
        } else if has_bounds {
            // The lower bounds are part of the answer.
            reply.detail(&text);
            reply.print_refusal(answer, &text, text.clone());
        } else {
            reply.refuse(status, answer, text);
        }
        Some(status)
    }
}
