//! Automata that read labels of regions. An automaton that only compares labels with the first one
//! is converted into an automaton over flags of pairs.
//!
//! Such an automaton continues in the same way for each first label, and for all later labels that
//! differ from the first. The first label can therefore be assumed to be the least label. Each other
//! label becomes a flag with two values: *together* (the least value), if it equals the first label,
//! or *apart* (the next value).

use crate::propagators::regular::{Automaton, Graph};
use rustc_hash::FxHashSet;

/// The pairs of cells whose flags are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pairs {
    /// The cells of each label and the previous label. This suffices if no label matters after the first
    /// label that is unlike the first.
    Chain,
    /// The cells of the first label and each other label.
    Star,
}

/// An unrolled automaton that compares labels with the first one.
pub(super) struct Compared<'g> {
    graph: &'g Graph,
    /// For each layer, true if it reads a label.
    labels: &'g [bool],
    /// The layer of the first label.
    first: usize,
}

impl<'g> Compared<'g> {
    /// Creates the automaton from a graph that was unrolled over `count` labels and over values.
    /// `labels` marks the layers that read labels. Returns `None` if the graph reads fewer than two
    /// labels, is not deterministic, or does more than compare.
    pub(super) fn new(graph: &'g Graph, labels: &'g [bool], count: u8) -> Option<Self> {
        let first = labels.iter().position(|&label| label)?;
        let compared = Self { graph, labels, first };
        let several = labels[first + 1..].contains(&true);
        let holds = several && compared.is_deterministic() && compared.is_compared(count);
        holds.then_some(compared)
    }

    // `step` follows only one path, so graphs with several paths for the same symbols are rejected.
    fn is_deterministic(&self) -> bool {
        let alone = |layer| {
            let mut last = (u32::MAX, 0);
            self.graph.arcs(layer).all(|(node, mask, _)| {
                let before = if last.0 == node { last.1 } else { 0 };
                last = (node, before | mask);
                before & mask == 0
            })
        };
        self.graph.starts().len() == 1 && (0..self.labels.len()).all(alone)
    }

    /// Returns true if the automaton continues in the same way for each first label, if later labels
    /// equal or differ from the first label at the same positions.
    fn is_compared(&self, count: u8) -> bool {
        // Each entry has the node reached if the first label is the least one, the node reached
        // with another first label, and that label.
        let mut pairs: FxHashSet<(u32, u32, u8)> = FxHashSet::default();
        let nodes: FxHashSet<u32> = self.graph.arcs(self.first).map(|(node, ..)| node).collect();
        for &node in &nodes {
            // The least label represents all labels: with any other first label, the automaton must
            // continue in the same way.
            for label in 0..count {
                let both = (self.graph.step(node, 0), self.graph.step(node, label));
                if !note(both, label, &mut pairs) {
                    return false;
                }
            }
        }
        for layer in self.first + 1..self.labels.len() {
            let mut next = FxHashSet::default();
            // Two copies of the automaton run in parallel, with different first labels. At a label, either
            // each copy reads its own first label again, or each copy reads any other label.
            for &(least, other, label) in &pairs {
                let alike = if self.labels[layer] {
                    let like = (self.graph.step(least, 0), self.graph.step(other, label));
                    let unlike =
                        |node, label| self.only_step(node, (0..count).filter(move |&it| it != label));
                    let (Some(one), Some(two)) = (unlike(least, 0), unlike(other, label)) else {
                        return false;
                    };
                    note(like, label, &mut next) && note((one, two), label, &mut next)
                } else {
                    let both = |value| (self.graph.step(least, value), self.graph.step(other, value));
                    // Both copies read the same value, and each value must lead to paired nodes.
                    (0..16).all(|value| note(both(value), label, &mut next))
                };
                if !alike {
                    return false;
                }
            }
            pairs = next;
        }
        true
    }

    /// Returns the common target of the symbols, or `None` if their targets differ. `Some(None)` means
    /// that no symbol has a transition.
    fn only_step(&self, node: u32, mut symbols: impl Iterator<Item = u8>) -> Option<Option<u32>> {
        let first = symbols.next().and_then(|symbol| self.graph.step(node, symbol));
        symbols.all(|symbol| self.graph.step(node, symbol) == first).then_some(first)
    }

