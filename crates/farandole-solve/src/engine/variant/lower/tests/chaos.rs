//! Regions that are found while solving: against all ways to split a small grid.

use super::{count, grids, read};
use farandole_puzzle::variant::check;

/// All ways to number the cells of a grid by regions of a size, in the order of their first cells. Regions need not be
/// connected.
fn splits(cells: usize, size: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..cells {
        let mut next = Vec::new();
        for split in all {
            let used = split.iter().max().map_or(0, |label: &u8| label + 1);
            for label in 0..=used {
                if usize::from(label) < cells / size
                    && split.iter().filter(|other| **other == label).count() < size
                {
                    next.push([&split[..], &[label]].concat());
                }
            }
        }
        all = next;
    }
    all
}

/// Compares the count with that of all splits and all grids that the checker accepts.
fn compare(shape: &str, size: usize, items: &[&str]) {
    let layout = grids(&[shape, ".NoBoxes"].concat());
    let low = layout[0].iter().min().copied().unwrap_or(0);
    let splits = splits(layout[0].len(), size);
    for item in items {
        let variant = read(&[shape, ".NoBoxes.ChaosConstruction", item].concat());
        let mut expected = 0;
        for split in &splits {
            let labels: Vec<u8> = split.iter().map(|label| label + low).collect();
            expected +=
                layout.iter().filter(|grid| check(&variant, &[&grid[..], &labels].concat()).is_ok()).count();
        }
        assert_eq!(count(&variant), expected as u64, "{shape}{item}");
    }
}

#[test]
fn regions_are_found() {
    compare(".Shape~2x2", 2, &["", ".ChaosArrow~R1C1", ".ChaosCount~R2C1~1", ".SameValues~2~CC1~CC4"]);
    let items = [
        "",
        ".ChaosArrow~R1C1.ChaosArrow~R2C2~1",
        ".ChaosArrow~R1C2~0~CC2~CC3~-~CC2~CC5~CC8",
        ".ChaosArrow~R3C3~0~CC1~CC5~CC9",
        ".ChaosCount~R1C1.ChaosCount~R3C2",
        ".ChaosCount~R2C2~0~CC1~CC9~CC1~CC2",
        ".SameValues~3~CC1~CC2~CC5",
        ".SameValues~2~CC3~CC7",
        ".AllDifferent~CC1~CC5~CC9",
        ".AllDifferent~CC2~CC4",
        ".CountDistinct~R1C1~CC1~CC2~CC5~CC9",
        ".CountDistinct~R2C2~CC4~CC5~CC6",
    ];
    compare(".Shape~3x3", 3, &items);
    compare(".Shape~3x3~0-2", 3, &items);
    compare(".Shape~2x3.RegionSize~2", 2, &["", ".ChaosArrow~R1C2", ".ChaosCount~R2C2"]);
    compare(".Shape~2x4.RegionSize~4", 4, &["", ".ChaosArrow~R1C2", ".ChaosCount~R2C3"]);
}
