//! Which variable to branch on: a heap by activity.

use core::cmp::Ordering;
use farandole_cover::Random;

/// Variables by activity, the most active on top; ties go to the lower number.
#[derive(Debug, Default)]
pub(super) struct Order {
    activity: Vec<f64>,
    heap: Vec<u32>,
    /// Place in the heap, `u32::MAX` when not in it.
    places: Vec<u32>,
    bump: f64,
}

const OUT: u32 = u32::MAX;

impl Order {
    /// Starts with no activity, or with a little at random for a seed other than 0.
    pub(super) fn clear(&mut self, variables: usize, seed: u64) {
        self.activity.clear();
        self.activity.resize(variables, 0.0);
        if seed != 0 {
            let mut random = Random::new(seed);
            self.activity.fill_with(|| f64::from(random.below(1000)) / 1000.0);
        }
        self.heap.clear();
        self.places.clear();
        self.places.resize(variables, OUT);
        self.bump = 1.0;
    }

    /// Raises the activity of a variable.
    pub(super) fn raise(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.bump;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
        let place = self.places[variable as usize];
        if place != OUT {
            self.up(place as usize);
        }
    }

    /// Makes later raises count more: the same as letting old ones fade.
    pub(super) fn fade(&mut self, factor: f64) {
        self.bump /= factor;
    }

    pub(super) fn insert(&mut self, variable: u32) {
        if self.places[variable as usize] == OUT {
            self.places[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.up(self.heap.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
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
    pub(super) fn compare(&self, one: u32, other: u32) -> Ordering {
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
