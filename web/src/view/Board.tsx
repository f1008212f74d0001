// The board: a picture in SVG, and over it an ARIA grid that has the focus and hears pointers.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Stroke, cellAt, type Point } from "../model/drag";
import { colsOf, digitsOf, isClassic, rowsOf, symbol, type Shape, type Sheet } from "../model/game";
import { between, notes, type Spot } from "../model/notes";
import type { Drawn, Part, Told } from "../wire";

/** The side of a cell in the picture. */
const CELL = 60;
const MARGIN = 3;

export interface Props {
  sheet: Sheet;
  selected: ReadonlySet<number>;
  cursor: number;
  /** A step that is drawn, with the candidates of its grid. */
  step: Told | undefined;
  /** The cells of its houses and constraints, where the engine names them. */
  scope: number[] | undefined;
  /** True candidates as sets, drawn where there are no marks. */
  truths: number[] | undefined;
  /** The candidates that the puzzle itself leaves, as sets; drawn where there is nothing else. */
  allowed: number[] | undefined;
  /** What is drawn of a variant. */
  drawn: Drawn | undefined;
  /** The places of the grid where no cells are. */
  holes: ReadonlySet<number>;
  /** Cells whose digits clash. */
  clashes: ReadonlySet<number>;
  /** Cells that a check or a hint names. */
  named: ReadonlySet<number>;
  onselect(cells: Set<number>, cursor: number): void;
}

/** A candidate by its name, such as `r1c2=3`; none outside of the grid. */
export function candidateOf(text: string, shape: Shape): { cell: number; digit: number } | undefined {
  const [name = "", value] = text.split("=");
  const cell = cellOf(name, colsOf(shape));
  return cell < 0 ? undefined : { cell, digit: Number(value) - (shape.low ?? 1) + 1 };
}

/** A cell by its name, such as `r1c2`; -1 outside of the grid. */
export function cellOf(name: string, cols: number): number {
  const found = /^r(\d+)c(\d+)$/.exec(name);
  return found ? (Number(found[1]) - 1) * cols + Number(found[2]) - 1 : -1;
}

/** The baseline of digits whose middle is here; not every viewer knows `dominant-baseline`. */
const base = (middle: number, size: number) => middle + 0.36 * size;

/** The region of a cell, or -1. */
function regionOf({ size, boxes, regions }: Shape, cell: number): number {
  if (regions) return regions[cell] ?? -1;
  if (!boxes) return -1;
  const [rows, cols] = boxes;
  return Math.floor(Math.floor(cell / size) / rows) * size + Math.floor((cell % size) / cols);
}

/** The borders of regions as one path, and all lines between cells as another. Those of variants are drawn by the engine. */
function lines(shape: Shape): { thin: string; thick: string } {
  const { size } = shape;
  if (shape.rules !== undefined) return { thin: "", thick: "" };
  let thin = "";
  let thick = `M0 0H${size * CELL}V${size * CELL}H0Z`;
  for (let cell = 0; cell < size * size; cell++) {
    const [x, y] = [(cell % size) * CELL, Math.floor(cell / size) * CELL];
    if (x > 0) {
      const line = `M${x} ${y}v${CELL}`;
      if (regionOf(shape, cell) !== regionOf(shape, cell - 1)) thick += line;
      else thin += line;
    }
    if (y > 0) {
      const line = `M${x} ${y}h${CELL}`;
      if (regionOf(shape, cell) !== regionOf(shape, cell - size)) thick += line;
      else thin += line;
    }
  }
  return { thin, thick };
}

/** The borders between the regions of a solution. */
function bordersOf(found: number[], rows: number, cols: number): string {
  let path = "";
  for (let cell = 0; cell < rows * cols; cell++) {
    const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
    if (x > 0 && found[cell] !== found[cell - 1]) path += `M${x} ${y}v${CELL}`;
    if (y > 0 && found[cell] !== found[cell - cols]) path += `M${x} ${y}h${CELL}`;
  }
  return path;
}

