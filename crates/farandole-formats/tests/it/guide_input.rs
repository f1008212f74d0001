//! The examples on the page of the guide that lists all forms of input are read.

use farandole_formats::{Dialect, Format, ReadConfig};

const PAGE: &str = include_str!("../../../../docs/guide/input.md");

/// Returns the examples: the fenced blocks with the language `text`.
fn examples() -> Vec<&'static str> {
    let blocks = PAGE.split("\n```text\n").skip(1);
    blocks.map(|block| block.split_once("```\n").expect("the block ends").0).collect()
}

#[test]
fn every_example_is_read() {
    for example in examples() {
        let dialect = Dialect::detect(example.as_bytes(), &ReadConfig::default());
        let dialect = dialect.unwrap_or_else(|error| panic!("{error}\n{example}"));
        let mut parser = dialect.parser();
        let mut count = 0;
        for record in dialect.records(example.as_bytes()) {
            parser.parse(record).unwrap_or_else(|error| panic!("{}: {error:#}\n{example}", dialect.format()));
            count += 1;
        }
        assert!(count > 0, "{example}");
    }
}

#[test]
fn every_format_is_on_the_page() {
    for format in Format::ALL {
        assert!(PAGE.contains(&format!("`{format}`")), "{format}");
    }
}
