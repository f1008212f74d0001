// Drawings of authors for the tests: shapes of every kind that may cover a digit or vanish on dark paper.

const region = (row, col) => [0, 1].flatMap((down) => [0, 1, 2].map((right) => [row + down, col + right]));
const grid = () => Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => ({})));

/** The shapes, by their centres in rows and columns. The colours are those of the author. */
export const SHAPES = {
  whiteDot: { center: [0.5, 1], fill: "#FFFFFF", border: "#000000", side: 0.3 },
  blackDot: { center: [0.5, 3], fill: "#000000", border: "#000000", side: 0.3 },
  greyCell: { center: [2.5, 0.5], fill: "#CFCFCF", border: "#CFCFCF", side: 1 },
  yellowCell: { center: [2.5, 2.5], fill: "#FFE600", border: "#FFE600", side: 1 },
  navyCell: { center: [4.5, 4.5], fill: "#00003C", border: "#00003C", side: 1 },
};

const shape = ({ center, fill, border, side }, isRound, more = {}) => ({
  center,
  width: side,
  height: side,
  rounded: isRound,
  backgroundColor: fill,
  borderColor: border,
  thickness: 2,
  ...more,
});

/** A puzzle of SudokuPad, with shapes below and above the digits. */
export const PAD = JSON.stringify({
  cells: grid(),
  regions: [0, 2, 4].flatMap((row) => [0, 3].map((col) => region(row, col))),
  underlays: ["greyCell", "yellowCell", "navyCell"].map((name) => shape(SHAPES[name], false)),
  lines: [
    {
      color: "#E06666",
      thickness: 10,
      wayPoints: [
        [3.5, 0.5],
        [3.5, 5.5],
      ],
    },
  ],
  arrows: [
    {
      color: "#000000",
      thickness: 2,
      wayPoints: [
        [1.5, 1.5],
        [1.5, 3.5],
      ],
    },
  ],
  cages: [
    {
      cells: [
        [5, 0],
        [5, 1],
      ],
      value: "11",
    },
  ],
  overlays: [
    // The circle of the arrow, a filled square over a whole cell, and dots.
    shape({ center: [1.5, 1.5], fill: "#FFFFFF", border: "#000000", side: 0.8 }, true),
    shape({ center: [1.5, 4.5], fill: "#FFFFFF", border: "#FFFFFF", side: 1 }, false),
    shape({ center: [5.5, 4.5], fill: "#000000", border: "#000000", side: 1 }, false),
    shape(SHAPES.whiteDot, true),
    shape(SHAPES.blackDot, true, { text: "2", color: "#FFFFFF", fontSize: 14 }),
    { center: [-0.5, 2.5], width: 0.5, height: 0.5, text: "24", color: "#000000", fontSize: 24 },
  ],
  metadata: {
    title: "Shapes",
    author: "A setter",
    rules: "Normal sudoku rules apply. Shapes have no meaning.",
  },
});

/** A puzzle of f-puzzles, with coloured cells, a circle and a cage. */
export const FPUZZLES = JSON.stringify({
  size: 6,
  grid: grid().map((row, r) => row.map((cell, c) => (r === c ? { c: "#A8A8A8" } : cell))),
  circle: [{ cells: ["R1C2"], baseC: "#FFFFFF", outlineC: "#000000", width: 0.8, height: 0.8 }],
  rectangle: [{ cells: ["R2C3"], baseC: "#000000", outlineC: "#000000", width: 0.9, height: 0.9 }],
  killercage: [{ cells: ["R4C1", "R4C2"], value: "7" }],
  text: [{ cells: ["R0C2"], value: "<7", fontC: "#000000", size: 0.5 }],
});
