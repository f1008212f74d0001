//! The integration tests of the crate as one program, because every program has to be linked and contains generic code of the
//! libraries. A filter selects the tests of a file: `cargo test -p farandole --test it abduction::`.

mod abduction;
mod arrays;
mod batch;
mod canonical;
mod check_answers;
mod drawing_effect;
mod editor_links;
mod editor_mutations;
mod editor_round_trips;
mod editor_support;
mod four_by_four;
mod generate;
mod generate_variants;
mod import_mutants;
mod isolation;
mod kinds_are_complete;
mod line_colours;
mod mutant_support;
mod ordered_map;
mod proposals;
mod random_variants;
mod scopes;
mod session;
mod setter;
mod setters_rules;
mod verdict;
mod writers;
