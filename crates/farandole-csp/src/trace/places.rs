//! Finds the original constraint of each constraint in a rewritten variant.

use crate::core_kinds::in_core_kinds;
use farandole_puzzle::constraint::{Constraint, Role};
use farandole_puzzle::variant::Variant;

/// Returns, for each constraint of `rewritten`, the index of the constraint of `variant` that it
/// comes from, or `None` if that is unknown. To find it, each constraint of `variant` is rewritten
/// on its own, together with the constraints that determine the board.
pub(super) fn places_in(variant: &Variant, rewritten: &Variant) -> Vec<Option<usize>> {
    let constraints = variant.constraints();
    let groups = variant.stated_groups();
    let alone = |it: &Constraint| Variant::new(variant.shape(), groups.clone(), vec![it.clone()]);
    let more = |it: &Constraint| alone(it).is_ok_and(|one| one.board().groups().len() > groups.len());
    let makes = |it: &Constraint| it.about().role() == Role::Board || more(it);
    // Constraints that determine the board are always included, since others may refer to their cells.
    let board: Vec<usize> = (0..constraints.len()).filter(|at| makes(&constraints[*at])).collect();
    let mut places = vec![None; rewritten.constraints().len()];
    let mut note = |said: &[usize], place: usize| {
        let said = said.iter().map(|at| constraints[*at].clone()).collect();
        let Ok(one) = Variant::new(variant.shape(), groups.clone(), said) else { return };
        let one = in_core_kinds(&one).unwrap_or(one);
        for (known, constraint) in places.iter_mut().zip(rewritten.constraints()) {
            // If several constraints yield it, the first is its source.
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
