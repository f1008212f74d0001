//! The explanation of all kinds of fish.

use crate::grammar::{cell, cell_list, cells, eliminated_cells, eliminated_digit, houses};
use crate::model::{Deduction, Role};

pub(crate) fn why(deduction: &Deduction) -> String {
    let digit = eliminated_digit(deduction);
    // A siamese fish, which combines two finned fish with the same base, lists the cover of each.
    let siamese = deduction.houses.len() == 3 * deduction.size as usize;
    let size = deduction.houses.len() / if siamese { 3 } else { 2 };
    let (base, covers) = deduction.houses.split_at(size);
    let covers: Vec<String> = covers.chunks(size).map(houses).collect();
    let fins = cells(deduction, Role::Fin);
    let base = format!("In {}, {digit} can only go in {}", houses(base), covers.join("; and also only in "));
    let (some, none, any) = match &fins[..] {
        [] => return format!("{base}, so these are used up."),
        [fin] => {
            let fin = cell(*fin);
            (format!("the fin {fin}"), format!("{fin} is not {digit}"), format!("{fin} is {digit}"))
        }
        fins => (
            format!("the fins {}", cell_list(fins)),
            format!("no fin is {digit}"),
            format!("a fin is {digit}"),
        ),
    };
    let each = if siamese { ", each time with some of " } else { ", or in " };
    let gone = cell_list(&eliminated_cells(deduction));
    let verb = if deduction.eliminations.len() == 1 { "is" } else { "are" };
    format!(
        "{base}{each}{some}. If {none}, {digit} takes all of {}. If {any}, it is seen from {gone}. Either way {gone} {verb} not \
         {digit}.",
        covers.join(" or all of ")
    )
}