/** How far candidates are apart; closer where constraints write into the corners of cells. */
const stepOf = ({ size }: Shape, isTight: boolean) => (CELL * (isTight ? 0.74 : 0.9)) / Math.ceil(Math.sqrt(size));

/** The middle of a candidate in its cell. */
function place(shape: Shape, cell: number, digit: number, isTight = false): [number, number] {
  const { size } = shape;
  const cols = colsOf(shape);
  const across = Math.ceil(Math.sqrt(size));
  const down = Math.ceil(size / across);
  const step = stepOf(shape, isTight);
  const [row, col] = [Math.floor((digit - 1) / across), (digit - 1) % across];
  return [
    (cell % cols) * CELL + CELL / 2 + (col - (across - 1) / 2) * step,
    Math.floor(cell / cols) * CELL + CELL / 2 + (row - (down - 1) / 2) * step + (isTight ? 4.5 : 0),
  ];
}

/** What a step makes of its candidates, by `cell=digit`: the effect before the pattern. */
function rolesOf(step: Told | undefined, shape: Shape): Map<string, string> {
  const roles = new Map<string, string>();
  const set = (text: string, role: string) => {
    const found = candidateOf(text, shape);
    if (found) roles.set(`${found.cell}=${found.digit}`, role);
  };
  for (const { role, candidate } of step?.pattern ?? []) {
    set(candidate, role.startsWith("set-") ? "support" : role === "common" ? "core" : role === "fin" ? "extra" : role);
  }
  for (const candidate of step?.eliminations ?? []) set(candidate, "eliminated");
  for (const candidate of step?.placements ?? []) set(candidate, "put");
  return roles;
}

/** The cells of a house of the classic grid by its name. */
function houseCells(name: string): number[] {
  const [kind, number] = name.split(" ");
  const at = Number(number) - 1;
  return Array.from({ length: 9 }, (_, i) => {
    if (kind === "row") return 9 * at + i;
    if (kind === "column") return 9 * i + at;
    return 9 * (3 * Math.floor(at / 3) + Math.floor(i / 3)) + 3 * (at % 3) + (i % 3);
  });
}

function Links({ step, shape }: { step: Told; shape: Shape }) {
  const drawn = new Set<string>();
  const paths = [];
  for (const chain of step.chains ?? []) {
    for (const { candidate, on, premises } of chain) {
      for (const premise of premises ?? []) {
        const [from, to] = [candidateOf(chain[premise]?.candidate ?? "", shape), candidateOf(candidate, shape)];
        const key = `${chain[premise]?.candidate} ${candidate}`;
        if (!from || !to || drawn.has(key)) continue;
        drawn.add(key);
        const [x1, y1] = place(shape, from.cell, from.digit);
        const [x2, y2] = place(shape, to.cell, to.digit);
        const length = Math.max(1, Math.hypot(x2 - x1, y2 - y1));
        const [dx, dy] = [((x2 - x1) / length) * 9, ((y2 - y1) / length) * 9];
        const [tx, ty] = [x2 - dx, y2 - dy];
        const head = `M${tx} ${ty}L${tx - dx * 0.7 - dy * 0.3} ${ty - dy * 0.7 + dx * 0.3}L${tx - dx * 0.7 + dy * 0.3} ${ty - dy * 0.7 - dx * 0.3}Z`;
        const kind = on ? "strong" : "weak";
        paths.push(<path key={key} class={`link ${kind}`} d={`M${x1 + dx} ${y1 + dy}L${tx - dx * 0.6} ${ty - dy * 0.6}`} />);
        paths.push(<path key={`${key}>`} class={`head ${kind}`} d={head} />);
      }
    }
  }
  return <>{paths}</>;
}

/** Texts in a cell, each where it belongs. */
function Spots({ spots, name, x, y }: { spots: Spot[]; name: string; x: number; y: number }) {
  return (
    <>
      {spots.map(({ text, size, ...at }) => (
        <text key={text} class={name} font-size={size} x={x + at.x} y={base(y + at.y, size)}>
          {text}
        </text>
      ))}
    </>
  );
}

