//! Tests of forms against published grids, random symmetries, and all symmetries of a board.

use farandole_canon::{Bands, Canon, Orientation, Symmetry};
use farandole_testkit::Random;

fn board(text: &str) -> [u8; 81] {
    let bytes: &[u8; 81] = text.as_bytes().try_into().expect("81 symbols");
    bytes.map(|symbol| if symbol.is_ascii_digit() { symbol - b'0' } else { 0 })
}

fn order(random: &mut Random) -> [u8; 9] {
    let mut order = [0; 9];
    let mut chutes = [0, 1, 2];
    random.shuffle(&mut chutes);
    for (place, chute) in chutes.into_iter().enumerate() {
        let mut lines = [0, 1, 2];
        random.shuffle(&mut lines);
        for (line, from) in lines.into_iter().enumerate() {
            order[3 * place + line] = 3 * chute + from;
        }
    }
    order
}

fn random_symmetry(random: &mut Random) -> Symmetry {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    let orientation = if random.below(2) == 0 { Orientation::Upright } else { Orientation::Transposed };
    Symmetry::new(orientation, order(random), order(random), digits).expect("a symmetry")
}

/// Min-lex grids and their numbers of automorphisms. Source: gsf's table, forum.enjoysudoku.com thread t34383;
/// checked with the crate `sudoku`.
const NAMED: [(&str, u32); 15] = [
    ("123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648),
    ("123456789456789123789123456267591834591834267834267591375618942618942375942375618", 162),
    ("123456789456789123789123456231564978564978231978231564312645897645897312897312645", 108),
    ("123456789457289163689173452245968317316745928978312645564897231731524896892631574", 108),
    ("123456789456789123789123456231564978564897312897231645312978564645312897978645231", 72),
    ("123456789457893612986217354274538196531964827698721435342685971715349268869172543", 72),
    ("123456789456789123789123456231564897564897231897231564348672915672915348915348672", 54),
    ("123456789456789123789123456214365897365897214897214365531642978642978531978531642", 3),
    ("123456789456789123789123456214897365365214897897365214541632978632978541978541632", 18),
    ("123456789456789123789132465218967534564213978937548216391875642645321897872694351", 6),
    ("123456789457189326689327154216534897745891632938672541361245978574918263892763415", 6),
    ("123456789457189326689327154216534897745891632938672541392765418574918263861243975", 2),
    ("123568479864791352957243681218657934536489127749312865391825746472136598685974213", 36),
    ("639241785284765193517983624123857946796432851458619237342178569861594372975326418", 1),
    ("286537941541982736379614258917358624452176893863429517625743189194865372738291465", 1),
];

#[test]
fn named_grids_have_their_automorphisms() {
    let mut canon = Canon::new();
    for (number, (text, automorphisms)) in NAMED.into_iter().enumerate() {
        let grid = board(text);
        let form = canon.grid(&grid).expect("a grid");
        assert_eq!(form.automorphisms, automorphisms, "{text}");
        assert_eq!(form.symmetry.apply(&grid), form.board);
        if number < 12 {
            assert_eq!(form.board, grid, "the list gives min-lex grids");
        }
        assert_eq!(canon.puzzle(&grid), Some(form), "a full board is a puzzle, too");
    }
}

#[test]
fn forms_do_not_depend_on_the_isomorph() {
    let (mut canon, mut random) = (Canon::new(), Random::new(1));
    for (text, _) in NAMED {
        let grid = board(text);
        for givens in [81, 60, 30, 24, 17, 8, 5, 3, 2, 1, 0] {
            let mut puzzle = grid;
            let mut cells: Vec<usize> = (0..81).collect();
            random.shuffle(&mut cells);
            cells[givens..].iter().for_each(|cell| puzzle[*cell] = 0);
            let form = canon.puzzle(&puzzle).expect("digits");
            assert_eq!(form.symmetry.apply(&puzzle), form.board);
            for _ in 0..5 {
                let symmetry = random_symmetry(&mut random);
                let image = symmetry.apply(&puzzle);
                assert_eq!(symmetry.inverse().apply(&image), puzzle);
                let other = canon.puzzle(&image).expect("digits");
                assert_eq!((other.board, other.automorphisms), (form.board, form.automorphisms));
                assert_eq!(symmetry.then(&other.symmetry).apply(&puzzle), form.board);
                assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
            }
        }
    }
}

/// Returns all orders of nine lines that keep chutes together.
fn orders() -> Vec<[u8; 9]> {
    const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let order = |number: usize| {
        let chutes = ORDERS[number / 216];
        let inside = [ORDERS[number / 36 % 6], ORDERS[number / 6 % 6], ORDERS[number % 6]];
        core::array::from_fn(|place| 3 * chutes[place / 3] + inside[place / 3][place % 3])
    };
    (0..1296).map(order).collect()
}

/// Returns the least image of a board and the number of geometric symmetries that reach it, by trying all
/// 3,359,232.
fn brute_force(puzzle: &[u8; 81]) -> ([u8; 81], u32) {
    let orders = orders();
    let (mut best, mut count) = ([9; 81], 0);
    for transpose in [false, true] {
        for rows in &orders {
            'cols: for cols in &orders {
                let (mut names, mut named, mut image, mut is_less) = ([0_u8; 10], 0, [0; 81], false);
                for cell in 0..81 {
                    let (row, col) = (rows[cell / 9] as usize, cols[cell % 9] as usize);
                    let digit = puzzle[if transpose { col * 9 + row } else { row * 9 + col }] as usize;
                    if digit > 0 && names[digit] == 0 {
                        named += 1;
                        names[digit] = named;
                    }
                    image[cell] = names[digit];
                    if !is_less && image[cell] > best[cell] {
                        continue 'cols;
                    }
                    is_less |= image[cell] < best[cell];
                }
                if is_less {
                    (best, count) = (image, 0);
                }
                count += 1;
            }
        }
    }
    (best, count)
}

