//! Dancing links as printed in textbooks: six arrays of links, circular rows, recursion, and a full
//! walk over the item list at each node. This is the baseline of the measurements.
//!
//! Source: D. E. Knuth, Dancing Links, arXiv:cs/0011047.

use farandole_cover::Problem;

pub struct Plain {
    left: Vec<usize>,
    right: Vec<usize>,
    up: Vec<usize>,
    down: Vec<usize>,
    column: Vec<usize>,
    size: Vec<usize>,
    /// One node of each option.
    row: Vec<usize>,
    pub solutions: u64,
    pub nodes: u64,
    limit: u64,
}

impl Plain {
    /// Builds the matrix. Column headers are 1..=items, and the root is 0.
    pub fn new(problem: &Problem) -> Self {
        let items = problem.items() as usize;
        let primary = problem.primary_items() as usize;
        let mut plain = Self {
            left: (0..=items).collect(),
            right: (0..=items).collect(),
            up: (0..=items).collect(),
            down: (0..=items).collect(),
            column: (0..=items).collect(),
            size: vec![0; items + 1],
            row: Vec::new(),
            solutions: 0,
            nodes: 0,
            limit: u64::MAX,
        };
        for header in 1..=primary {
            plain.left[header] = header - 1;
            plain.right[header - 1] = header;
        }
        plain.right[primary] = 0;
        plain.left[0] = primary;
        for option in 0..problem.options() {
            let first = plain.column.len();
            plain.row.push(first);
            let items = problem.option(option);
            for (k, &item) in items.iter().enumerate() {
                let header = item as usize + 1;
                let node = first + k;
                plain.column.push(header);
                plain.size[header] += 1;
                plain.up.push(plain.up[header]);
                plain.down.push(header);
                let above = plain.up[header];
                plain.down[above] = node;
                plain.up[header] = node;
                plain.left.push(if k == 0 { first + items.len() - 1 } else { node - 1 });
                plain.right.push(if k + 1 == items.len() { first } else { node + 1 });
            }
        }
        plain
    }

    fn cover(&mut self, c: usize) {
        let (left, right) = (self.left[c], self.right[c]);
        self.right[left] = right;
        self.left[right] = left;
        let mut i = self.down[c];
        while i != c {
            let mut j = self.right[i];
            while j != i {
                let (up, down) = (self.up[j], self.down[j]);
                self.down[up] = down;
                self.up[down] = up;
                self.size[self.column[j]] -= 1;
                j = self.right[j];
            }
            i = self.down[i];
        }
    }

    fn uncover(&mut self, c: usize) {
        let mut i = self.up[c];
        while i != c {
            let mut j = self.left[i];
            while j != i {
                self.size[self.column[j]] += 1;
                let (up, down) = (self.up[j], self.down[j]);
                self.down[up] = j;
                self.up[down] = j;
                j = self.left[j];
            }
            i = self.up[i];
        }
        let (left, right) = (self.left[c], self.right[c]);
        self.right[left] = c;
        self.left[right] = c;
    }

    fn search(&mut self) {
        self.nodes += 1;
        if self.right[0] == 0 {
            self.solutions += 1;
            return;
        }
        let mut c = self.right[0];
        let mut best = c;
        while c != 0 {
            if self.size[c] < self.size[best] {
                best = c;
            }
            c = self.right[c];
        }
        self.cover(best);
        let mut r = self.down[best];
        while r != best {
            let mut j = self.right[r];
            while j != r {
                self.cover(self.column[j]);
                j = self.right[j];
            }
            self.search();
            j = self.left[r];
            while j != r {
                self.uncover(self.column[j]);
                j = self.left[j];
            }
            if self.solutions >= self.limit {
                break;
            }
            r = self.down[r];
        }
        self.uncover(best);
    }

    /// Counts the solutions that contain the given options, up to `limit`.
    pub fn count(&mut self, selected: &[u32], limit: u64) -> u64 {
        self.solutions = 0;
        self.nodes = 0;
        self.limit = limit;
        for &option in selected {
            let r = self.row[option as usize];
            let mut j = r;
            loop {
                self.cover(self.column[j]);
                j = self.right[j];
                if j == r {
                    break;
                }
            }
        }
        self.search();
        for &option in selected.iter().rev() {
            let r = self.row[option as usize];
            let mut j = self.left[r];
            loop {
                self.uncover(self.column[j]);
                if j == r {
                    break;
                }
                j = self.left[j];
            }
        }
        self.solutions
    }
}
