//! Vector operations compared with arithmetic on single numbers, on every instruction set.

use super::Xorshift;
use crate::{Isa, Task, Vectors};

/// Applies each operation to two arrays.
struct Operations<'a>(&'a [u16; 32], &'a [u16; 32]);

/// The results of the operations on two numbers, in the order of [`expected`].
type Results = [[u16; 32]; 19];

impl Task for Operations<'_> {
    type Output = Results;

    #[inline(always)]
    fn run<S: Vectors>(self, s: S) -> Results {
        let mut results = [[0; 32]; 19];
        for at in (0..32).step_by(S::STEP) {
            let (a, b) = (s.load(self.0, at), s.load(self.1, at));
            let truth = |m: S::M| s.select(m, s.splat(1), s.splat(0));
            let (low, nine) = (s.splat(0x7fff), s.splat(0x1ff));
            let values = [
                s.and(a, b),
                s.or(a, b),
                s.without(a, b),
                s.add(a, b),
                s.sub(a, b),
                s.mul(a, b),
                s.min(s.and(a, low), s.and(b, low)),
                s.equal(a, b),
                truth(s.meets(a, b)),
                truth(s.except(s.meets(a, s.splat(1)), s.differs(a, b))),
                truth(s.both(s.meets(a, s.splat(2)), s.meets(b, s.splat(2)))),
                s.keep(s.either(s.meets(a, s.splat(4)), s.meets(b, s.splat(4))), a),
                s.half(a),
                s.lowest(a),
                s.single(a),
                s.index(s.lowest(a)),
                s.reverse(s.and(a, nine)),
                s.power(s.and(a, b)),
                s.shift_right(s.and(a, nine), s.and(b, s.splat(7))),
            ];
            for (result, value) in results.iter_mut().zip(values) {
                s.store(result, at, value);
            }
            let lanes = u32::MAX >> (32 - S::STEP) & 0x9b5d_2f01;
            assert_eq!(s.lanes(s.of_lanes(lanes)), lanes);
        }
        results
    }
}

fn expected(a: u16, b: u16) -> [u16; 19] {
    let lowest = a & a.wrapping_neg();
    let index = if a == 0 { 0 } else { a.trailing_zeros() as u16 };
    [
        a & b,
        a | b,
        a & !b,
        a.wrapping_add(b),
        a.wrapping_sub(b),
        a.wrapping_mul(b),
        (a & 0x7fff).min(b & 0x7fff),
        if a == b { 0xffff } else { 0 },
        u16::from(a & b != 0),
        u16::from(a & 1 != 0 && a == b),
        u16::from(a & b & 2 != 0),
        if (a | b) & 4 != 0 { a } else { 0 },
        a >> 1,
        lowest,
        if a.is_power_of_two() { a } else { 0 },
        index,
        (a & 0x1ff).reverse_bits() >> 7,
        1 << (a & b).min(15),
        (a & 0x1ff) >> (b & 7),
    ]
}

#[test]
fn operations_are_exact_on_every_instruction_set() {
    let mut random = Xorshift(0x9e37_79b9_7f4a_7c15);
    for round in 0..2000 {
        // Small numbers, single bits and equal pairs are rare among random words.
        let mut word = || match random.below(4) {
            0 => random.below(20) as u16,
            1 => 1 << random.below(16),
            2 => random.below(512) as u16,
            _ => random.below(65_536) as u16,
        };
        let a: [u16; 32] = core::array::from_fn(|_| word());
        let mut b: [u16; 32] = core::array::from_fn(|_| word());
        b[round % 32] = a[round % 32];
        for isa in Isa::available() {
            let results = isa.run(Operations(&a, &b));
            for lane in 0..32 {
                let found = results.map(|result| result[lane]);
                assert_eq!(found, expected(a[lane], b[lane]), "{isa} {} {}", a[lane], b[lane]);
            }
        }
    }
}
