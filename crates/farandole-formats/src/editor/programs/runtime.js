// Runs the program of a custom constraint of SudokuMaker and returns the meaning of its components as JSON.
//
// This expression is a function of a request (see `request.rs`). It provides what such programs use: the object
// `puzzle`, `helpers`, sets of digits, and the components that SudokuMaker has built in. A component becomes one of:
//
//   { kind: 'different', cells }         their digits differ
//   { kind: 'sum', sum, cells }          their digits have this sum
//   { kind: 'digits', digits, cells }    each has one of these digits
//   { kind: 'pairs', allowed, cells }    the two cells have one of these pairs of digits
//   { kind: 'machine', machine, cells }  the automaton with this index in `machines` accepts the digits in this order
//
// An automaton has for each cell a table: for each state the next state after each digit, or -1. States are numbered anew
// for each cell, and the first one is 0.
//
// Components that the author programmed are observed: their functions are called with grids full of digits. If they read
// few cells, all assignments of these cells are tried. Otherwise, or if there are many such components, the automaton is
// learned from a sample, and `sampled` is the number of assignments with which it was compared.
//
// `Math.random` returns the same numbers in each run. The engine decides what else a program can use, and limits its time.
//
// Source: the documentation of components and of `puzzle` by Chris-Tophski (SudokuMakerConstraints) and by caneff
// (sudokumaker-custom-constraints). This is an implementation of our own.
(request) => {
  const { width, height, minDigit, maxDigit, regions, type } = request.board;
  const count = width * height;
  const digits = [];
  for (let digit = minDigit; digit <= maxDigit; digit++) digits.push(digit);

  // The greatest number of assignments that are tried completely, and the sizes of samples.
  const WHOLE = 7000;
  const SAMPLE = 4000;
  const SAMPLE_OF_COPY = 60;
  const ROUNDS_OF_READS = 30;
  const ROUNDS_OF_LEARNING = 12;
  const SUFFIXES = 40;
  const CONTEXTS = 60;
  const WRONG_WORDS = 24;
  const MAX_STATES = 4000;
  const MAX_COMPONENTS = 3000;
  const MAX_CHANGES = 10000;

  // Pseudorandom numbers by a linear congruential generator, so that each run gives the same answer.
  let seed = 20251130;
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 4294967296) * below);
  };
  Math.random = () => random(1 << 30) / (1 << 30);

  class DigitSet {
    constructor(content = 0) {
      this.mask = maskOf(content);
    }
    static from(content) {
      return new DigitSet(content);
    }
    static getUnion(sets) {
      return new DigitSet([...sets].reduce((mask, set) => mask | maskOf(set), 0));
    }
    static getIntersection(sets) {
      return new DigitSet([...sets].reduce((mask, set) => mask & maskOf(set), ~0 >>> 0));
    }
    get size() {
      return [...this].length;
    }
    set(mask) {
      this.mask = mask;
      return this;
    }
    add(digit) {
      return this.set(this.mask | (1 << digit));
    }
    delete(digit) {
      return this.set(this.mask & ~(1 << digit));
    }
    clear() {
      return this.set(0);
    }
    union(other) {
      return this.set(this.mask | maskOf(other));
    }
    intersect(other) {
      return this.set(this.mask & maskOf(other));
    }
    xor(other) {
      return this.set(this.mask ^ maskOf(other));
    }
    subtract(other) {
      return this.set(this.mask & ~maskOf(other));
    }
    has(digit) {
      return (this.mask & (1 << digit)) !== 0;
    }
    equals(other) {
      return this.mask === maskOf(other);
    }
    isSubsetOf(other) {
      return (this.mask & ~maskOf(other)) === 0;
    }
    isSupersetOf(other) {
      return (maskOf(other) & ~this.mask) === 0;
    }
    isDisjointFrom(other) {
      return !this.intersects(other);
    }
    intersects(other) {
      return (this.mask & maskOf(other)) !== 0;
    }
    valueOf() {
      return this.mask;
    }
    getSmallestNumber() {
      return [...this][0];
    }
    getLargestNumber() {
      return [...this].pop();
    }
    getSmallestDigit() {
      return this.getSmallestNumber();
    }
    getLargestDigit() {
      return this.getLargestNumber();
    }
    *[Symbol.iterator]() {
      for (let digit = 0; digit < 31; digit++) if (this.has(digit)) yield digit;
    }
  }
  function maskOf(content) {
    if (typeof content === 'number') return content;
    if (content instanceof DigitSet) return content.mask;
    return [...content].reduce((mask, digit) => mask | (1 << digit), 0);
  }
  const fullMask = maskOf(digits);

  const { stringify } = JSON;

  // ---- Geometry -----------------------------------------------------------------------------------------------

  const getX = (cell) => cell % width;
  const getY = (cell) => Math.floor(cell / width);
  const at = (x, y) => (x >= 0 && x < width && y >= 0 && y < height ? y * width + x : undefined);
  const range = (length) => Array.from({ length }, (_, index) => index);
  const row = (y) => range(width).map((x) => at(x, y));
  const column = (x) => range(height).map((y) => at(x, y));
  const around = (cell, steps) =>
    steps.map(([dx, dy]) => at(getX(cell) + dx, getY(cell) + dy)).filter((other) => other !== undefined);
  const ORTHOGONAL = [[0, -1], [-1, 0], [1, 0], [0, 1]];
  const DIAGONAL = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
  const KNIGHT = [[-1, -2], [1, -2], [-2, -1], [2, -1], [-2, 1], [2, 1], [-1, 2], [1, 2]];
  const regionCells = (region) => range(count).filter((cell) => regions[cell] === region);
  const regionIds = [...new Set(regions)].filter((region) => region >= 0);
  const pairsAt = (steps) => range(count).flatMap((cell) => around(cell, steps).map((other) => [cell, other]));
  const sees = (one, two) =>
    one !== two &&
    type === 'sudoku' &&
    (getX(one) === getX(two) ||
      getY(one) === getY(two) ||
      (regions[one] >= 0 && regions[one] === regions[two]));
  const allSee = (cells) => {
    const list = [...cells];
    return list.every((one, i) => list.slice(i + 1).every((two) => sees(one, two)));
  };
  const wrapped = (list) => list[Symbol.iterator]();
  const diagonal = (x, y, dx, dy) => {
    const cells = [];
    for (; at(x, y) !== undefined; x += dx, y += dy) cells.push(at(x, y));
    return cells;
  };
  // Cells outside of the grid have numbers in a grid with a margin of one cell.
  const outer = (id) => [(id % (width + 2)) - 1, Math.floor(id / (width + 2)) - 1];
  const pointedAt = (id) => {
    const [x, y] = outer(id);
    const [dx, dy] = [x < 0 ? 1 : x >= width ? -1 : 0, y < 0 ? 1 : y >= height ? -1 : 0];
    return diagonal(x + dx, y + dy, dx, dy);
  };
  const neighbours = { orthogonal: (cell) => around(cell, ORTHOGONAL), diagonal: (cell) => around(cell, DIAGONAL) };

  const name = (cell) => `R${getY(cell) + 1}C${getX(cell) + 1}`;
  const names = (cells) => [...cells].map(name).join(', ');
  // Names have no effect: each function of `naming` returns some text.
  const naming = new Proxy(
    { getCellName: name, getCellsDescription: names },
    { get: (known, key) => known[key] ?? ((...parts) => parts.map(String).join(' ')) },
  );
  const connectedGroups = (cells) => {
    const rest = new Set(cells);
    const groups = [];
    for (const start of cells) {
      if (!rest.delete(start)) continue;
      const group = [start];
      for (const cell of group) for (const other of neighbours.orthogonal(cell)) if (rest.delete(other)) group.push(other);
      groups.push(group);
    }
    return groups;
  };
  const degree = (lines, cell) => lines.flat().filter((other) => other === cell).length;
  const helpers = {
    naming,
    digits: {
      minDigit,
      maxDigit,
      allDigitsMask: fullMask,
      createFullDigitSet: () => new DigitSet(fullMask),
      createOddsDigitSet: () => DigitSet.from(digits.filter((digit) => digit % 2 === 1)),
      createEvensDigitSet: () => DigitSet.from(digits.filter((digit) => digit % 2 === 0)),
      createModuloDigitSet: (modulus, rest) => DigitSet.from(digits.filter((digit) => digit % modulus === rest)),
      createFilteredDigitSet: (filter) => DigitSet.from(digits.filter(filter)),
    },
    cellIds: {
      width,
      height,
      getX,
      getY,
      getCoordsFromId: (cell) => ({ x: getX(cell), y: getY(cell) }),
      getIdFromCoords: ({ x, y }) => y * width + x,
      getIdFromCoordsSafe: ({ x, y }) => at(x, y),
      areValidCoords: ({ x, y }) => at(x, y) !== undefined,
      getAllCellIds: () => range(count),
    },
    outerCellIds: {
      width: width + 2,
      height: height + 2,
      getX: (id) => outer(id)[0],
      getY: (id) => outer(id)[1],
      getCoordsFromId: (id) => ({ x: outer(id)[0], y: outer(id)[1] }),
      getIdFromCoords: ({ x, y }) => (y + 1) * (width + 2) + x + 1,
    },
    geometry: {
      width,
      height,
      getAdjacentCells: (cell) => wrapped([...neighbours.orthogonal(cell), ...neighbours.diagonal(cell)]),
      getOrthogonallyAdjacentCells: (cell) => wrapped(neighbours.orthogonal(cell)),
      getDiagonallyAdjacentCells: (cell) => wrapped(neighbours.diagonal(cell)),
      getCellsInRow: (y) => wrapped(row(y)),
      getCellsInColumn: (x) => wrapped(column(x)),
      getCellsInRowOfCell: (cell) => wrapped(row(getY(cell))),
      getCellsInColumnOfCell: (cell) => wrapped(column(getX(cell))),
      getCellsKnightsMoveAwayFromCell: (cell) => wrapped(around(cell, KNIGHT)),
      getAllRows: () => wrapped(range(height).map(row)),
      getAllColumns: () => wrapped(range(width).map(column)),
      getAllPairsWithOffset: (dx, dy) => wrapped(pairsAt([[dx, dy]])),
      getAllDominoes: () => wrapped(pairsAt([[1, 0], [0, 1]])),
      getAllDiagonallyAdjacentPairs: () => wrapped(pairsAt([[-1, 1], [1, 1]])),
      getAllKingsMovePairs: () => wrapped(pairsAt([[1, 0], [-1, 1], [0, 1], [1, 1]])),
      getAllKnightMovePairs: () => wrapped(pairsAt([[-2, 1], [2, 1], [-1, 2], [1, 2]])),
      getAllQuadruples: () =>
        wrapped(
          range(count)
            .filter((cell) => getX(cell) + 1 < width && getY(cell) + 1 < height)
            .map((cell) => [cell, cell + 1, cell + width, cell + width + 1]),
        ),
      getCellsPointedAtByOuterClue: (id) => wrapped(pointedAt(id)),
      getManhattanDistanceBetweenCells: (one, two) =>
        Math.abs(getX(one) - getX(two)) + Math.abs(getY(one) - getY(two)),
      getCellsAreKingsMoveApart: (one, two) =>
        one !== two && Math.max(Math.abs(getX(one) - getX(two)), Math.abs(getY(one) - getY(two))) === 1,
      getSubsetsPerRegion: (cells) => {
        const list = [...cells];
        return regionIds
          .map((region) => list.filter((cell) => regions[cell] === region))
          .filter((part) => part.length > 0);
      },
    },
    connectivity: { getOrthogonallyConnectedGroups: (cells) => connectedGroups([...cells]) },
    lines: {
      getLineEnds: (lines) => [...new Set(lines.flat())].filter((cell) => degree(lines, cell) === 1),
      getCellsBetweenLineEnds: (lines) => [...new Set(lines.flat())].filter((cell) => degree(lines, cell) > 1),
      getAllPairsAlongLines: (lines) =>
        wrapped(lines.flatMap((line) => line.slice(1).map((cell, index) => [line[index], cell]))),
    },
    misc: { getOrthogonallyConnectedGroups: (cells) => connectedGroups([...cells]) },
  };
  helpers.geometry.spec = helpers.cellIds.spec = undefined;

  const registered = new Set();
  let isSetUp = false;
  const spec = { type, digitCount: digits.length, minDigit, maxDigit, size: { width, height } };
  const board = {
    spec,
    helpers,
    puzzleType: type,
    size: spec.size,
    width,
    height,
    minDigit,
    maxDigit,
    digitCount: digits.length,
    getX,
    getY,
    getRow: (cell) => (cell < 0 ? -1 : getY(cell)),
    getColumn: (cell) => (cell < 0 ? -1 : getX(cell)),
    getCellAt: at,
    unsafeGetCellAt: (x, y) => y * width + x,
    hasRegions: () => regionIds.length > 0,
    getRegions: () => regionIds.map(regionCells),
    getRegion: (cell) => regions[cell] ?? -1,
    getRegionAt: (x, y) => regions[at(x, y)] ?? -1,
    getRegionCells: regionCells,
    getCellsOrthogonallyAdjacentToCell: helpers.geometry.getOrthogonallyAdjacentCells,
    getCellsOrthogonallyAdjacentToCoords: (x, y) => wrapped(neighbours.orthogonal(y * width + x)),
    getCellsDiagonallyAdjacentToCell: helpers.geometry.getDiagonallyAdjacentCells,
    getCellsDiagonallyAdjacentToCoords: (x, y) => wrapped(neighbours.diagonal(y * width + x)),
    getCellsSeenByCell: (cell) => new Set(range(count).filter((other) => sees(cell, other))),
    getCellsSeeEachOther: allSee,
    getCellsCanHaveRepeats: (cells) => !allSee(cells),
    addConstraintComponent: (component) => {
      if (isSetUp) throw new Error('a component is added later');
      if (!(component instanceof Component)) throw new Error('not a component');
      if (registered.size >= MAX_COMPONENTS) throw new Error('too many components');
      registered.add(component);
    },
    removeConstraintComponent: (component) => {
      if (isSetUp) throw new Error('a component is removed later');
      registered.delete(component);
    },
  };

  // ---- Built-in components ------------------------------------------------------------------------------------

  // A component is defined by its cells and an automaton: the first state, the state after a digit (undefined if no
  // digits that follow are valid), and whether a state is accepted after the last cell. States are JSON values.
  class Component {
    constructor(title) {
      this.name = title;
    }
    machine(cells, start, step, accepts = () => true) {
      Object.assign(this, distinct([...cells], start, step, accepts));
    }
    pair(one, two, holds) {
      const step = (state, digit) => (state === '' ? digit : holds(state, digit) ? true : undefined);
      this.machine([one, two], '', step);
    }
    // Returns the state after a word: the digits of the first cells.
    after(word) {
      let state = this.start;
      for (let index = 0; index < word.length && state !== undefined; index++) {
        state = this.step(state, word[index], index);
      }
      return state;
    }
    holds(valueOf) {
      const state = this.after(this.cells.map(valueOf));
      return state !== undefined && this.accepts(state);
    }
  }

  // Replaces repeated cells by the digit at their first position.
  function distinct(sequence, start, step, accepts) {
    const cells = [...new Set(sequence)];
    if (cells.length === sequence.length) return { cells, start, step, accepts };
    const advance = (inner, known, index) => {
      while (inner !== undefined && index < sequence.length && known[cells.indexOf(sequence[index])] !== undefined) {
        inner = step(inner, known[cells.indexOf(sequence[index])], index);
        index++;
      }
      return inner === undefined ? undefined : [inner, known, index];
    };
    const next = ([inner, known, index], digit) => advance(inner, [...known, digit], index);
    return { cells, start: [start, [], 0], step: next, accepts: ([inner]) => accepts(inner) };
  }

  const list = (value) => (Array.isArray(value) ? value : [value]);
  const cellList = (value) => (typeof value === 'number' ? [value] : [...value]);
  const groupsOf = (groups) => [...groups].map(maskOf);
  const groupOf = (masks, digit) => masks.findIndex((mask) => mask & (1 << digit));
  const isRun = (mask) => {
    const low = mask & -mask;
    return mask !== 0 && (mask & (mask + low)) === 0;
  };

  const classes = {};
  const define = (title, build) => {
    classes[`${title}Component`] = class extends Component {
      constructor(own, ...parameters) {
        super(own);
        build(this, ...parameters);
      }
    };
  };
  const relation = (title, holds) =>
    define(title, (component, parameter, one, two) =>
      component.pair(one, two, (a, b) => holds(list(parameter), Math.abs(a - b), a, b)),
    );
  const isRatio = (ratios, a, b) => ratios.some((ratio) => a === b * ratio || b === a * ratio);
  relation('Difference', (values, difference) => values.includes(difference));
  relation('NegativeDifference', (values, difference) => !values.includes(difference));
  relation('MinimumDifference', ([least], difference) => difference >= least);
  relation('MaximumDifference', ([most], difference) => difference <= most);
  relation('Ratio', (ratios, _, a, b) => isRatio(ratios, a, b));
  relation('NegativeRatio', (ratios, _, a, b) => !isRatio(ratios, a, b));
  for (const title of ['GreaterThan', 'LessThan']) {
    define(title, (component, lesser, greater) => component.pair(lesser, greater, (a, b) => a < b));
  }
  define('GreaterThanOrEquals', (component, lesser, greater) => component.pair(lesser, greater, (a, b) => a <= b));
  for (const title of ['Pair', 'AsymmetricalPair']) {
    define(title, (component, filter, one, two) =>
      component.pair(one, two, (a, b) =>
        typeof filter === 'function' ? Boolean(filter(a, b)) : (maskOf(filter[a] ?? 0) & (1 << b)) !== 0,
      ),
    );
  }
  define('WeakLink', (component, one, a, two, b) => component.pair(one, two, (x, y) => x !== a || y !== b));

  const different = (component, cells) => {
    component.machine(cells, 0, (used, digit) => (used & (1 << digit) ? undefined : used | (1 << digit)));
    if (component.cells.length === [...cells].length) component.kind = 'different';
  };
  define('DifferentDigits', different);
  define('House', different);
  define('SameDigit', (component, cells) =>
    component.machine(cells, '', (state, digit) => (state === '' || state === digit ? digit : undefined)),
  );
  define('ConsecutiveDigits', (component, cells) =>
    component.machine(cells, 0, (used, digit) => used | (1 << digit), isRun),
  );
  define('ConsecutiveDigitsSet', (component, cells) =>
    component.machine(cells, 0, (used, digit) => (used & (1 << digit) ? undefined : used | (1 << digit)), isRun),
  );
  const among = (component, mask, cells) =>
    component.machine(cellList(cells), 0, (_, digit) => (mask & (1 << digit) ? 0 : undefined));
  define('PredefinedCandidates', (component, set, cells) => among(component, maskOf(set), cells));
  define('ForbiddenCandidates', (component, set, cells) => among(component, ~maskOf(set), cells));
  define('RequiredDigits', (component, values, cells) => {
    const step = (rest, digit) => {
      const index = rest.indexOf(digit);
      return index < 0 ? rest : [...rest.slice(0, index), ...rest.slice(index + 1)];
    };
    component.machine(cells, [...values].sort((a, b) => a - b), step, (rest) => rest.length === 0);
  });
  const groupsUsed = (masks, isOnce) => (used, digit) => {
    const group = groupOf(masks, digit);
    if (group < 0) return used;
    return isOnce && used & (1 << group) ? undefined : used | (1 << group);
  };
  define('DifferentGroups', (component, groups, cells) =>
    component.machine(cells, 0, groupsUsed(groupsOf(groups), true)),
  );
  const allGroups = (component, groups, cells) => {
    const masks = groupsOf(groups);
    component.machine(cells, 0, groupsUsed(masks, false), (used) => used === (1 << masks.length) - 1);
  };
  define('RequiredGroups', allGroups);
  define('DiverseGroups', (component, groups, cells) => {
    if ([...cells].length >= [...groups].length) allGroups(component, groups, cells);
    else component.machine(cells, 0, groupsUsed(groupsOf(groups), true));
  });
  define('SameGroup', (component, groups, cells) => {
    const masks = groupsOf(groups);
    component.machine(cells, '', (state, digit) => {
      const group = groupOf(masks, digit);
      return state === '' || state === group ? group : undefined;
    });
  });

  const sumsTo = (component, sums, cells, weightOf) => {
    const sequence = [...new Set(cells)];
    // With negative weights, a sum may fall again.
    const most = sequence.every((cell) => weightOf(cell) >= 0) ? Math.max(...sums) : Infinity;
    const step = (sum, digit, index) => {
      const next = sum + digit * weightOf(sequence[index]);
      return next > most ? undefined : next;
    };
    component.machine(sequence, 0, step, (sum) => sums.includes(sum));
  };
  define('Sum', (component, sums, cells) => {
    const [wanted, all] = [list(sums), [...cells]];
    sumsTo(component, wanted, all, (cell) => all.filter((other) => other === cell).length);
    if (wanted.length === 1 && component.cells.length === all.length) {
      Object.assign(component, { kind: 'sum', sum: wanted[0] });
    }
  });
  define('WeightedSum', (component, sums, weights) => {
    const map = weights instanceof Map ? weights : new Map(Object.entries(weights).map(([c, w]) => [Number(c), w]));
    sumsTo(component, list(sums), [...map.keys()], (cell) => map.get(cell));
  });
  define('NegativeSum', (component, sums, cells) =>
    component.machine(cells, 0, (sum, digit) => sum + digit, (sum) => !list(sums).includes(sum)),
  );
  define('Product', (component, products, cells) => {
    // A 0 may follow.
    const most = minDigit > 0 ? Math.max(...list(products)) : Infinity;
    const step = (product, digit) => (product * digit > most ? undefined : product * digit);
    component.machine(cells, 1, step, (product) => list(products).includes(product));
  });
  define('SameSum', (component, groups) => {
    const all = [...groups].map((group) => (Array.isArray(group) ? { cells: group } : group));
    const ends = [];
    all.forEach((group) => ends.push((ends[ends.length - 1] ?? 0) + [...group.cells].length));
    const step = ([group, wanted, sum], digit, index) => {
      const next = all[group].asNumber ? sum * 10 + digit : sum + digit;
      if (wanted >= 0 && next > wanted) return undefined;
      if (index + 1 < ends[group]) return [group, wanted, next];
      return wanted >= 0 && next !== wanted ? undefined : [group + 1, next, 0];
    };
    component.machine(all.flatMap((group) => [...group.cells]), [0, -1, 0], step);
  });
  define('XSum', (component, wanted, xCell, cells) => {
    const step = ([rest, sum], digit, index) => {
      if (index === 0) return [digit, 0];
      if (rest === 0) return [0, sum];
      return sum + digit > wanted ? undefined : [rest - 1, sum + digit];
    };
    component.machine([xCell, ...cells], [0, 0], step, ([rest, sum]) => rest === 0 && sum === wanted);
  });
  define('SandwichSum', (component, wanted, [one, two], cells) => {
    const step = ([crusts, sum], digit) => {
      if (digit === one || digit === two) return crusts === 2 ? undefined : [crusts + 1, sum];
      const next = crusts === 1 ? sum + digit : sum;
      return next > wanted ? undefined : [crusts, next];
    };
    component.machine(cells, [0, 0], step, ([crusts, sum]) => crusts === 2 && sum === wanted);
  });

  const counts = (component, mask, counter, targets) => {
    const step = (rest, digit, index) => {
      if (index === 0) return digit;
      const next = mask & (1 << digit) ? rest - 1 : rest;
      return next < 0 ? undefined : next;
    };
    component.machine([counter, ...targets], '', step, (rest) => rest === 0);
  };
  define('CountDigit', (component, digit, counter, targets) => counts(component, 1 << digit, counter, targets));
  define('CountDigits', (component, set, counter, targets) => counts(component, maskOf(set), counter, targets));
  const occurs = (component, value, cells, accepts) =>
    component.machine(cells, 0, (seen, digit) => (digit === value ? seen + 1 : seen), accepts);
  define('ExactDigitCount', (component, value, wanted, cells) =>
    occurs(component, value, cells, (seen) => seen === wanted),
  );
  define('MaxDigitCount', (component, value, most, cells) => occurs(component, value, cells, (seen) => seen <= most));
  const index = (component, value, indexer, cells, isThere) => {
    const step = ([wanted, found], digit, at) => (at === 0 ? [digit, false] : [wanted, found || (at === wanted && digit === value)]);
    component.machine([indexer, ...cells], [0, false], step, ([, found]) => found === isThere);
  };
  define('Index', (component, value, indexer, cells) => index(component, value, indexer, cells, true));
  define('NegativeIndex', (component, value, indexer, cells) => index(component, value, indexer, cells, false));
  define('Skyscraper', (component, wanted, cells) => {
    const step = ([tallest, seen], digit) => (digit > tallest ? [digit, seen + 1] : [tallest, seen]);
    component.machine(cells, [-1, 0], step, ([, seen]) => seen === wanted);
  });
  define('Sequence', (component, cells) =>
    component.machine(cells, [], (state, digit) => {
      if (state.length === 0) return [digit];
      const change = digit - state[0];
      return state.length === 1 || state[1] === change ? [digit, change] : undefined;
    }),
  );
  const between = (component, [one, two], mids, isInside) => {
    const step = (ends, digit, at) => {
      if (at < 2) return [...ends, digit];
      const inside = digit > Math.min(...ends) && digit < Math.max(...ends);
      return inside === isInside ? ends : undefined;
    };
    component.machine([one, two, ...mids], [], step);
  };
  define('Between', (component, ends, mids) => between(component, [...ends], mids, true));
  define('NegativeBetween', (component, ends, mids) => between(component, [...ends], mids, false));
  const OTHER = -1;
  define('DifferentCombinations', (component, groups) => {
    const all = [...groups].map((group) => [...group]);
    component.parts = all.flatMap((one, i) =>
      all.slice(i + 1).map((two) => {
        // The sorted digits of the first group, from which those of the second group are removed until one differs.
        const step = (rest, digit, at) => {
          if (at < one.length) return [...rest, digit].sort((a, b) => a - b);
          const index = rest.indexOf(digit);
          return index < 0 || rest[0] === OTHER ? [OTHER] : [...rest.slice(0, index), ...rest.slice(index + 1)];
        };
        const part = new Component(component.name);
        part.machine([...one, ...two], [], step, (rest) => rest.length > 0);
        return part;
      }),
    );
    component.holds = (valueOf) => component.parts.every((part) => part.holds(valueOf));
  });

  // ---- Components of the author --------------------------------------------------------------------------------

  const HOOKS = ['getAffectedCells', 'setParams', 'initialize', 'update', 'validate'];
  const compile = (parameters, code, result) => new Function(...parameters, `${code}\n;${result}`);
  const scope = { helpers, DigitSet, SudokuDigitSet: DigitSet, ...classes };
  const hooksOf = (code) => {
    const hooks = HOOKS.map((hook) => `${hook}: typeof ${hook} === 'function' ? ${hook} : undefined`).join();
    return compile([...Object.keys(scope), 'puzzle', 'sudoku'], code, `return { ${hooks} }`)(
      ...Object.values(scope),
      board,
      board,
    );
  };
  const custom = (segment) => {
    const hooks = hooksOf(String(segment.code));
    return class extends Component {
      constructor(title, ...parameters) {
        super(title);
        const cells = hooks.getAffectedCells ? hooks.getAffectedCells(...parameters) : parameters[0];
        this.cells = typeof cells === 'number' ? [cells] : [...(cells ?? [])];
        this.segment = segment.name;
        this.parameters = parameters;
      }
      // Calls the functions of the author with a full grid. Each call gets an instance of its own, so that what they
      // store has no effect on other calls.
      holds(valueOf, view = viewOf(valueOf)) {
        const instance = Object.assign(Object.create(Component.prototype), { name: this.name, cells: [...this.cells] });
        hooks.setParams?.(instance, ...this.parameters);
        const isKept = (change) => {
          if (change === undefined || change === null) return true;
          if (change.isStop) return false;
          if (change.component) return change.component.holds(valueOf);
          return !cellList(change.cells ?? []).some((cell) => change.mask & (1 << valueOf(cell)));
        };
        const keeps = (hook) => {
          let changes = 0;
          for (const change of hook?.(instance, view) ?? []) {
            if (++changes > MAX_CHANGES) throw new Error('its function does not end');
            if (!isKept(change)) return false;
          }
          return true;
        };
        // SudokuMaker takes an error for `false`. Here it ends the program, because the cause may be a function of
        // SudokuMaker that is missing here.
        return (
          keeps(hooks.initialize) &&
          keeps(hooks.update) &&
          (!hooks.validate || Boolean(hooks.validate(instance, view)))
        );
      }
    };
  };
  const viewOf = (valueOf) => {
    const removal = (mask, cells) => ({ mask, cells });
    const remove = (set, cells) => removal(maskOf(set), cells);
    const filter = (set, cells) => removal(~maskOf(set), cells);
    return {
      ...board,
      puzzle: board,
      getValue: valueOf,
      hasValue: (cell) => valueOf(cell) !== undefined,
      getCandidates: (cell) => new DigitSet(1 << valueOf(cell)),
      getCandidatesBitMask: (cell) => 1 << valueOf(cell),
      getCellsAreFilled: (cells) => [...cells].every((cell) => valueOf(cell) !== undefined),
      removeCandidateFromCell: (digit, cell) => removal(1 << digit, cell),
      removeCandidateFromCells: (digit, cells) => removal(1 << digit, cells),
      removeCandidatesFromCell: remove,
      removeCandidatesFromCells: remove,
      filterCandidatesInCell: filter,
      filterCandidatesInCells: filter,
      replaceComponent: (_, component) => ({ component }),
      removeComponent: () => undefined,
      stop: () => ({ isStop: true }),
    };
  };

  const randomDigit = () => digits[random(digits.length)];
  const randomGrids = range(ROUNDS_OF_READS).map(() => range(count).map(randomDigit));

  // Returns the cells that a component reads in random grids, its own first.
  const cellsRead = (component) => {
    const read = new Set(component.cells);
    let grid;
    const valueOf = (cell) => {
      read.add(cell);
      return grid[cell];
    };
    const view = viewOf(valueOf);
    for (grid of randomGrids) component.holds(valueOf, view);
    return [...read].filter((cell) => cell >= 0 && cell < count);
  };

  // Returns a function that decides a word: a list of one digit for each cell. `missed` gets the other cells that the
  // component reads.
  const decider = (component, cells, missed) => {
    const [grid, known] = [[...randomGrids[0]], new Set(cells)];
    const valueOf = (cell) => {
      if (!known.has(cell) && cell >= 0 && cell < count) missed.add(cell);
      return grid[cell];
    };
    const view = viewOf(valueOf);
    return (word) => {
      for (let i = 0; i < cells.length; i++) grid[cells[i]] = word[i];
      return component.holds(valueOf, view);
    };
  };

  // An automaton has for each cell a table of the next state for each state and digit; -1 stands for no state.
  const accepts = (tables, word) => {
    let state = 0;
    for (let i = 0; i < word.length && state >= 0; i++) state = tables[i][state][word[i] - minDigit];
    return state >= 0;
  };

  // Returns the automaton whose states after each cell are the words so far that `signatureOf` cannot tell apart.
  // `likeOf` returns the first digit that has the same effect as this one.
  const tablesOf = (length, signatureOf, likeOf = (_, digit) => digit) => {
    const tables = [];
    let words = [[]];
    for (let i = 0; i < length; i++) {
      const [found, next] = [new Map(), []];
      const table = words.map((word) => {
        const row = [];
        for (const digit of digits) {
          const like = likeOf(i, digit);
          if (like !== digit) {
            row.push(row[like - minDigit]);
            continue;
          }
          const longer = [...word, digit];
          const signature = signatureOf(longer);
          if (signature !== undefined && !found.has(signature)) {
            if (next.length >= MAX_STATES) throw new Error('too many states');
            found.set(signature, next.length);
            next.push(longer);
          }
          row.push(found.get(signature) ?? -1);
        }
        return row;
      });
      tables.push(table);
      words = next;
    }
    return tables;
  };

  // Learns the automaton of a component from its decisions. Suffixes tell prefixes apart, and contexts tell digits
  // apart; a word on which the automaton and the component differ adds its own.
  const learn = (decide, length) => {
    const isWhole = digits.length ** length <= WHOLE;
    const randomWord = (size) => range(size).map(randomDigit);
    const every = (size) =>
      range(size).reduce((words) => words.flatMap((word) => digits.map((digit) => [...word, digit])), [[]]);
    const suffixes = range(length).map((i) => {
      const size = length - 1 - i;
      return isWhole ? every(size) : range(size === 0 ? 1 : SUFFIXES).map(() => randomWord(size));
    });
    const contexts = range(CONTEXTS).map(() => randomWord(length));
    for (let round = 0; round < ROUNDS_OF_LEARNING; round++) {
      const like = range(length).map((i) => {
        const first = new Map();
        return digits.map((digit) => {
          if (isWhole) return digit;
          const decideAt = (word) => (decide([...word.slice(0, i), digit, ...word.slice(i + 1)]) ? 1 : 0);
          const signature = contexts.map(decideAt).join('');
          if (!first.has(signature)) first.set(signature, digit);
          return first.get(signature);
        });
      });
      const signatureOf = (prefix) => {
        const signature = suffixes[prefix.length - 1].map((suffix) => (decide([...prefix, ...suffix]) ? 1 : 0)).join('');
        return signature.includes('1') ? signature : undefined;
      };
      const tables = tablesOf(length, signatureOf, (i, digit) => like[i][digit - minDigit]);
      if (isWhole) return { tables, sampled: 0 };
      const wrong = [];
      for (let trial = 0; trial < SAMPLE && wrong.length < WRONG_WORDS; trial++) {
        const word = trial % 2 ? randomWord(length) : walk(tables);
        if (accepts(tables, word) !== decide(word)) wrong.push(word);
      }
      if (wrong.length === 0) return { tables, sampled: SAMPLE };
      contexts.push(...wrong);
      wrong.forEach((word) => suffixes.forEach((known, i) => known.push(word.slice(i + 1))));
    }
    throw new Error('its rule depends on too many cells');
  };

  // Returns a word that the automaton accepts, or one that differs from such a word in one digit.
  const walk = (tables) => {
    const word = [];
    let state = 0;
    for (const table of tables) {
      const ways = digits.filter((digit) => (table[state]?.[digit - minDigit] ?? -1) >= 0);
      const digit = ways.length ? ways[random(ways.length)] : randomDigit();
      word.push(digit);
      state = table[state]?.[digit - minDigit] ?? -1;
    }
    if (random(2)) word[random(word.length)] = randomDigit();
    return word;
  };

  const learned = new Map();
  let sampled = 0;
  const tablesOfCustom = (component, cells, missed) => {
    const decide = decider(component, cells, missed);
    const key = `${component.segment} ${cells.length}`;
    // Many components are copies of one another at other cells.
    for (const tables of learned.get(key) ?? []) {
      const isSame = range(SAMPLE_OF_COPY).every((trial) => {
        const word = trial % 2 ? cells.map(randomDigit) : walk(tables);
        return accepts(tables, word) === decide(word);
      });
      if (isSame) {
        sampled += SAMPLE_OF_COPY;
        return tables;
      }
    }
    const found = learn(decide, cells.length);
    sampled += found.sampled;
    learned.set(key, [...(learned.get(key) ?? []), found.tables]);
    return found.tables;
  };

  // States after the same digits are the same if their text is. All words of full length lead to one state.
  const tablesOfBuiltin = (component) => {
    const length = component.cells.length;
    const signatureOf = (word) => {
      const state = component.after(word);
      if (word.length < length) return state === undefined ? undefined : stringify(state);
      return state !== undefined && component.accepts(state) ? '' : undefined;
    };
    return tablesOf(length, signatureOf);
  };

  // Chooses the simplest form of a meaning.
  const machines = new Map();
  const formOf = (tables, cells) => {
    if (tables.some((table) => table.flat().every((next) => next < 0))) throw new Error('no digits satisfy it');
    const allowedIn = (row) => digits.filter((digit) => row[digit - minDigit] >= 0);
    if (tables.every((table) => table.length === 1)) {
      const forms = tables.map(([row], i) => ({ kind: 'digits', digits: allowedIn(row), cells: [cells[i]] }));
      return forms.filter((form) => form.digits.length < digits.length);
    }
    if (cells.length === 2) {
      const [[row], second] = tables;
      const allowed = allowedIn(row).flatMap((a) => allowedIn(second[row[a - minDigit]]).map((b) => [a, b]));
      return [{ kind: 'pairs', allowed, cells }];
    }
    const text = stringify(tables);
    if (!machines.has(text)) machines.set(text, tables);
    return [{ kind: 'machine', machine: [...machines.keys()].indexOf(text), cells }];
  };
  const withoutCells = (component) => {
    if (!component.holds(() => minDigit)) throw new Error('no digits satisfy it');
    return [];
  };
  const formsOf = (component) => {
    if (component.parts) return component.parts.flatMap(formsOf);
    const { kind, sum, cells } = component;
    if (component.segment === undefined && cells.length === 0) return withoutCells(component);
    if (!cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < count)) throw new Error('no such cell');
    if (kind === 'different') return [{ kind, cells }];
    if (kind === 'sum') return [{ kind, sum, cells }];
    if (component.segment === undefined) return formOf(tablesOfBuiltin(component), cells);
    // Which cells it reads may depend on their digits, so that random grids may not show all.
    let read = cellsRead(component);
    for (;;) {
      const missed = new Set();
      const tables = read.length ? tablesOfCustom(component, read, missed) : undefined;
      if (missed.size === 0) return tables ? formOf(tables, read) : withoutCells(component);
      read = [...read, ...missed];
    }
  };

  try {
    // Some authors state the rule by the title alone.
    const isEmpty = String(request.code).replace(/\/\*[^]*?\*\/|\/\/.*/g, '').trim() === '';
    if (isEmpty) throw new Error('its program is empty');
    for (const segment of request.components) scope[segment.name] = classes[segment.name] = custom(segment);
    const main = { ...scope, puzzle: board, sudoku: board, input: request.input };
    compile(Object.keys(main), String(request.code), '')(...Object.values(main));
    isSetUp = true;
    const isTrue = (component) => component.holds((cell) => request.solution[cell]);
    const isRefuted = Array.isArray(request.solution) && ![...registered].every(isTrue);
    const forms = [...registered].flatMap(formsOf);
    return stringify({ forms, machines: [...machines.values()], sampled, isRefuted });
  } catch (error) {
    return stringify({ error: String(error?.message ?? error).slice(0, 200) });
  }
};