/** What is shown as the candidates of an empty cell: those of a person before true ones before those of the puzzle itself. */
function candidatesOf({ sheet, step, truths, allowed }: Pick<Props, "sheet" | "step" | "truths" | "allowed">, cell: number): { set: number; name: string } {
  const marks = sheet.marks[cell] ?? 0;
  if (marks || step) return { set: marks, name: "mark" };
  if (truths) return { set: truths[cell] ?? 0, name: "truth" };
  return { set: allowed?.[cell] ?? 0, name: "allowed" };
}

/** Digits, marks and notes of a cell. */
function Content(props: Pick<Props, "sheet" | "step" | "truths" | "allowed"> & { cell: number; roles: Map<string, string>; isTight: boolean }) {
  const { sheet, cell, step, roles, isTight } = props;
  const { low } = sheet.shape;
  const cols = colsOf(sheet.shape);
  const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
  const given = sheet.givens[cell] ?? 0;
  const digit = given || (sheet.placed[cell] ?? 0);
  if (digit) {
    return (
      <text class={given ? "given" : "placed"} x={x + CELL / 2} y={base(y + CELL / 2, 38)}>
        {symbol(digit, low)}
      </text>
    );
  }
  const gap = stepOf(sheet.shape, isTight);
  const font = gap * 0.83;
  const said = (set: number) => digitsOf(set).map((it) => symbol(it, low));
  const corners = step ? [] : said(sheet.corners[cell] ?? 0);
  const { set, name } = candidatesOf(props, cell);
  if (corners.length) {
    return (
      <>
        <Spots spots={notes(corners)} name="corner" x={x} y={y} />
        <Spots spots={between(said(set))} name={name} x={x} y={y} />
      </>
    );
  }
  return (
    <>
      {digitsOf(set).map((it) => {
        const role = roles.get(`${cell}=${it}`);
        const [mx, my] = place(sheet.shape, cell, it, isTight);
        const half = gap / 2;
        const isBox = role === "off" || role === "extra";
        return (
          <>
            {role && isBox && <rect class={`role ${role}`} x={mx - half * 0.9} y={my - half * 0.9} width={half * 1.8} height={half * 1.8} />}
            {role && !isBox && <circle class={`role ${role}`} cx={mx} cy={my} r={half} />}
            <text class={role ? "mark named" : name} font-size={font} x={mx} y={base(my, font)}>
              {symbol(it, low)}
            </text>
            {role === "eliminated" && <path class="strike" d={`M${mx - half * 0.8} ${my + half * 0.8}L${mx + half * 0.8} ${my - half * 0.8}`} />}
          </>
        );
      })}
    </>
  );
}

/** A drawing of the engine, part by part. */
function Parts({ parts }: { parts: Part[] }) {
  return (
    <>
      {parts.map((part, i) =>
        part.d ? (
          <path key={i} class={`drawn ${part.role}`} d={part.d} />
        ) : (
          <text key={i} class={`drawn ${part.role}${part.start ? " start" : ""}`} font-size={part.size} x={part.x} y={part.y}>
            {part.text}
          </text>
        ),
      )}
    </>
  );
}

/** What a screen reader says of a cell. */
function label(sheet: Sheet, cell: number, isClash: boolean, isNamed: boolean, constraints: string[], allowed: number): string {
  const { low } = sheet.shape;
  const cols = colsOf(sheet.shape);
  const said = (digits: number[]) => digits.map((it) => symbol(it, low)).join(" ");
  const parts = [`row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`];
  const [given, placed] = [sheet.givens[cell], sheet.placed[cell]];
  if (given) parts.push(`given ${symbol(given, low)}`);
  else if (placed) parts.push(symbol(placed, low));
  else {
    parts.push("empty");
    if (allowed) parts.push(`may be ${said(digitsOf(allowed))}`);
    const marks = digitsOf(sheet.marks[cell] ?? 0);
    if (marks.length) parts.push(`candidates ${said(marks)}`);
    const corners = digitsOf(sheet.corners[cell] ?? 0);
    if (corners.length) parts.push(`notes ${said(corners)}`);
  }
  const colours = digitsOf(sheet.colours[cell] ?? 0);
  if (colours.length) parts.push(`colour ${colours.join(" ")}`);
  parts.push(...constraints);
  if (isClash) parts.push("clashes");
  if (isNamed) parts.push("look here");
  return parts.join(", ");
}

