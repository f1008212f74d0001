//! Command lines with their expected output and exit codes.

#[test]
fn commands_print_what_was_agreed() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