#[test]
fn forms_are_the_least_of_all_images() {
    let (mut canon, mut random) = (Canon::new(), Random::new(7));
    let mut boards = vec![
        board("000000000001002003003004015000000400000670000008090000000001000020000600760000000"),
        board("000000041500900000070600000000350600402000000800000000000040080090000300030000000"),
    ];
    for givens in [2, 3, 4, 5, 6, 8, 12, 20, 40] {
        let mut puzzle = board(NAMED[random.below(15)].0);
        let mut cells: Vec<usize> = (0..81).collect();
        random.shuffle(&mut cells);
        cells[givens..].iter().for_each(|cell| puzzle[*cell] = 0);
        boards.push(puzzle);
    }
    // Boards that break the rules have forms as well.
    boards.push(core::array::from_fn(|_| random.below(30).saturating_sub(20) as u8));
    boards.push(core::array::from_fn(|_| random.below(9).saturating_sub(6) as u8));
    boards.push(core::array::from_fn(|_| random.below(5).saturating_sub(3) as u8));
    for puzzle in boards {
        let form = canon.puzzle(&puzzle).expect("digits");
        assert_eq!((form.board, form.automorphisms), brute_force(&puzzle), "{puzzle:?}");
    }
}

#[test]
fn boards_that_are_no_grids_have_no_grid_form() {
    let mut grid = board(NAMED[0].0);
    let mut canon = Canon::new();
    grid.swap(0, 1);
    assert_eq!(canon.grid(&grid), None);
    grid[0] = 0;
    assert_eq!(canon.grid(&grid), None);
    grid[0] = 10;
    assert_eq!((canon.grid(&grid), canon.puzzle(&grid)), (None, None));
}

