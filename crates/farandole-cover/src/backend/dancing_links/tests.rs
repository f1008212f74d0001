//! Tests that the search is the same with indices of both widths, and that forced options take linear time.

use super::DancingLinks;
use super::index::Word;
use crate::backend::{Backend, Tried};
use crate::generate;
use crate::model::problem::Problem;

/// Returns the nodes, solutions, updates and cleansings of a whole search, and the nodes of a
/// search after `select`.
fn walk<W: Word, const COLORS: bool>(problem: &Problem) -> [u64; 5] {
    let mut links: DancingLinks<W, COLORS> = DancingLinks::new(problem).unwrap();
    let [nodes, solutions] = count(&mut links);
    let (updates, cleansings) = links.counters();
    let mut copy = links.clone();
    assert!(copy.select(0));
    let [after, _] = count(&mut copy);
    copy.retract();
    copy.ascend();
    assert_eq!(count(&mut copy), [nodes, solutions], "everything must be put back");
    [nodes, solutions, updates, cleansings, after]
}

fn count(links: &mut impl Backend) -> [u64; 2] {
    let (mut nodes, mut solutions) = (1, 0);
    let base = links.level();
    if links.is_dead() {
        return [nodes, solutions];
    }
    links.descend();
    while links.level() > base {
        match links.advance() {
            Tried::Done => {
                if links.level() > base {
                    links.retract();
                }
                continue;
            }
            Tried::Dead => {}
            Tried::Open => links.descend(),
            Tried::Solution => {
                solutions += 1;
                links.retract();
            }
        }
        nodes += 1;
    }
    [nodes, solutions]
}

#[test]
fn both_widths_walk_the_same_tree() {
    let queens = generate::queens(7).unwrap();
    let walked = walk::<u16, false>(&queens);
    assert_eq!(walked[..2], [334, 40]);
    assert_eq!(walked, walk::<u32, false>(&queens));
    let langford = generate::langford(7).unwrap();
    assert_eq!(walk::<u16, false>(&langford), walk::<u32, false>(&langford));

    let text = include_bytes!("../../../../../testdata/cover/xcc_simple_example.dlx");
    let colored = crate::format::parse(text, None).unwrap().problem;
    let walked = walk::<u16, true>(&colored);
    assert_eq!(walked[..2], [4, 1]);
    assert_eq!(walked, walk::<u32, true>(&colored));
}

#[test]
fn a_long_chain_of_forced_options_takes_linear_time() {
    let mut builder = Problem::builder();
    let items = 300_000;
    builder.primary_unnamed(items).unwrap();
    (0..items).for_each(|item| assert!(builder.option(&[item]).is_ok()));
    let problem = builder.build();
    let mut links: DancingLinks<u32, false> = DancingLinks::new(&problem).unwrap();
    for item in 0..items {
        links.descend();
        // Each scan begins at the chunk of the item, so that all of them together take linear time.
        assert!(links.levels.last().is_some_and(|level| level.covered == item / 32 * 32));
        assert_ne!(links.advance(), Tried::Dead);
    }
    assert!(links.is_solved());
}
