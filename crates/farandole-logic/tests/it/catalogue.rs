//! Tests of the catalogue: the examples show their techniques, and the pages are up to date.

use farandole_logic::catalogue::{PAGES, Page, TOPIC_PAGES, example, index, markdown};
use farandole_logic::hint::Step;
use farandole_logic::practice::{self, Topic};
use farandole_logic::verify::prove;
use farandole_logic::{Technique, variant};

#[test]
fn examples_are_proved_uses_of_their_technique() {
    for technique in Technique::ALL.iter().copied() {
        let Some((state, deduction)) = example(technique) else {
            assert_eq!(technique, Technique::BruteForce, "has no example");
            continue;
        };
        assert_eq!(deduction.technique, technique);
        assert!(prove(&state, &deduction).is_ok(), "{technique:?}");
    }
}

#[test]
fn examples_of_topics_are_proved_steps_for_their_reason() {
    for topic in Topic::ALL {
        let Some(Step::Variant(step)) = practice::example(topic) else { panic!("{topic:?} has no example") };
        assert!(topic.explains(&step.state, &step.deduction), "{topic:?}");
        assert_eq!(variant::prove(&step.state, &step.deduction), Ok(()), "{topic:?}");
        // No other topic claims the step.
        let others = Topic::ALL.into_iter().filter(|it| it.explains(&step.state, &step.deduction));
        assert_eq!(others.collect::<Vec<_>>(), [topic]);
    }
}

#[test]
fn techniques_have_pages_with_all_sections() {
    for technique in Technique::ALL.iter().copied() {
        let page = Page::of(technique);
        assert!(page.is_some() || technique == Technique::BruteForce, "{technique:?}");
    }
    for page in PAGES.iter().chain(TOPIC_PAGES) {
        let headings: Vec<&str> = page.sections().iter().map(|(heading, _)| *heading).collect();
        let wanted =
            ["What it is", "How to spot it", "Why it holds", "Nearest mistakes", "Example", "Source"];
        let found: Vec<&str> = headings.into_iter().filter(|it| wanted.contains(it)).collect();
        let is_topic = TOPIC_PAGES.iter().any(|it| it.name == page.name);
        assert_eq!(found, wanted[..wanted.len() - usize::from(is_topic)], "{}", page.name);
        assert!(page.sections().iter().all(|(_, text)| !text.is_empty()), "{}", page.name);
    }
}

#[test]
fn the_pages_in_docs_are_up_to_date() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/techniques");
    let same = |name: &str, text: String| {
        let path = folder.join(name);
        // `cargo xtask techniques` sets this variable.
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == text, "{} is stale: run `cargo xtask techniques`", path.display());
    };
    same("README.md", index());
    for page in PAGES {
        same(&format!("{}.md", page.name), markdown(page));
    }
    for topic in Topic::ALL {
        same(&format!("{}.md", topic.id()), practice::markdown(topic));
    }
}