#[test]
fn bands_have_classes() {
    let canon = Canon::new();
    let bands = Bands::new(&canon);
    let digits = |text: &str| -> [u8; 27] { core::array::from_fn(|cell| text.as_bytes()[cell] - b'0') };
    let class =
        |text: &str| bands.class(&canon, &digits(text)).map(|class| (class.number, class.automorphisms));
    assert_eq!(class("123456789456789123789123456"), Some((1, 108)));
    assert_eq!(class("123456789457893612986217354"), Some((416, 12)));
    assert_eq!(class("123456789456789123789123455"), None);
    let mut random = Random::new(3);
    for (text, _) in NAMED {
        let grid = board(text);
        let top = |grid: &[u8; 81]| -> [u8; 27] { core::array::from_fn(|cell| grid[cell]) };
        let classes = |grid: &[u8; 81]| {
            let mut classes = [0; 6];
            for (chute, class) in classes.iter_mut().enumerate() {
                let rows = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|row| (row + 3 * (chute as u8 % 3)) % 9);
                let orientation = if chute < 3 { Orientation::Upright } else { Orientation::Transposed };
                let lines = [0, 1, 2, 3, 4, 5, 6, 7, 8];
                let turn = Symmetry::new(orientation, rows, lines, lines.map(|digit| digit + 1));
                let band = top(&turn.expect("a symmetry").apply(grid));
                *class = bands.class(&canon, &band).expect("a band").number;
            }
            classes.sort_unstable();
            classes
        };
        let image = random_symmetry(&mut random).apply(&grid);
        assert_eq!(classes(&image), classes(&grid), "the six chutes stay the same up to order");
    }
}

#[test]
fn the_form_by_the_solution_is_least_among_automorphisms() {
    let (mut canon, mut random) = (Canon::new(), Random::new(9));
    for (text, automorphisms) in NAMED {
        let grid = board(text);
        let mut seen = 0;
        canon.each_symmetry(&grid, |_| seen += 1);
        assert_eq!(seen, automorphisms);
        let mut puzzle = grid;
        (0..50).for_each(|_| puzzle[random.below(81)] = 0);
        let form = canon.solved(&puzzle, &grid).expect("a puzzle of this grid");
        for _ in 0..10 {
            let symmetry = random_symmetry(&mut random);
            let other = canon.solved(&symmetry.apply(&puzzle), &symmetry.apply(&grid)).expect("an isomorph");
            assert_eq!(other.board, form.board);
        }
    }
}

#[test]
fn symmetries_of_boards_lead_to_the_form_and_are_as_many_as_said() {
    let (mut canon, mut random) = (Canon::new(), Random::new(11));
    let lines = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (text, _) in NAMED {
        for givens in [81, 60, 24, 9, 8, 6] {
            let mut puzzle = board(text);
            let mut cells: Vec<usize> = (0..81).collect();
            random.shuffle(&mut cells);
            cells[givens..].iter().for_each(|cell| puzzle[*cell] = 0);
            let form = canon.puzzle(&puzzle).expect("digits");
            let mut seen = std::collections::HashSet::new();
            let again = canon.each_symmetry(&puzzle, |symmetry| {
                let orientation =
                    if symmetry.transposes() { Orientation::Transposed } else { Orientation::Upright };
                assert!(
                    Symmetry::new(orientation, *symmetry.rows(), *symmetry.cols(), lines.map(|n| n + 1))
                        .is_some()
                );
                assert_eq!(symmetry.apply(&puzzle), form.board);
                seen.insert((symmetry.transposes(), *symmetry.rows(), *symmetry.cols()));
            });
            assert_eq!((again, seen.len() as u32), (Some(form.board), form.automorphisms));
        }
    }
}

/// Counts patterns of cells up to symmetry, by number of cells. Source of the numbers: Burnside's lemma.
#[test]
fn patterns_are_as_many_as_burnside_says() {
    let mut canon = Canon::new();
    let mut patterns = vec![0_u128];
    for wanted in [1, 5, 21, 109, 548, 3074] {
        // Every pattern is a pattern with one cell less, plus a cell.
        let mut larger = std::collections::BTreeSet::new();
        for cells in &patterns {
            for cell in (0..81).filter(|cell| cells >> cell & 1 == 0) {
                let form = canon.pattern(cells | 1 << cell).expect("a pattern");
                larger.insert((0..81).fold(0, |set, cell| set | u128::from(form.board[cell]) << cell));
            }
        }
        patterns = larger.into_iter().collect();
        assert_eq!(patterns.len(), wanted);
        // The images of all patterns must add up to the number of ways to choose cells.
        let images: u64 = patterns
            .iter()
            .map(|cells| 3_359_232 / u64::from(canon.pattern(*cells).expect("a pattern").automorphisms))
            .sum();
        let count = u64::from(patterns[0].count_ones());
        assert_eq!(images, (0..count).fold(1, |product, k| product * (81 - k) / (k + 1)));
    }
}
