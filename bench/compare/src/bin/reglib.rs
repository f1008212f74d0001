//! Runs the cases of a technique library in HoDoKu's format and counts those that are found, code
//! by code.
//!
//! `cargo run --release --manifest-path bench/compare/Cargo.toml --bin reglib -- cases.txt [-v]`. A
//! case passes if some use of its technique eliminates or places exactly the candidates of the
//! case. A case that must fail passes if there is no use at all.

use farandole_bench_compare::library::{state, triples};
use farandole_logic::Technique;
use farandole_logic::hodoku;
use std::collections::{BTreeMap, BTreeSet};

/// Prefixes and suffixes of the names of fish, by the last two digits of their codes.
const FISH_KINDS: [&str; 7] =
    ["", "Finned ", "Sashimi ", "Franken ", "Finned Franken ", "Mutant ", "Finned Mutant "];
const FISH_SIZES: [&str; 6] = ["X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan"];

/// Returns the techniques of a library code.
// long: a table with one line per code
fn techniques(code: &str) -> Vec<Technique> {
    use Technique as T;
    let digits: Vec<usize> = code.bytes().map(|byte| byte.wrapping_sub(b'0') as usize).collect();
    if let [0, 3, kind @ 0..=6, size @ 0..=5] = digits[..] {
        let title = format!("{}{}", FISH_KINDS[kind], FISH_SIZES[size]);
        let named = |technique: &&T| technique.title().eq_ignore_ascii_case(&title);
        return T::ALL.iter().filter(named).copied().collect();
    }
    match code {
        "0000" => vec![T::FullHouse],
        "0002" => vec![T::HiddenSingleBox, T::HiddenSingleLine],
        "0003" => vec![T::NakedSingle],
        "0100" => vec![T::Pointing],
        "0101" => vec![T::Claiming],
        "0110" => vec![T::LockedPair],
        "0111" => vec![T::LockedTriplet],
        "0200" => vec![T::NakedPair, T::LockedPair],
        "0201" => vec![T::NakedTriplet, T::LockedTriplet],
        "0202" => vec![T::NakedQuad],
        "0210" => vec![T::HiddenPair],
        "0211" => vec![T::HiddenTriplet],
        "0212" => vec![T::HiddenQuad],
        "0400" => vec![T::Skyscraper],
        "0401" => vec![T::TwoStringKite],
        "0402" => vec![T::EmptyRectangle],
        "0403" => vec![T::TurbotFish],
        "0404" => vec![T::DualTwoStringKite],
        "0405" => vec![T::DualEmptyRectangle],
        "0500" => vec![T::SimpleColorsTrap],
        "0501" => vec![T::SimpleColorsWrap],
        "0502" => vec![T::MultiColors1],
        "0503" => vec![T::MultiColors2],
        "0600" => vec![T::Uniqueness1],
        "0601" => vec![T::Uniqueness2],
        "0602" => vec![T::Uniqueness3],
        "0603" => vec![T::Uniqueness4],
        "0604" => vec![T::Uniqueness5],
        "0605" => vec![T::Uniqueness6],
        "0606" => vec![T::HiddenRectangle],
        "0607" => vec![T::AvoidableRectangle1],
        "0608" => vec![T::AvoidableRectangle2],
        "0610" => vec![T::Bug1],
        "0701" => vec![T::XChain],
        "0702" => vec![T::XyChain],
        "0703" => vec![T::RemotePair],
        "0706" => vec![T::ContinuousLoop],
        "0707" => vec![T::DiscontinuousLoop],
        "0708" => vec![T::Aic],
        "0709" => vec![T::GroupedContinuousLoop],
        "0710" => vec![T::GroupedDiscontinuousLoop],
        "0711" => vec![T::GroupedAic],
        "0800" => vec![T::XyWing],
        "0801" => vec![T::XyzWing],
        "0803" => vec![T::WWing],
        "0901" => vec![T::AlsXz],
        "0902" => vec![T::AlsXyWing],
        "0903" => vec![T::AlsXyChain],
        "0904" => vec![T::DeathBlossom],
        "1101" => vec![T::SueDeCoq],
        "1201" => vec![T::TemplateSet],
        "1202" => vec![T::TemplateDelete],
        "1301" => vec![T::ForcingChainContradiction],
        "1302" => vec![T::ForcingChainVerity],
        "1303" => vec![T::ForcingNetContradiction],
        "1304" => vec![T::ForcingNetVerity],
        _ => Vec::new(),
    }
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().or_else(|| std::env::var("FARANDOLE_REGLIB").ok()).expect("a library file");
    let verbose = arguments.next().is_some();
    let mut table: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        let ["", code, _, grid, deleted, gone, placed, ..] = fields[..] else { continue };
        let (name, variant) = code.split_once('-').unwrap_or((code, ""));
        let name = &name[..name.len().min(4)];
        let row = table.entry(code.into()).or_default();
        let Some(state) = state(grid, deleted) else {
            row[1] += 1;
            println!("not understood: {line}");
            continue;
        };
        let found: Vec<_> =
            techniques(name).into_iter().flat_map(|technique| hodoku::all(&state, technique)).collect();
        let (gone, placed) = (triples(gone), triples(placed));
        let fits = found.iter().any(|deduction| {
            let eliminated: BTreeSet<_> = deduction.eliminations.iter().copied().collect();
            let set: BTreeSet<_> = deduction.placements.iter().copied().collect();
            // A placement by a naked single may also be given as its eliminations.
            if placed.is_empty() { eliminated == gone } else { set == placed }
        });
        let holds = if variant == "x" { found.is_empty() } else { fits };
        row[usize::from(!holds)] += 1;
        if verbose && !holds {
            println!("{line}");
            for deduction in found.iter().take(6000) {
                println!("    {:?} {:?}", deduction.eliminations, deduction.placements);
            }
        }
    }
    let mut sum = [0, 0];
    println!("code      found missed");
    for (code, [found, missed]) in table {
        println!("{code:8} {found:6} {missed:6}");
        sum = [sum[0] + found, sum[1] + missed];
    }
    println!("all      {:6} {:6}", sum[0], sum[1]);
    Ok(())
}
