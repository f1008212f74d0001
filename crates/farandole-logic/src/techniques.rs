//! The table of techniques, from which the lists of techniques in this crate follow.
//!
//! Each row starts with the variant of [`Technique`](crate::Technique), its stable identifier, its
//! title, its assumption and a short description. The other columns are:
//!
//! - `se`: the minimum difficulty on the scale of Sudoku Explainer, in tenths, or 0 if the technique
//!   is not on that scale. If the difficulty depends on the size of the pattern, a function that
//!   computes it from the minimum follows.
//! - `own`: ten times the difficulty on Farandole's scale, or 0 if the technique is not on that scale.
//!   The last digit determines the order of equally difficult techniques. The numbers only define an
//!   order: less than 100 is for techniques that need no pencil marks, 100 to 299 for pairs and
//!   patterns of single digits, 300 to 499 for chains and almost locked sets, 600 or more for nets.
//! - `page`: the name of the page that describes the technique, or empty.
//! - `why`: the function that explains a deduction. It receives the pattern only, or also the grid.
//! - `note`: a sentence about the difference from other techniques of its page. Fish need none.
//!
//! The table is a macro, because modules of several layers use it, each for some of the columns.

/// Passes the table of techniques to a macro. Techniques of Sudoku Explainer come first, simplest
/// first, then those that only HoDoKu has, then those on neither scale.
macro_rules! techniques {
    ($with:ident) => {
$with! {
    FullHouse: "full-house", "Full house", Rules, "The last empty cell of a house.",
        se 10, own 10, page "singles", why Pattern(single::why_full_house);
    HiddenSingleBox: "hidden-single-box", "Hidden single in a box", Rules,
        "The only cell for a digit in a box.",
        se 12, own 20, page "singles", why Grid(single::why_hidden);
    HiddenSingleLine: "hidden-single-line", "Hidden single in a line", Rules,
        "The only cell for a digit in a row or column.",
        se 15, own 30, page "singles", why Grid(single::why_hidden);
    DirectPointing: "direct-pointing", "Direct pointing", Rules,
        "Pointing that immediately leaves a hidden single.",
        se 17, own 0, page "locked-candidates", why Pattern(locked::why_direct);
    DirectClaiming: "direct-claiming", "Direct claiming", Rules,
        "Claiming that immediately leaves a hidden single.",
        se 19, own 0, page "locked-candidates", why Pattern(locked::why_direct);
    DirectHiddenPair: "direct-hidden-pair", "Direct hidden pair", Rules,
        "A hidden pair that immediately leaves a hidden single.",
        se 20, own 0, page "hidden-sets", why Pattern(hidden_set::why_direct),
            note "Two digits whose candidates in a house are confined to the same two cells.";
    NakedSingle: "naked-single", "Naked single", Rules, "The only digit for a cell.",
        se 23, own 40, page "singles", why Pattern(single::why_naked);
    DirectHiddenTriplet: "direct-hidden-triplet", "Direct hidden triplet", Rules,
        "A hidden triplet that immediately leaves a hidden single.",
        se 25, own 0, page "hidden-sets", why Pattern(hidden_set::why_direct),
            note "Three digits whose candidates in a house are confined to the same three cells.";
    Pointing: "pointing", "Pointing", Rules, "Locked candidates from a box into a line.",
        se 26, own 100, page "locked-candidates", why Pattern(locked::why);
    Claiming: "claiming", "Claiming", Rules, "Locked candidates from a line into a box.",
        se 28, own 110, page "locked-candidates", why Pattern(locked::why);
    NakedPair: "naked-pair", "Naked pair", Rules, "Two cells of a house with two candidates in total.",
        se 30, own 120, page "naked-sets", why Pattern(naked_set::why),
            note "Two cells of a house with two candidates in total.";
    XWing: "x-wing", "X-wing", Rules, "Two lines whose candidates for a digit lie in two cross lines.",
        se 32, own 161, page "fish", why Pattern(fish::why);
    HiddenPair: "hidden-pair", "Hidden pair", Rules, "Two digits confined to two cells of a house.",
        se 34, own 130, page "hidden-sets", why Pattern(hidden_set::why),
            note "Two digits whose candidates in a house are confined to the same two cells.";
    NakedTriplet: "naked-triplet", "Naked triplet", Rules,
        "Three cells of a house with three candidates in total.",
        se 36, own 150, page "naked-sets", why Pattern(naked_set::why),
            note "Three cells of a house with three candidates in total.";
    Swordfish: "swordfish", "Swordfish", Rules,
        "Three lines whose candidates for a digit lie in three cross lines.",
        se 38, own 261, page "fish", why Pattern(fish::why);
    HiddenTriplet: "hidden-triplet", "Hidden triplet", Rules,
        "Three digits confined to three cells of a house.",
        se 40, own 160, page "hidden-sets", why Pattern(hidden_set::why),
            note "Three digits whose candidates in a house are confined to the same three cells.";
    XyWing: "xy-wing", "XY-wing", Rules, "A pivot with two candidates, and two wings.",
        se 42, own 200, page "xy-wings", why Pattern(xy_wing::why);
    XyzWing: "xyz-wing", "XYZ-wing", Rules, "A pivot with three candidates, and two wings.",
        se 44, own 211, page "xy-wings", why Pattern(xy_wing::why);
    UniqueLoop1: "unique-loop-1", "Unique rectangle or loop, type 1", OneSolution,
        "A deadly loop with extra candidates in one cell.",
        se 45 + unique_loop::tenths, own 281, page "unique-loops", why Pattern(unique_loop::why_1);
    UniqueLoop2: "unique-loop-2", "Unique rectangle or loop, type 2", OneSolution,
        "A deadly loop whose extra cells share a single extra candidate.",
        se 45 + unique_loop::tenths, own 290, page "unique-loops", why Pattern(unique_loop::why_2);
    UniqueLoop3Naked: "unique-loop-3-naked", "Unique rectangle or loop, type 3 with a naked set", OneSolution,
        "A deadly loop whose extra candidates form a naked set.",
        se 45 + unique_loop::tenths, own 300, page "unique-loops", why Pattern(unique_loop::why_3);
    UniqueLoop3Hidden: "unique-loop-3-hidden", "Unique rectangle or loop, type 3 with a hidden set", OneSolution,
        "A deadly loop whose two digits form a hidden set.",
        se 45 + unique_loop::tenths, own 300, page "unique-loops", why Pattern(unique_loop::why_3);
    UniqueLoop4: "unique-loop-4", "Unique rectangle or loop, type 4", OneSolution,
        "A deadly loop with a digit locked in its two extra cells.",
        se 45 + unique_loop::tenths, own 290, page "unique-loops", why Pattern(unique_loop::why_4);
    NakedQuad: "naked-quad", "Naked quad", Rules, "Four cells of a house with four candidates in total.",
        se 50, own 260, page "naked-sets", why Pattern(naked_set::why),
            note "Four cells of a house with four candidates in total.";
    Jellyfish: "jellyfish", "Jellyfish", Rules,
        "Four lines whose candidates for a digit lie in four cross lines.",
        se 52, own 380, page "fish", why Pattern(fish::why);
    HiddenQuad: "hidden-quad", "Hidden quad", Rules, "Four digits confined to four cells of a house.",
        se 54, own 270, page "hidden-sets", why Pattern(hidden_set::why),
            note "Four digits whose candidates in a house are confined to the same four cells.";
    Bug1: "bug-1", "BUG type 1", OneSolution, "A bivalue universal grave except for one cell.",
        se 56, own 220, page "bug", why Pattern(bug::why_1);
    Bug2: "bug-2", "BUG type 2", OneSolution,
        "A bivalue universal grave whose extra candidates are of one digit.",
        se 57, own 380, page "bug", why Pattern(bug::why_2);
    Bug3: "bug-3", "BUG type 3", OneSolution,
        "A bivalue universal grave whose extra candidates form a naked set.",
        se 58 + bug::tenths, own 390, page "bug", why Pattern(bug::why_3);
    Bug4: "bug-4", "BUG type 4", OneSolution,
        "A bivalue universal grave with a digit locked in its two extra cells.",
        se 57, own 380, page "bug", why Pattern(bug::why_4);
    AlignedPair: "aligned-pair-exclusion", "Aligned pair exclusion", Rules,
        "Two cells with combinations of candidates that bivalue cells exclude.",
        se 62, own 0, page "aligned-exclusion", why Pattern(aligned::why);
    XCycle: "x-cycle", "Bidirectional X-cycle", Rules, "A bidirectional cycle of one digit.",
        se 65 + kinds::tenths, own 0, page "chains", why Pattern(kinds::why_cycle);
    YCycle: "y-cycle", "Bidirectional Y-cycle", Rules, "A bidirectional cycle of bivalue cells.",
        se 65 + kinds::tenths, own 0, page "chains", why Pattern(kinds::why_cycle);
    ForcingXChain: "forcing-x-chain", "Forcing X-chain", Rules, "A forcing chain of one digit.",
        se 66 + kinds::tenths, own 0, page "chains", why Pattern(kinds::why_contradiction);
    XyCycle: "xy-cycle", "Bidirectional cycle", Rules,
        "A bidirectional cycle with links in cells and houses.",
        se 70 + kinds::tenths, own 0, page "chains", why Pattern(kinds::why_cycle);
    ForcingChain: "forcing-chain", "Forcing chain", Rules, "A forcing chain with links in cells and houses.",
        se 70 + kinds::tenths, own 0, page "chains", why Pattern(kinds::why_contradiction);
    AlignedTriplet: "aligned-triplet-exclusion", "Aligned triplet exclusion", Rules,
        "Three cells with combinations of candidates that other cells exclude.",
        se 75, own 0, page "aligned-exclusion", why Pattern(aligned::why);
    Nishio: "nishio", "Nishio forcing chains", Rules,
        "Links of one digit lead from an assumption to a contradiction.",
        se 75 + kinds::tenths, own 0, page "chains", why Pattern(kinds::why_contradiction);
    CellChains: "cell-forcing-chains", "Cell forcing chains", Rules,
        "All candidates of a cell lead to the same conclusion.",
        se 80 + kinds::tenths, own 500, page "chains", why Pattern(kinds::why_cell);
    RegionChains: "region-forcing-chains", "Region forcing chains", Rules,
        "All candidates of a digit in a house lead to the same conclusion.",
        se 80 + kinds::tenths, own 500, page "chains", why Pattern(kinds::why_region);
    DynamicCell: "dynamic-cell-forcing-chains", "Dynamic cell forcing chains", Rules,
        "Like `CellChains`, but eliminated candidates are remembered along the chain.",
        se 85 + kinds::tenths, own 800, page "chains", why Pattern(kinds::why_cell);
    DynamicRegion: "dynamic-region-forcing-chains", "Dynamic region forcing chains", Rules,
        "Like `RegionChains`, but eliminated candidates are remembered along the chain.",
        se 85 + kinds::tenths, own 800, page "chains", why Pattern(kinds::why_region);
    DynamicContradiction: "dynamic-contradiction", "Dynamic contradiction forcing chains", Rules,
        "An assumption leads to a contradiction.",
        se 85 + kinds::tenths, own 800, page "chains", why Pattern(kinds::why_contradiction);
    DynamicDouble: "dynamic-double", "Dynamic double forcing chains", Rules,
        "A candidate leads to the same conclusion whether it is true or false.",
        se 85 + kinds::tenths, own 800, page "chains", why Pattern(kinds::why_double);
    LockedPair: "locked-pair", "Locked pair", Rules, "A naked pair in the intersection of a box and a line.",
        se 0, own 110, page "locked-sets", why Pattern(house_set::why),
            note "Two cells in the intersection of a box and a line, with two candidates in total.";
    LockedTriplet: "locked-triplet", "Locked triplet", Rules,
        "A naked triplet in the intersection of a box and a line.",
        se 0, own 140, page "locked-sets", why Pattern(house_set::why),
            note "Three cells in the intersection of a box and a line, with three candidates in total.";
    Squirmbag: "squirmbag", "Squirmbag", Rules,
        "Five lines whose candidates for a digit lie in five cross lines.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    Whale: "whale", "Whale", Rules, "Six lines whose candidates for a digit lie in six cross lines.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    Leviathan: "leviathan", "Leviathan", Rules,
        "Seven lines whose candidates for a digit lie in seven cross lines.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedXWing: "finned-x-wing", "Finned X-wing", Rules, "A fish of two rows and two columns, with fins.",
        se 0, own 270, page "finned-fish", why Pattern(any_fish::why);
    FinnedSwordfish: "finned-swordfish", "Finned swordfish", Rules,
        "A fish of three rows and three columns, with fins.",
        se 0, own 370, page "finned-fish", why Pattern(any_fish::why);
    FinnedJellyfish: "finned-jellyfish", "Finned jellyfish", Rules,
        "A fish of four rows and four columns, with fins.",
        se 0, own 440, page "finned-fish", why Pattern(any_fish::why);
    FinnedSquirmbag: "finned-squirmbag", "Finned squirmbag", Rules,
        "A fish of five rows and five columns, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedWhale: "finned-whale", "Finned whale", Rules, "A fish of six rows and six columns, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedLeviathan: "finned-leviathan", "Finned leviathan", Rules,
        "A fish of seven rows and seven columns, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    SashimiXWing: "sashimi-x-wing", "Sashimi X-wing", Rules,
        "A fish of two rows and two columns, with fins, and at most one other candidate in a base line.",
        se 0, own 270, page "finned-fish", why Pattern(any_fish::why);
    SashimiSwordfish: "sashimi-swordfish", "Sashimi swordfish", Rules,
        "A fish of three rows and three columns, with fins, and at most one other candidate in a base line.",
        se 0, own 370, page "finned-fish", why Pattern(any_fish::why);
    SashimiJellyfish: "sashimi-jellyfish", "Sashimi jellyfish", Rules,
        "A fish of four rows and four columns, with fins, and at most one other candidate in a base line.",
        se 0, own 440, page "finned-fish", why Pattern(any_fish::why);
    SashimiSquirmbag: "sashimi-squirmbag", "Sashimi squirmbag", Rules,
        "A fish of five rows and five columns, with fins, and at most one other candidate in a base line.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    SashimiWhale: "sashimi-whale", "Sashimi whale", Rules,
        "A fish of six rows and six columns, with fins, and at most one other candidate in a base line.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    SashimiLeviathan: "sashimi-leviathan", "Sashimi leviathan", Rules,
        "A fish of seven rows and seven columns, with fins, and at most one other candidate in a base line.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FrankenXWing: "franken-x-wing", "Franken X-wing", Rules, "A fish of lines and boxes, size two.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FrankenSwordfish: "franken-swordfish", "Franken swordfish", Rules,
        "A fish of lines and boxes, size three.",
        se 0, own 460, page "finned-fish", why Pattern(any_fish::why);
    FrankenJellyfish: "franken-jellyfish", "Franken jellyfish", Rules,
        "A fish of lines and boxes, size four.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FrankenSquirmbag: "franken-squirmbag", "Franken squirmbag", Rules,
        "A fish of lines and boxes, size five.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FrankenWhale: "franken-whale", "Franken whale", Rules, "A fish of lines and boxes, size six.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FrankenLeviathan: "franken-leviathan", "Franken leviathan", Rules,
        "A fish of lines and boxes, size seven.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedFrankenXWing: "finned-franken-x-wing", "Finned Franken X-wing", Rules,
        "A fish of lines and boxes, size two, with fins.",
        se 0, own 460, page "finned-fish", why Pattern(any_fish::why);
    FinnedFrankenSwordfish: "finned-franken-swordfish", "Finned Franken swordfish", Rules,
        "A fish of lines and boxes, size three, with fins.",
        se 0, own 470, page "finned-fish", why Pattern(any_fish::why);
    FinnedFrankenJellyfish: "finned-franken-jellyfish", "Finned Franken jellyfish", Rules,
        "A fish of lines and boxes, size four, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedFrankenSquirmbag: "finned-franken-squirmbag", "Finned Franken squirmbag", Rules,
        "A fish of lines and boxes, size five, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedFrankenWhale: "finned-franken-whale", "Finned Franken whale", Rules,
        "A fish of lines and boxes, size six, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedFrankenLeviathan: "finned-franken-leviathan", "Finned Franken leviathan", Rules,
        "A fish of lines and boxes, size seven, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    MutantXWing: "mutant-x-wing", "Mutant X-wing", Rules, "A fish of arbitrary houses, size two.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    MutantSwordfish: "mutant-swordfish", "Mutant swordfish", Rules, "A fish of arbitrary houses, size three.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    MutantJellyfish: "mutant-jellyfish", "Mutant jellyfish", Rules, "A fish of arbitrary houses, size four.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    MutantSquirmbag: "mutant-squirmbag", "Mutant squirmbag", Rules, "A fish of arbitrary houses, size five.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    MutantWhale: "mutant-whale", "Mutant whale", Rules, "A fish of arbitrary houses, size six.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    MutantLeviathan: "mutant-leviathan", "Mutant leviathan", Rules, "A fish of arbitrary houses, size seven.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedMutantXWing: "finned-mutant-x-wing", "Finned mutant X-wing", Rules,
        "A fish of arbitrary houses, size two, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedMutantSwordfish: "finned-mutant-swordfish", "Finned mutant swordfish", Rules,
        "A fish of arbitrary houses, size three, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedMutantJellyfish: "finned-mutant-jellyfish", "Finned mutant jellyfish", Rules,
        "A fish of arbitrary houses, size four, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedMutantSquirmbag: "finned-mutant-squirmbag", "Finned mutant squirmbag", Rules,
        "A fish of arbitrary houses, size five, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedMutantWhale: "finned-mutant-whale", "Finned mutant whale", Rules,
        "A fish of arbitrary houses, size six, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    FinnedMutantLeviathan: "finned-mutant-leviathan", "Finned mutant leviathan", Rules,
        "A fish of arbitrary houses, size seven, with fins.",
        se 0, own 0, page "finned-fish", why Pattern(any_fish::why);
    RemotePair: "remote-pair", "Remote pair", Rules, "A chain of cells with the same two digits.",
        se 0, own 200, page "remote-pair", why Pattern(remote_pair::why);
    Skyscraper: "skyscraper", "Skyscraper", Rules,
        "Two parallel strong links of a digit, connected at one end.",
        se 0, own 180, page "turbot", why Pattern(turbot::why);
    TwoStringKite: "two-string-kite", "Two-string kite", Rules,
        "A strong link in a row and one in a column, connected in a box.",
        se 0, own 180, page "turbot", why Pattern(turbot::why);
    DualTwoStringKite: "dual-two-string-kite", "Dual two-string kite", Rules, "Two kites in one box.",
        se 0, own 0, page "turbot", why Pattern(turbot::why);
    TurbotFish: "turbot-fish", "Turbot fish", Rules, "Two strong links of a digit, connected by a weak link.",
        se 0, own 190, page "turbot", why Pattern(turbot::why);
    EmptyRectangle: "empty-rectangle", "Empty rectangle", Rules,
        "A digit whose candidates in a box lie in one row and one column, and a strong link.",
        se 0, own 190, page "turbot", why Pattern(turbot::why_rectangle);
    DualEmptyRectangle: "dual-empty-rectangle", "Dual empty rectangle", Rules,
        "Two empty rectangles in one box.",
        se 0, own 0, page "turbot", why Pattern(turbot::why_rectangle);
    WWing: "w-wing", "W-wing", Rules,
        "Two bivalue cells with the same candidates, connected by a strong link.",
        se 0, own 210, page "w-wing", why Pattern(wing::why);
    WxyzWing: "wxyz-wing", "WXYZ-wing", Rules,
        "Four cells with four candidates in total, three of which occur at most once.",
        se 0, own 330, page "wxyz-wing", why Pattern(wxyz_wing::why);
    Uniqueness1: "uniqueness-1", "Uniqueness test 1", OneSolution,
        "A deadly rectangle with extra candidates in one cell.",
        se 0, own 220, page "deadly-rectangles", why Pattern(rectangle::why_first);
    Uniqueness2: "uniqueness-2", "Uniqueness test 2", OneSolution,
        "A deadly rectangle with a single extra candidate in two cells of one side.",
        se 0, own 230, page "deadly-rectangles", why Pattern(rectangle::why_same);
    Uniqueness3: "uniqueness-3", "Uniqueness test 3", OneSolution,
        "A deadly rectangle whose extra candidates are part of a naked set.",
        se 0, own 250, page "deadly-rectangles", why Pattern(rectangle::why_set);
    Uniqueness4: "uniqueness-4", "Uniqueness test 4", OneSolution,
        "A deadly rectangle with a digit locked in its two extra cells.",
        se 0, own 230, page "deadly-rectangles", why Pattern(rectangle::why_locked);
    Uniqueness5: "uniqueness-5", "Uniqueness test 5", OneSolution,
        "A deadly rectangle with a single extra candidate in cells that do not form one side.",
        se 0, own 250, page "deadly-rectangles", why Pattern(rectangle::why_same);
    Uniqueness6: "uniqueness-6", "Uniqueness test 6", OneSolution,
        "A deadly rectangle with extra candidates in opposite cells, and a digit that forms an X-wing.",
        se 0, own 250, page "deadly-rectangles", why Pattern(rectangle::why_across);
    HiddenRectangle: "hidden-rectangle", "Hidden rectangle", OneSolution,
        "A deadly rectangle completed by two strong links.",
        se 0, own 240, page "deadly-rectangles", why Pattern(rectangle::why_hidden);
    AvoidableRectangle1: "avoidable-rectangle-1", "Avoidable rectangle 1", OneSolution,
        "A deadly rectangle with three digits placed.",
        se 0, own 250, page "deadly-rectangles", why Grid(avoidable_rectangle::why);
    AvoidableRectangle2: "avoidable-rectangle-2", "Avoidable rectangle 2", OneSolution,
        "A deadly rectangle with two digits placed.",
        se 0, own 250, page "deadly-rectangles", why Grid(avoidable_rectangle::why);
    SueDeCoq: "sue-de-coq", "Sue de Coq", Rules,
        "Cells in the intersection of a box and a line, combined with two disjoint sets.",
        se 0, own 360, page "sue-de-coq", why Pattern(sue_de_coq::why);
    SimpleColorsTrap: "simple-colors-trap", "Simple colors trap", Rules,
        "A candidate that sees both colors of a cluster.",
        se 0, own 280, page "colors", why Grid(colors::why_trap);
    SimpleColorsWrap: "simple-colors-wrap", "Simple colors wrap", Rules, "A color that sees itself.",
        se 0, own 280, page "colors", why Grid(colors::why_wrap);
    MultiColors1: "multi-colors-1", "Multi colors 1", Rules, "Two clusters with colors that see each other.",
        se 0, own 300, page "colors", why Grid(colors::why_multi);
    MultiColors2: "multi-colors-2", "Multi colors 2", Rules,
        "A color that sees both colors of another cluster.",
        se 0, own 300, page "colors", why Grid(colors::why_multi);
    XChain: "x-chain", "X-chain", Rules, "A chain of links of one digit.",
        se 0, own 300, page "nice-loops", why Grid(nice_loop::why);
    XyChain: "xy-chain", "XY-chain", Rules, "A chain of bivalue cells.",
        se 0, own 310, page "nice-loops", why Grid(nice_loop::why);
    ContinuousLoop: "continuous-nice-loop", "Continuous nice loop", Rules,
        "A closed chain of alternating links.",
        se 0, own 341, page "nice-loops", why Grid(nice_loop::why_closed);
    DiscontinuousLoop: "discontinuous-nice-loop", "Discontinuous nice loop", Rules,
        "A chain that returns to its first cell and decides it.",
        se 0, own 341, page "nice-loops", why Grid(nice_loop::why_opposite);
    Aic: "aic", "AIC", Rules, "A chain of alternating links whose ends cannot both be false.",
        se 0, own 341, page "nice-loops", why Grid(nice_loop::why);
    GroupedContinuousLoop: "grouped-continuous-nice-loop", "Grouped continuous nice loop", Rules,
        "A continuous nice loop with groups of cells.",
        se 0, own 400, page "nice-loops", why Grid(nice_loop::why_closed);
    GroupedDiscontinuousLoop: "grouped-discontinuous-nice-loop", "Grouped discontinuous nice loop", Rules,
        "A discontinuous nice loop with groups of cells.",
        se 0, own 400, page "nice-loops", why Grid(nice_loop::why_opposite);
    GroupedAic: "grouped-aic", "Grouped AIC", Rules, "An AIC with groups of cells.",
        se 0, own 400, page "nice-loops", why Grid(nice_loop::why);
    AlsXz: "als-xz", "ALS-XZ", Rules, "Two almost locked sets with a restricted common digit.",
        se 0, own 340, page "almost-locked-sets", why Pattern(als::why);
    AlsXyWing: "als-xy-wing", "ALS-XY-wing", Rules,
        "Two almost locked sets, each with a restricted common with a third one.",
        se 0, own 420, page "almost-locked-sets", why Pattern(als::why);
    AlsXyChain: "als-xy-chain", "ALS-XY-chain", Rules, "A chain of almost locked sets.",
        se 0, own 450, page "almost-locked-sets", why Pattern(als::why);
    DeathBlossom: "death-blossom", "Death blossom", Rules,
        "A cell, each of whose candidates locks an almost locked set.",
        se 0, own 430, page "almost-locked-sets", why Pattern(als::why_blossom);
    ForcingChainContradiction: "forcing-chain-contradiction", "Forcing chain contradiction", Rules,
        "An assumption that leads to a contradiction along chains.",
        se 0, own 0, page "forcing", why Pattern(forcing::why_contradiction);
    ForcingChainVerity: "forcing-chain-verity", "Forcing chain verity", Rules,
        "All candidates of a cell or house lead to the same conclusion along chains.",
        se 0, own 0, page "forcing", why Pattern(forcing::why_verity);
    ForcingNetContradiction: "forcing-net-contradiction", "Forcing net contradiction", Rules,
        "An assumption that leads to a contradiction along nets.",
        se 0, own 600, page "forcing", why Pattern(forcing::why_contradiction);
    ForcingNetVerity: "forcing-net-verity", "Forcing net verity", Rules,
        "All candidates of a cell or house lead to the same conclusion along nets.",
        se 0, own 0, page "forcing", why Pattern(forcing::why_verity);
    TemplateSet: "template-set", "Template set", Rules, "A cell that is in all templates of a digit.",
        se 0, own 0, page "templates", why Pattern(template::why_set);
    TemplateDelete: "template-delete", "Template delete", Rules,
        "A candidate that is in no template of its digit.",
        se 0, own 0, page "templates", why Pattern(template::why_delete);
    BruteForce: "brute-force", "Brute force", Rules, "A digit taken from the solution.",
        se 0, own 0, page "", why Pattern(brute_force::why);
    VwxyzWing: "vwxyz-wing", "VWXYZ-wing", Rules,
        "Five cells with five candidates in total, four of which occur at most once.",
        se 0, own 0, page "vwxyz-wing", why Pattern(bent_set::why);
    MedusaTrap: "medusa-trap", "3D Medusa trap", Rules,
        "A candidate that sees both colors of a cluster of several digits.",
        se 0, own 0, page "medusa", why Pattern(medusa::why_trap);
    MedusaWrap: "medusa-wrap", "3D Medusa wrap", Rules,
        "A color of a cluster of several digits that contradicts itself.",
        se 0, own 0, page "medusa", why Pattern(medusa::why_wrap);
    Guardian: "guardian", "Guardians", Rules,
        "A loop of an odd number of cells, and the other candidates in its houses.",
        se 0, own 0, page "guardians", why Pattern(guardian::why);
    ExtendedRectangle: "extended-rectangle", "Extended rectangle", OneSolution,
        "A deadly pattern of three digits in six cells of two lines.",
        se 0, own 0, page "extended-rectangle", why Pattern(extended_rectangle::why);
    BugLite: "bug-lite", "BUG-lite", OneSolution,
        "A bivalue universal grave in part of the grid, except for one cell.",
        se 0, own 0, page "bug-lite", why Pattern(bug_lite::why);
    TripleFirework: "triple-firework", "Triple firework", Rules,
        "Three digits confined to the crossing of a row and a column, and two more cells.",
        se 0, own 0, page "fireworks", why Pattern(firework::why);
    Tridagon: "tridagon", "Tridagon", Rules, "Twelve cells in four boxes that cannot hold only three digits.",
        se 0, own 0, page "tridagon", why Pattern(tridagon::why);
    SkLoop: "sk-loop", "SK-loop", Rules,
        "A ring of eight pairs of cells in four boxes with as many links as cells.",
        se 0, own 0, page "sk-loop", why Pattern(sk_loop::why);
    JuniorExocet: "junior-exocet", "Junior exocet", Rules,
        "Two base cells whose digits are in two target cells.",
        se 0, own 0, page "exocet", why Pattern(exocet::why);
    SectorSet: "multi-sector-locked-set", "Multi-sector locked set", Rules,
        "Cells of several rows and columns with as many places for digits as cells.",
        se 0, own 0, page "multi-sector-locked-sets", why Pattern(sector_set::why);
    KrakenFish: "kraken-fish", "Kraken fish", Rules, "A fish whose fins are excluded by chains.",
        se 0, own 0, page "kraken-fish", why Pattern(kraken_fish::why);
    Whip: "whip", "Whip", Rules,
        "A chain of variables, each left with one value by the target and the values before it.",
        se 0, own 0, page "whips", why Pattern(step::why);
    Braid: "braid", "Braid", Rules,
        "A whip whose variables need not continue from the value just before them.",
        se 0, own 0, page "whips", why Pattern(step::why);
}
    };
}

pub(crate) use techniques;
