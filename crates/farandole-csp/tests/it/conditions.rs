//! Compares conditions with an oracle on all grids of a small board. The conditions are random expressions,
//! and the oracle is their meaning as a Rust function. The checker must agree with the oracle on each grid,
//! and the search must find as many solutions.

use core::ops::ControlFlow;
use farandole_csp::{Config, CspSolver};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use std::rc::Rc;

/// The meaning of an expression: a function from the values of the cells to a number.
type Meaning = Rc<dyn Fn(&[i64]) -> i64>;

/// A pseudorandom number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}

const NAMES: [&str; 5] = ["R1C1", "R1C2", "R1C3", "R1C4", "R1C5"];

/// Returns a random expression for a number: its text, in parentheses if they matter, and its meaning.
fn number(random: &mut Random, depth: u32) -> (String, Meaning) {
    if depth == 0 || random.below(3) == 0 {
        return if random.below(4) == 0 {
            let constant = random.below(9) as i64;
            (constant.to_string(), Rc::new(move |_| constant))
        } else {
            let cell = random.below(5) as usize;
            (NAMES[cell].to_owned(), Rc::new(move |x| x[cell]))
        };
    }
    let kind = random.below(13);
    if kind == 12 {
        let (condition, truth) = condition(random, depth - 1);
        let [(then, a), (otherwise, b)] = [(); 2].map(|()| number(random, depth - 1));
        let text = format!("if({condition},{then},{otherwise})");
        return (text, Rc::new(move |x| if truth(x) != 0 { a(x) } else { b(x) }));
    }
    if kind == 11 {
        let [(one, p), (two, q)] = [(); 2].map(|()| condition(random, depth - 1));
        return (format!("count({one},{two},{one})"), Rc::new(move |x| 2 * p(x) + q(x)));
    }
    let [(one, a), (two, b)] = [(); 2].map(|()| number(random, depth - 1));
    match kind {
        0 => (format!("({one}+{two})"), Rc::new(move |x| a(x) + b(x))),
        1 => (format!("({one}-{two})"), Rc::new(move |x| a(x) - b(x))),
        2 => (format!("{one}*{two}"), Rc::new(move |x| a(x) * b(x))),
        3 => (format!("-{one}"), Rc::new(move |x| -a(x))),
        4 => (format!("abs({one})"), Rc::new(move |x| a(x).abs())),
        5 => (format!("min({one},{two})"), Rc::new(move |x| a(x).min(b(x)))),
        6 => (format!("max({one},{two})"), Rc::new(move |x| a(x).max(b(x)))),
        7 => (format!("number({one},{two})"), Rc::new(move |x| 10 * a(x) + b(x))),
        8 => (format!("mod({one},{two})"), Rc::new(move |x| floor_mod(a(x), b(x)))),
        9 => {
            let meaning = move |x: &[i64]| {
                let (a, b) = (a(x), b(x));
                if b == 0 { 0 } else { (a - floor_mod(a, b)) / b }
            };
            (format!("div({one},{two})"), Rc::new(meaning))
        }
        _ => (format!("sum({one},{two},{one})"), Rc::new(move |x| 2 * a(x) + b(x))),
    }
}

/// Returns the remainder of a division, from 0 to the absolute value of the divisor minus 1. If the
/// divisor is 0, returns the dividend.
fn floor_mod(dividend: i64, divisor: i64) -> i64 {
    if divisor == 0 {
        return dividend;
    }
    let rest = dividend % divisor;
    if rest < 0 { rest + divisor.abs() } else { rest }
}

