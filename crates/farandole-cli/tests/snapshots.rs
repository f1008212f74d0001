//! Command lines with what they print and their exit codes.

#[test]
fn commands_print_what_was_agreed() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