    /// Returns the pairs of cells whose flags are sufficient.
    pub(super) fn pairs(&self) -> Pairs {
        // Each entry contains a node, and true if an earlier label differs from the first label.
        let mut nodes: FxHashSet<(u32, bool)> = self.start().into_iter().map(|node| (node, false)).collect();
        for layer in 0..self.labels.len() {
            let mut next = FxHashSet::default();
            for (node, apart) in nodes {
                if layer == self.first {
                    next.insert((node, apart));
                    continue;
                }
                let (one, two) = (self.graph.step(node, 0), self.graph.step(node, 1));
                // If a label matters even after a different label, it must be compared with the first
                // label, so flags of consecutive labels do not suffice.
                if self.labels[layer] && apart && one != two {
                    return Pairs::Star;
                }
                for value in 0..16 {
                    let apart = apart || self.labels[layer] && value > 0;
                    next.extend(self.graph.step(node, value).map(|to| (self.pass(to, layer + 1), apart)));
                }
            }
            nodes = next;
        }
        Pairs::Chain
    }

    /// Returns the layer that is read at an index of the line without the first label.
    fn layer(&self, at: usize) -> usize {
        if at < self.first { at } else { at + 1 }
    }

    /// Returns the node after the first label if `layer` reads it, and `node` otherwise.
    fn pass(&self, node: u32, layer: usize) -> u32 {
        if layer == self.first { self.graph.step(node, 0).unwrap_or(node) } else { node }
    }
}

/// Adds a pair of nodes if both exist. Returns false if only one of them exists.
fn note(nodes: (Option<u32>, Option<u32>), label: u8, pairs: &mut FxHashSet<(u32, u32, u8)>) -> bool {
    if let (Some(one), Some(two)) = nodes {
        pairs.insert((one, two, label));
    }
    nodes.0.is_some() == nodes.1.is_some()
}

/// Reads the line without the first label, with flags instead of the other labels.
impl Automaton for Compared<'_> {
    type State = u32;

    fn start(&self) -> Vec<u32> {
        self.graph.starts().iter().map(|&node| self.pass(node, 0)).collect()
    }

    fn step(&self, state: &u32, at: usize, value: u8, out: &mut Vec<u32>) {
        let layer = self.layer(at);
        out.extend(self.graph.step(*state, value).map(|node| self.pass(node, layer + 1)));
    }

    fn accepts(&self, _: &u32) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::regular::Regular;
    use crate::testing::{Strength, compare};

    /// A test automaton over labels and values. Its state is the list of symbols read so far.
    struct Words<F>(F);

    impl<F: Fn(&[u8]) -> bool> Automaton for Words<F> {
        type State = Vec<u8>;

        fn start(&self) -> Vec<Vec<u8>> {
            vec![Vec::new()]
        }

        fn step(&self, state: &Vec<u8>, _: usize, value: u8, out: &mut Vec<Vec<u8>>) {
            out.push([&state[..], &[value]].concat());
        }

        fn accepts(&self, state: &Vec<u8>) -> bool {
            (self.0)(state)
        }
    }

    /// A value, a label, a value and two more labels, with three different labels and values.
    const LABELS: [bool; 5] = [false, true, false, true, true];

    fn graph(accepts: impl Fn(&[u8]) -> bool) -> Graph {
        Graph::new(&Words(accepts), [0b111; 5].into_iter()).expect("small")
    }

    #[test]
    fn flags_stand_for_labels_that_are_compared_with_the_first() {
        // The last label equals the first one if the two values increase; otherwise, the label
        // before it does.
        let holds = |v: &[u8], like: [bool; 2]| like[usize::from(v[0] < v[1])];
        let graph = graph(|word| holds(&[word[0], word[2]], [word[3] == word[1], word[4] == word[1]]));
        let compared = Compared::new(&graph, &LABELS, 3).expect("it compares");
        assert_eq!(compared.pairs(), Pairs::Star);
        let propagator = Regular::new(&compared, &[0, 1, 2, 3], |cell| if cell < 2 { 0b111 } else { 0b11 });
        let flags = |v: &[u8]| v[2] < 2 && v[3] < 2 && holds(&v[..2], [v[2] == 0, v[3] == 0]);
        compare(&propagator.expect("small"), 3, Strength::Exact, flags);
    }

    #[test]
    fn labels_behind_one_that_differs_may_not_matter() {
        let graph = graph(|word| word[3] != word[1] || word[4] == word[1] || word[0] == 2);
        assert_eq!(Compared::new(&graph, &LABELS, 3).map(|it| it.pairs()), Some(Pairs::Chain));
    }

    #[test]
    fn labels_with_a_meaning_stay_labels() {
        let reads = |accepts: fn(&[u8]) -> bool| Compared::new(&graph(accepts), &LABELS, 3).is_none();
        assert!(reads(|word| word[1] == 0), "a label that is named");
        assert!(reads(|word| word[3] == word[4]), "later labels that are compared");
        assert!(reads(|word| word[1] == word[2]), "a label and a value that are compared");
        assert!(reads(|word| word[3] != word[1] || word[4] > word[1]), "order");
    }
}
