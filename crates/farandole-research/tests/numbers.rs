//! Published numbers about grids, puzzles and unavoidable sets, reproduced.

use farandole_kernel::{Answer, Config, Isa, Redundancy, redundant_givens, solve_batch};
use farandole_research::{ALL_CELLS, Cells, Grid, Random, Recipe, givens, restrict, unavoidable_sets};

fn grids(count: u64) -> Vec<Grid> {
    Recipe::default().attempts(Isa::detect(), 3, 0..count).0.iter().map(|made| made.solution).collect()
}

fn digits(text: &str) -> [u8; 81] {
    core::array::from_fn(|cell| match text.as_bytes()[cell] {
        b'.' => 0,
        symbol => symbol - b'0',
    })
}

fn bytes(board: &[u8; 81]) -> [u8; 81] {
    board.map(|digit| digit + b'0')
}

/// Returns the number of these puzzles with exactly one solution.
fn proper(puzzles: &[[u8; 81]]) -> usize {
    let mut answers = vec![Answer::default(); puzzles.len()];
    solve_batch(Isa::detect(), &Config { limit: 2, ..Config::default() }, puzzles, &mut answers);
    answers.iter().filter(|answer| answer.solutions == 1).count()
}

/// A puzzle of 40 givens and one of 20 are minimal. Source: forum.enjoysudoku.com, thread t36836,
/// and the grid whose 16 disjoint unavoidable sets exclude puzzles of 15 givens.
#[test]
fn puzzles_with_most_givens_and_with_few_are_minimal() {
    let most = digits("1..4....9.5..89.2..981.2..4..1..5.9.58..2...7.798412.5.67518.4281.294.76.........");
    let few = digits("000020000037000060900001070003800006001000000000050090000007000000032008060000405");
    let grid = digits("145726983837495261926381574293874156581269347674153892318547629459632718762918435");
    assert_eq!([most, few].map(|puzzle| givens(&puzzle).count_ones()), [40, 20]);
    assert_eq!(few, restrict(&grid, givens(&few)));
    let puzzles = [most, few].map(|puzzle| bytes(&puzzle));
    assert_eq!(proper(&puzzles), 2);
    let mut answers = [Redundancy::default(); 2];
    redundant_givens(Isa::detect(), &Config::default(), &puzzles, &mut answers);
    assert_eq!(answers.map(|answer| answer.cells), [0, 0]);
}

/// Returns the mean of a sample, and the allowed deviation: four standard errors.
fn mean(sample: &[f64]) -> (f64, f64) {
    let size = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / size;
    let variance = sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (size - 1.0);
    (mean, 4.0 * (variance / size).sqrt())
}

/// A grid contains on average 10.6 sets of four cells, 15.4 of six, and 290 of up to twelve.
/// Source: the program gridchecker, on 3,000 and 300 grids.
#[test]
fn grids_have_the_published_number_of_small_unavoidable_sets() {
    let grids = grids(400);
    let of_size = |size: u32| -> Vec<f64> {
        let count = |grid| {
            unavoidable_sets(grid, 6, &false.into()).iter().filter(|set| set.count_ones() == size).count()
        };
        grids.iter().map(|grid| count(grid) as f64).collect()
    };
    let upto_twelve: Vec<f64> =
        grids[..60].iter().map(|grid| unavoidable_sets(grid, 12, &false.into()).len() as f64).collect();
    for (sample, known) in [(of_size(4), 10.6), (of_size(6), 15.4), (upto_twelve, 290.0)] {
        let (mean, error) = mean(&sample);
        assert!((mean - known).abs() < error, "{mean} +- {error}, known: {known}");
        assert!(error < 0.15 * known, "the sample says little");
    }
    // A grid known to have no sets of four cells.
    let none = digits("123456789456789132789213645275941368638527914941638257394175826517862493862394571");
    assert!(unavoidable_sets(&none, 5, &false.into()).is_empty());
    // 16 disjoint sets: no puzzle of 15 givens is proper.
    let grid = digits("145726983837495261926381574293874156581269347674153892318547629459632718762918435");
    assert!(disjoint(&unavoidable_sets(&grid, 12, &false.into()), 16, 0));
}

/// Returns true if `count` of these sets are disjoint from each other and from `taken`.
fn disjoint(sets: &[Cells], count: usize, taken: Cells) -> bool {
    // Only sets in the untaken cells count, and they must fit there.
    let free: Vec<Cells> = sets.iter().copied().filter(|set| set & taken == 0).collect();
    let room = (ALL_CELLS & !taken).count_ones() as usize;
    if count == 0 {
        return true;
    }
    let smallest = free.first().map_or(82, |set| set.count_ones() as usize);
    free.len() >= count
        && room >= count * smallest
        && (0..free.len()).any(|at| disjoint(&free[at + 1..], count - 1, taken | free[at]))
}

/// Random subsets of the cells of a grid are proper with a known probability. Source: a count by
/// another program, on grids of another generator. The shares here are 6 to 10 % larger, on 300
/// grids and with either source of random numbers.
#[test]
fn random_parts_of_grids_are_proper_as_often_as_known() {
    let grids = grids(400);
    for (size, known) in [(32, 0.035), (36, 0.15), (40, 0.33), (44, 0.52)] {
        let shares: Vec<f64> = grids
            .iter()
            .zip(0..)
            .map(|(grid, number)| {
                let mut random = Random::new(size as u64, number);
                let mut cells: [usize; 81] = core::array::from_fn(|cell| cell);
                let puzzles: [[u8; 81]; 20] = core::array::from_fn(|_| {
                    random.shuffle(&mut cells);
                    bytes(&restrict(grid, cells[..size].iter().fold(0, |set, cell| set | 1 << cell)))
                });
                proper(&puzzles) as f64 / 20.0
            })
            .collect();
        let (mean, error) = mean(&shares);
        assert!(
            (mean - known).abs() < error + 0.12 * known,
            "{size} cells: {mean} +- {error}, known: {known}"
        );
    }
}
