//! Constraint text with grids, and its links.

use farandole_formats::constraint_text;
use farandole_puzzle::format::iss::{self, IssErrors};
use farandole_puzzle::variant::Variant;
use proptest::prelude::*;

fn read(text: &str) -> Result<Variant, IssErrors> {
    constraint_text::read(text).map(|read| read.variant)
}

#[test]
fn grids_in_other_forms() {
    let line = "5".to_string() + &".".repeat(80);
    assert_eq!(read(&line), read(".~R1C1_5"));
    let killer = "C<".to_string() + &"0".repeat(79);
    assert_eq!(read(&killer).unwrap().constraints().len(), 80);
    let map = "001100112233223344556677445566778899aabb8899aabbccddeeffccddeeff";
    assert!(read(map).is_err(), "64 cells in 16 pieces");
    assert_eq!(read("0011001122332233"), read(".Shape~4x4.NoBoxes.Jigsaw~0011001122332233"));
    assert_eq!(
        read("1...............0011001122332233"),
        read(".Shape~4x4.NoBoxes.Jigsaw~0011001122332233.~R1C1_1")
    );
}

#[test]
fn items_may_follow_a_grid() {
    let variant = read("1..4\n....\n....\n....\n.AntiKnight").unwrap();
    assert_eq!(iss::write(&variant), ".Shape~4x4.AntiKnight.~R1C1_1~R1C4_4");
    assert!(iss::read("1..4\n....\n....\n....\n.AntiKnight").is_err(), "the model reads items only");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn no_text_makes_the_reader_panic(text in "[.~_RCVA-Z0-9a-f=|+ \n-]{0,90}") {
        drop(read(&text));
        drop(iss::link_text(&text).map(|text| read(&text)));
    }
}
