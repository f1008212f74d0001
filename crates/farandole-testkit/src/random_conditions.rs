//! Random expressions for the items `Condition`, `PairRule` and `LineRule`.

use crate::choose::Choose;

/// Maximum nesting depth of an expression.
const DEPTH: usize = 3;

/// Returns a random condition. `operand` returns a cell or a letter.
pub(crate) fn condition<C: Choose>(choose: &mut C, operand: &mut impl FnMut(&mut C) -> String) -> String {
    part(choose, operand, DEPTH)
}

fn part<C: Choose>(choose: &mut C, operand: &mut impl FnMut(&mut C) -> String, depth: usize) -> String {
    if depth == 0 || choose.below(3) > 0 {
        let sign = choose.pick(&["=", "!=", "<", "<=", ">", ">="]);
        let left = number(choose, operand, depth);
        return format!("{left}{sign}{}", number(choose, operand, depth));
    }
    let mut next = |choose: &mut C| part(choose, operand, depth - 1);
    match choose.below(6) {
        0 => format!("({})|({})", next(choose), next(choose)),
        1 => format!("({})&({})", next(choose), next(choose)),
        2 => format!("!({})", next(choose)),
        3 => format!("({})=>({})", next(choose), next(choose)),
        4 => format!("count({},{})={}", next(choose), next(choose), choose.below(3)),
        _ => {
            let name = choose.pick(&["different", "in"]);
            let all: Vec<String> = (0..3).map(|_| number(choose, operand, depth - 1)).collect();
            format!("{name}({})", all.join(","))
        }
    }
}

fn number<C: Choose>(choose: &mut C, operand: &mut impl FnMut(&mut C) -> String, depth: usize) -> String {
    if depth == 0 || choose.below(2) == 0 {
        return if choose.below(3) == 0 { choose.below(12).to_string() } else { operand(choose) };
    }
    let mut next = |choose: &mut C| number(choose, operand, depth - 1);
    match choose.below(7) {
        0 | 1 => format!("{}+{}", next(choose), next(choose)),
        2 => format!("{}-({})", next(choose), next(choose)),
        3 => format!("({})*{}", next(choose), choose.below(4)),
        4 => format!("abs({})", next(choose)),
        5 => format!("mod({},{})", next(choose), choose.below(4)),
        _ => format!("{}({},{})", choose.pick(&["min", "max", "number"]), next(choose), next(choose)),
    }
}
