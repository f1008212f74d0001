//! Variable selection by activity (EVSIDS): a binary heap with the most active variable on top.
//!
//! Each conflict adds an amount, the *increment*, to the activity of the variables that its analysis
//! involves. Activities decay only relative to the increment, which grows with every conflict. Before the
//! first conflicts, activities carry no information, so on problems with few conflicts the initial values
//! determine most of the order (docs/experiments/2026-11-22-first-activity.md).
//!
//! Source: Moskewicz, Madigan, Zhao, Zhang, Malik, "Chaff", DAC 2001 (VSIDS); Eén, Sörensson, "An extensible
//! SAT-solver", SAT 2003 (heap, exponential increments); Biere, Fröhlich, "Evaluating CDCL variable scoring
//! schemes", SAT 2015.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Variables by activity, the most active on top. Ties go to the lower number, so that runs are reproducible.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    activity: Vec<f64>,
    heap: Vec<u32>,
    /// For each variable, its index in the heap, or [`OUT`].
    places: Vec<u32>,
    /// The amount that a bump adds at present.
    // Only the ratio of activity to increment matters. Dividing the increment by the decay factor has the same
    // effect as multiplying all activities by the factor, at constant cost.
    increment: f64,
}

/// Marks a variable that is not in the heap.
const OUT: u32 = u32::MAX;
/// If an activity exceeds this, all activities are multiplied by [`SCALE`], long before they overflow at about
/// 1e308.
const HIGHEST: f64 = 1e100;
/// Factor that scales activities down.
const SCALE: f64 = 1e-100;

impl Heap {
    /// Empties the heap and sets the activity of all variables to 0.
    pub(crate) fn clear(&mut self, variables: usize) {
        self.activity.clear();
        self.activity.resize(variables, 0.0);
        self.heap.clear();
        self.places.clear();
        self.places.resize(variables, OUT);
        self.increment = 1.0;
    }

    pub(crate) fn set_activity(&mut self, variable: u32, activity: f64) {
        self.activity[variable as usize] = activity;
        let place = self.places[variable as usize];
        if place != OUT {
            // The new activity may be higher or lower, so at most one of these two calls moves the variable.
            self.up(place as usize);
            self.down(self.places[variable as usize] as usize);
        }
    }

    pub(crate) fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.increment;
        if *activity > HIGHEST {
            // Multiplication by the same factor preserves the order, so the heap needs no repair. Activities
            // that become 0 are ties from now on, and may be out of order among themselves, which is harmless.
            self.activity.iter_mut().for_each(|activity| *activity *= SCALE);
            self.increment *= SCALE;
        }
        // An assigned variable is not in the heap. It is inserted with its new activity when backtracking
        // opens it.
        let place = self.places[variable as usize];
        if place != OUT {
            self.up(place as usize);
        }
    }

    /// Decays all activities by a factor below 1, by increasing the amount that later bumps add.
    pub(crate) fn decay(&mut self, factor: f64) {
        self.increment /= factor;
    }

    pub(crate) fn insert(&mut self, variable: u32) {
        if self.places[variable as usize] == OUT {
            self.places[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.up(self.heap.len() - 1);
        }
    }

    /// Removes and returns the most active variable.
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[top as usize] = OUT;
        // The last leaf replaces the root. If the root was the only element, it is also the last leaf, and
        // nothing has to be moved.
        if last != top {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.down(0);
        }
        Some(top)
    }

    /// Compares two variables: the more active one is `Less`, and ties are broken by number.
    pub(crate) fn compare(&self, one: u32, other: u32) -> Ordering {
        self.activity[other as usize].total_cmp(&self.activity[one as usize]).then(one.cmp(&other))
    }

    /// Returns true if `one` belongs above `other`.
    fn before(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.activity[one as usize], self.activity[other as usize]);
        // Ties are broken by number rather than by heap position. The position depends on the history of the
        // heap and would make equal problems behave differently.
        a > b || (a == b && one < other)
    }

    /// Moves the variable at a heap index up until its parent belongs above it.
    fn up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.before(variable, self.heap[parent]) {
                break;
            }
            // Move the parent down; the variable itself is written once, at the end.
            self.heap[place] = self.heap[parent];
            self.places[self.heap[place] as usize] = place as u32;
            place = parent;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    /// Moves the variable at a heap index down until it belongs above its children.
    fn down(&mut self, mut place: usize) {
        let variable = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.heap[place] = self.heap[child];
            self.places[self.heap[place] as usize] = place as u32;
            place = child;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first_and_ties_go_to_the_lower_number() {
        let mut heap = Heap::default();
        heap.clear(6);
        (0..6).for_each(|variable| heap.insert(variable));
        heap.bump(4);
        heap.decay(0.5);
        heap.bump(2);
        heap.set_activity(5, 1.5);
        let order: Vec<u32> = core::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(order, [2, 5, 4, 0, 1, 3]);
    }

    #[test]
    fn scaling_down_keeps_the_order() {
        let mut heap = Heap::default();
        heap.clear(3);
        (0..3).for_each(|variable| heap.insert(variable));
        heap.bump(1);
        (0..400).for_each(|_| heap.decay(0.5));
        heap.bump(2);
        heap.bump(0);
        heap.bump(0);
        let order: Vec<u32> = core::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(order, [0, 2, 1]);
        assert!(heap.activity.iter().all(|activity| activity.is_finite()));
    }
}
