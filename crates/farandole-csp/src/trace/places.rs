//! Which constraint of a variant says what, where the engine is given other kinds.

use crate::plain_kinds::{in_plain_kinds, is_layout};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// For each constraint of `rewritten`, which says the same as `variant`, the place of the one in
/// `variant` that says it: each of these is said again by itself, beside those that make the board.
pub(super) fn places_in(variant: &Variant, rewritten: &Variant) -> Vec<Option<usize>> {
    let constraints = variant.constraints();
    let groups = variant.stated_groups();
    let alone = |it: &Constraint| Variant::new(variant.shape(), groups.clone(), vec![it.clone()]);
    let more = |it: &Constraint| alone(it).is_ok_and(|one| one.board().groups().len() > groups.len());
    let makes = |it: &Constraint| is_layout(it) || more(it);
    let board: Vec<usize> = (0..constraints.len()).filter(|at| makes(&constraints[*at])).collect();
    let mut places = vec![None; rewritten.constraints().len()];
    let mut note = |said: &[usize], place: usize| {
        let said = said.iter().map(|at| constraints[*at].clone()).collect();
        let Ok(one) = Variant::new(variant.shape(), groups.clone(), said) else { return };
        let one = in_plain_kinds(&one).unwrap_or(one);
        for (known, constraint) in places.iter_mut().zip(rewritten.constraints()) {
            if known.is_none() && one.constraints().contains(constraint) {
                *known = Some(place);
            }
        }
    };
    board.iter().for_each(|at| note(&board, *at));
    for at in (0..constraints.len()).filter(|at| !board.contains(at)) {
        note(&[&board[..], &[at]].concat(), at);
    }
    places
}