/** For each cell the constraints that are about it, with their numbers. */
function constraintsOf(drawn: Drawn | undefined): Map<number, string[]> {
  const of = new Map<number, string[]>();
  for (const { name, text, cells } of drawn?.constraints ?? []) {
    // Clues of a whole line would be said in each of its cells.
    const number = /^\.\w+~(\d+)~/.exec(text)?.[1];
    for (const cell of new Set(cells)) of.set(cell, [...(of.get(cell) ?? []), number ? `${name} ${number}` : name]);
  }
  return of;
}

/** The digit of a cell, given or written; 0 for none. */
const digitIn = (sheet: Sheet, cell: number) => sheet.givens[cell] || sheet.placed[cell] || 0;

/** The wedges of a cell with several colours. */
function Colours({ x, y, set }: { x: number; y: number; set: number }) {
  const colours = digitsOf(set);
  const width = CELL / Math.max(1, colours.length);
  return (
    <>
      {colours.map((colour, i) => (
        <rect key={colour} class={`colour colour-${colour}`} x={x + i * width} y={y} width={width} height={CELL} />
      ))}
    </>
  );
}

export function Board(props: Props) {
  const { sheet, selected, cursor, step, holes, clashes, named, onselect } = props;
  const { shape } = sheet;
  const [rows, cols] = [rowsOf(shape), colsOf(shape)];
  const drawn = shape.rules === undefined ? undefined : props.drawn;
  const [left, top, right, bottom] = drawn?.room ?? [0, 0, 0, 0];
  const grid = useRef<HTMLDivElement>(null);
  /** A drag, and what it has selected; the state of the page may be some moves behind. */
  const drag = useRef<{ stroke: Stroke; cells: Set<number> } | undefined>(undefined);
  const [wide, high] = [cols * CELL, rows * CELL];
  // The whole picture, in which the grid lies.
  const [all, tall] = [wide + left + right + 2 * MARGIN, high + top + bottom + 2 * MARGIN];
  const constraints = useMemo(() => constraintsOf(drawn), [drawn]);
  const roles = rolesOf(step, shape);
  const shaded = new Set(props.scope ?? (isClassic(shape) ? (step?.houses ?? []) : []).flatMap(houseCells));
  const { thin, thick } = lines(shape);
  // Small texts have the upper left corners of cells.
  const isTight = drawn?.above.some((part) => part.role === "tag" && part.start) ?? false;
  // Where all of a digit stand is what people look for first.
  const same = step ? 0 : digitIn(sheet, cursor);

  useEffect(() => {
    if (!grid.current?.contains(document.activeElement)) return;
    grid.current.querySelector<HTMLElement>(`[data-cell="${cursor}"]`)?.focus();
  }, [cursor]);

  /** Where a pointer is, in sides of a cell. */
  const pointOf = (event: PointerEvent): Point => {
    const box = grid.current!.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * cols, y: ((event.clientY - box.top) / box.height) * rows };
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = pointOf(event);
    const cell = cellAt(at, rows, cols);
    if (holes.has(cell)) return;
    grid.current!.setPointerCapture(event.pointerId);
    const more = event.ctrlKey || event.metaKey || event.shiftKey;
    const cells = new Set(more ? selected : []);
    if (more && selected.has(cell)) cells.delete(cell);
    else cells.add(cell);
    drag.current = { stroke: new Stroke(at, rows, cols), cells };
    onselect(new Set(cells), cell);
    grid.current!.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
    event.preventDefault();
  };
  const move = (event: PointerEvent) => {
    const current = drag.current;
    if (!current) return;
    // Browsers report several moves at once, and fast ones far apart.
    const events = event.getCoalescedEvents?.() ?? [];
    let last: number | undefined;
    for (const point of [...events, event].map(pointOf)) {
      for (const cell of current.stroke.to(point)) {
        if (holes.has(cell) || current.cells.has(cell)) continue;
        current.cells.add(cell);
        last = cell;
      }
    }
    if (last !== undefined) onselect(new Set(current.cells), last);
  };
  const up = () => {
    drag.current = undefined;
  };

  const places = Array.from({ length: rows * cols }, (_, cell) => cell);
  const squares = places.filter((cell) => !holes.has(cell));
  const corner = (cell: number): [number, number] => [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
  const square = (cell: number, name: string) => {
    const [x, y] = corner(cell);
    return <rect key={`${name}${cell}`} class={name} x={x} y={y} width={CELL} height={CELL} />;
  };
  return (
    <div class="board" style={{ aspectRatio: `${all} / ${tall}` }}>
      <svg aria-hidden="true" viewBox={`${-left - MARGIN} ${-top - MARGIN} ${all} ${tall}`}>
        {holes.size ? squares.map((cell) => square(cell, "paper")) : <rect class="paper" x={0} y={0} width={wide} height={high} />}
        {shape.extra.flatMap((cells, i) => cells.map((cell) => square(cell, `extra-region extra-${i % 4}`)))}
        {squares.map((cell) => {
          const set = sheet.colours[cell] ?? 0;
          const [x, y] = corner(cell);
          return set ? <Colours key={cell} x={x} y={y} set={set} /> : null;
        })}
        {squares.filter((cell) => same && digitIn(sheet, cell) === same).map((cell) => square(cell, "same"))}
        {[...shaded].map((cell) => square(cell, "house"))}
        {[...named].map((cell) => square(cell, "looked-at"))}
        {[...clashes].map((cell) => square(cell, "clash"))}
        {shape.diagonals.includes("main") && <path class="diagonal" d={`M0 0L${wide} ${high}`} />}
        {shape.diagonals.includes("anti") && <path class="diagonal" d={`M${wide} 0L0 ${high}`} />}
        {drawn && <Parts parts={drawn.below} />}
        {drawn && <Parts parts={drawn.lines} />}
        <path class="thin" d={thin} />
        <path class="thick" d={thick} />
        {sheet.found && <path class="thick found" d={bordersOf(sheet.found, rows, cols)} />}
        {[...selected].filter((cell) => !holes.has(cell)).map((cell) => {
          const [x, y] = corner(cell);
          return <rect key={`s${cell}`} class="selected" x={x + 2.5} y={y + 2.5} width={CELL - 5} height={CELL - 5} />;
        })}
        {squares.map((cell) => (
          <Content key={cell} sheet={sheet} cell={cell} step={step} roles={roles} truths={props.truths} allowed={props.allowed} isTight={isTight} />
        ))}
        {drawn && <Parts parts={drawn.above} />}
        {step && <Links step={step} shape={shape} />}
      </svg>
      <div
        ref={grid}
        class="cells"
        style={{
          left: `${(100 * (left + MARGIN)) / all}%`,
          top: `${(100 * (top + MARGIN)) / tall}%`,
          width: `${(100 * wide) / all}%`,
          height: `${(100 * high) / tall}%`,
        }}
        role="grid"
        aria-label={`Sudoku, ${rows} by ${cols}`}
        aria-multiselectable="true"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
      >
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} role="row">
            {places.slice(row * cols, (row + 1) * cols).map((cell) =>
              holes.has(cell) ? (
                <div key={cell} role="gridcell" aria-disabled="true" aria-label={`row ${row + 1}, column ${(cell % cols) + 1}, no cell`} />
              ) : (
                <div
                  key={cell}
                  role="gridcell"
                  data-cell={cell}
                  tabIndex={cell === cursor ? 0 : -1}
                  aria-selected={selected.has(cell)}
                  aria-label={label(sheet, cell, clashes.has(cell), named.has(cell), constraints.get(cell) ?? [], props.allowed?.[cell] ?? 0)}
                />
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