/// Returns a random condition: its text, and its meaning as 0 or 1.
fn condition(random: &mut Random, depth: u32) -> (String, Meaning) {
    let truth = |holds: bool| i64::from(holds);
    if depth == 0 || random.below(2) == 0 {
        let [(one, a), (two, b)] = [(); 2].map(|()| number(random, depth));
        return match random.below(6) {
            0 => (format!("{one}={two}"), Rc::new(move |x| truth(a(x) == b(x)))),
            1 => (format!("{one}!={two}"), Rc::new(move |x| truth(a(x) != b(x)))),
            2 => (format!("{one}<{two}"), Rc::new(move |x| truth(a(x) < b(x)))),
            3 => (format!("{one}<={two}"), Rc::new(move |x| truth(a(x) <= b(x)))),
            4 => (format!("{one}>{two}"), Rc::new(move |x| truth(a(x) > b(x)))),
            _ => (format!("{one}>={two}"), Rc::new(move |x| truth(a(x) >= b(x)))),
        };
    }
    match random.below(9) {
        kind @ 0..=3 => {
            let [(one, p), (two, q)] = [(); 2].map(|()| condition(random, depth - 1));
            match kind {
                0 => (format!("(({one})|{two})"), Rc::new(move |x| p(x) | q(x))),
                1 => (format!("(({one})&({two}))"), Rc::new(move |x| p(x) & q(x))),
                2 => (format!("(({one})=>({two}))"), Rc::new(move |x| (1 - p(x)) | q(x))),
                _ => (format!("or(not({one}),and({two},{one}))"), Rc::new(move |x| (1 - p(x)) | q(x))),
            }
        }
        4 => {
            let (one, p) = condition(random, depth - 1);
            (format!("!({one})"), Rc::new(move |x| 1 - p(x)))
        }
        5 | 6 => {
            let [(one, a), (two, b), (three, c)] = [(); 3].map(|()| number(random, depth - 1));
            if random.below(2) == 0 {
                let different = move |x: &[i64]| {
                    let (a, b, c) = (a(x), b(x), c(x));
                    truth(a != b && b != c && a != c)
                };
                return (format!("different({one},{two},{three})"), Rc::new(different));
            }
            (format!("in({one},{two},{three})"), Rc::new(move |x| truth(a(x) == b(x) || a(x) == c(x))))
        }
        7 => {
            let (one, a) = small(random);
            let prime = move |number: i64| number > 1 && (2..number).all(|by| number % by != 0);
            (format!("prime({one})"), Rc::new(move |x| truth(prime(a(x)))))
        }
        _ => {
            let (one, a) = small(random);
            let square = move |number: i64| (0..=number).any(|root| root * root == number);
            (format!("square({one})"), Rc::new(move |x| truth(square(a(x)))))
        }
    }
}

/// Returns a random expression for a number that is small enough for `prime`.
fn small(random: &mut Random) -> (String, Meaning) {
    let [(one, a), (two, b)] = [(); 2].map(|()| number(random, 1));
    (format!("{one}-{two}"), Rc::new(move |x| a(x) - b(x)))
}

/// Returns all grids of a strip of five cells.
fn grids(values: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..5 {
        all =
            all.iter().flat_map(|grid| values.iter().map(|value| [&grid[..], &[*value]].concat())).collect();
    }
    all
}

/// Returns the number of solutions that the search finds.
fn count(variant: &Variant) -> usize {
    let mut found = 0;
    let solver = CspSolver::new(variant).unwrap_or_else(|error| panic!("{error}"));
    solver.run(&Config { limit: u64::MAX, ..Config::default() }, &mut |_| {
        found += 1;
        ControlFlow::Continue(())
    });
    found
}

/// Number of random expressions, unless the environment variable `FARANDOLE_CASES` overrides it.
const CASES: u64 = 2_000;

#[test]
fn random_expressions_agree_with_the_oracle() {
    let cases = std::env::var("FARANDOLE_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(CASES);
    let boards = [("1-3", grids(&[1, 2, 3])), ("0-2", grids(&[0, 1, 2]))];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut compared, mut mixed) = (0_u64, 0_u64);
    for case in 0..cases {
        let (values, grids) = &boards[usize::from(case % 2 == 1)];
        let (text, meaning) = condition(&mut random, 1 + (case % 3) as u32);
        let text = format!(".Shape~1x5~{values}~Raw.Condition~{text}");
        // Expressions without cells and numbers that are too large are rejected.
        let Ok(variant) = iss::read(&text) else { continue };
        assert_eq!(iss::read(&iss::write(&variant)).as_ref(), Ok(&variant), "{text}");
        let mut expected = 0;
        for grid in grids {
            let numbers: Vec<i64> = grid.iter().map(|value| i64::from(*value)).collect();
            let holds = meaning(&numbers) != 0;
            expected += usize::from(holds);
            assert_eq!(check(&variant, grid).is_ok(), holds, "{text}: {grid:?}");
        }
        assert_eq!(count(&variant), expected, "{text}");
        compared += 1;
        mixed += u64::from(expected > 0 && expected < grids.len());
    }
    assert!(compared * 10 > cases * 9 && mixed * 2 > cases, "{compared} compared, {mixed} mixed");
}
