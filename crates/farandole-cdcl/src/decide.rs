//! Decisions by activity (EVSIDS): a binary heap of variables, the most active one on top.
//!
//! A variable's activity grows when conflict analysis meets it, and by more the later that is, which is the same as
//! letting old activity decay.
//!
//! Source: Moskewicz, Madigan, Zhao, Zhang, Malik, "Chaff", DAC 2001 (VSIDS); Eén, Sörensson, "An extensible SAT-solver",
//! SAT 2003 (heap, exponential increments); Biere, Fröhlich, "Evaluating CDCL variable scoring schemes", SAT 2015.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Variables by activity, the most active on top; ties go to the lower number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    activity: Vec<f64>,
    heap: Vec<u32>,
    /// Place in the heap, [`OUT`] when not in it.
    places: Vec<u32>,
    /// What meeting a variable adds to its activity now.
    increment: f64,
}

const OUT: u32 = u32::MAX;
/// Activities above this are scaled down, all together.
const HIGHEST: f64 = 1e100;
const SCALE: f64 = 1e-100;

impl Heap {
    /// An empty heap of variables without activity.
    pub(crate) fn clear(&mut self, variables: usize) {
        self.activity.clear();
        self.activity.resize(variables, 0.0);
        self.heap.clear();
        self.places.clear();
        self.places.resize(variables, OUT);
        self.increment = 1.0;
    }

    /// Gives a variable its activity.
    pub(crate) fn set_activity(&mut self, variable: u32, activity: f64) {
        self.activity[variable as usize] = activity;
        let place = self.places[variable as usize];
        if place != OUT {
            self.up(place as usize);
            self.down(self.places[variable as usize] as usize);
        }
    }

    /// Raises the activity of a variable.
    pub(crate) fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.increment;
        if *activity > HIGHEST {
            self.activity.iter_mut().for_each(|activity| *activity *= SCALE);
            self.increment *= SCALE;
        }
        let place = self.places[variable as usize];
        if place != OUT {
            self.up(place as usize);
        }
    }

    /// Lets activity decay by a factor below 1, by making later bumps count more.
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

    pub(crate) fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[top as usize] = OUT;
        if last != top {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.down(0);
        }
        Some(top)
    }

    /// Less for the variable with more activity.
    pub(crate) fn compare(&self, one: u32, other: u32) -> Ordering {
        self.activity[other as usize].total_cmp(&self.activity[one as usize]).then(one.cmp(&other))
    }

    fn before(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.activity[one as usize], self.activity[other as usize]);
        a > b || (a == b && one < other)
    }

    fn up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.before(variable, self.heap[parent]) {
                break;
            }
            self.heap[place] = self.heap[parent];
            self.places[self.heap[place] as usize] = place as u32;
            place = parent;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

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
