//! The pages about topics.

use super::exercise::Exercise;
use super::topic::Topic;
use crate::catalogue::{picture, sections, step_text};
use crate::explain::english::Depth;
use crate::explain::text::Marking;
use crate::explain::variant::text;
use crate::hint::Step;

/// Returns the example of a topic: the first step of its first bundled exercise.
pub fn example(topic: Topic) -> Option<Step> {
    Exercise::of_topic(topic, 0)?.steps().first().cloned()
}

/// Renders the page about a topic as Markdown, for `docs/techniques`.
pub fn markdown(topic: Topic) -> String {
    let page = topic.page();
    let mut out =
        format!("# {}\n", page.title()) + &picture(page, page.title(), topic.id()) + &sections(page);
    if let Some(Step::Variant(step)) = example(topic) {
        let grid = text::grid(&step.state, Some(&step.deduction), Marking::Signs);
        let step = Step::Variant(step);
        let (words, before) = (step_text(&step.text(Depth::Why)), step.before());
        out += &format!("\n## Diagram\n\n```text\n{grid}```\n\n{words}\n\n`farandole hint '{before}'`\n");
    }
    out
}
