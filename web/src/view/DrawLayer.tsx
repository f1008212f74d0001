// The surface over the board on which constraints are drawn, with a preview of the current one.
import { useRef, useState } from "preact/hooks";
import { Stroke, cellAt, type Point } from "../model/drag";
import {
  cornerAt,
  draftOf,
  edgeAt,
  extended,
  lineEndingIn,
  marginAt,
  type Draft,
  type Side,
  type Tool,
} from "../model/tools";
import type { Drawn } from "../wire";
import type { Drawing } from "./drawing";

interface Props {
  drawing: Drawing;
  tool: Tool;
  drawn: Drawn | undefined;
  rows: number;
  cols: number;
  /**
   * The measures of the picture: the side of a cell, the space to the left of the grid and above it, and the
   * width and height of the whole picture.
   */
  picture: { cell: number; left: number; top: number; wide: number; tall: number };
  onselect(cells: Set<number>, cursor: number): void;
}

/** The cells, and the side of the grid, that a gesture has selected so far. */
interface Taken {
  cells: number[];
  side?: Side | undefined;
}

/** Returns the cells or the side that a click selects, for tools that do not draw a path. */
function takenAt(tool: Tool, at: Point, rows: number, cols: number): Taken | undefined {
  switch (tool.gesture) {
    case "edge": {
      const pair = edgeAt(at, rows, cols);
      return pair && { cells: pair };
    }
    case "corner": {
      const cell = cornerAt(at, rows, cols);
      return cell === undefined ? undefined : { cells: [cell] };
    }
    case "outside":
    case "diagonal": {
      const margin = marginAt(at, rows, cols);
      return margin && { cells: [margin.cell], side: margin.side };
    }
    default:
      return undefined;
  }
}

const OFFSETS: Record<Side, [number, number]> = {
  left: [-0.7, 0],
  top: [0, -0.7],
  right: [0.7, 0],
  bottom: [0, 0.7],
};

/** The outline of a draft, and its value as long as the puzzle lacks it. */
function Preview({
  tool,
  cells,
  side,
  value,
  cols,
  cell,
}: Taken & { tool: Tool; value: string; cols: number; cell: number }) {
  const middle = (at: number): [number, number] => [
    ((at % cols) + 0.5) * cell,
    (Math.floor(at / cols) + 0.5) * cell,
  ];
  const [x = 0, y = 0] = middle(cells[0] ?? 0);
  const spot = (x: number, y: number) => (
    <>
      <circle class="preview spot" cx={x} cy={y} r={0.3 * cell} />
      {tool.value && (
        <text class="drawn clue" font-size={0.3 * cell} x={x} y={y + 0.11 * cell}>
          {value || "?"}
        </text>
      )}
    </>
  );
  switch (tool.gesture) {
    case "line":
      return <polyline class="preview" points={cells.map((at) => middle(at).join(",")).join(" ")} />;
    case "area":
    case "region":
      return (
        <>
          {cells.map((at) => {
            const [x, y] = middle(at);
            return (
              <rect
                key={at}
                class="preview spot"
                x={x - cell / 2}
                y={y - cell / 2}
                width={cell}
                height={cell}
              />
            );
          })}
        </>
      );
    case "edge": {
      const [u, v] = middle(cells[1] ?? cells[0] ?? 0);
      return spot((x + u) / 2, (y + v) / 2);
    }
    case "corner":
      return spot(x + cell / 2, y + cell / 2);
    default: {
      const [dx, dy] = OFFSETS[side ?? "left"];
      return spot(x + dx * cell, y + dy * cell);
    }
  }
}

/** The constraint of the tool's kind on the cells that a click has selected. */
function existing(
  drawn: Drawn | undefined,
  tool: Tool,
  { cells, side }: Taken,
  current: Draft | undefined,
): Draft | undefined {
  const all = (drawn?.constraints ?? []).map((constraint, at) => ({ constraint, at }));
  const found = all.filter(({ constraint }) => {
    if (constraint.name !== tool.kind) return false;
    if (tool.gesture === "outside") {
      const draft = draftOf(constraint, 0);
      return draft?.side === side && draft?.cells[0] === cells[0];
    }
    if (tool.gesture === "diagonal") return constraint.cells[0] === cells[0];
    if (tool.gesture === "edge") return cells.every((cell) => constraint.cells.includes(cell));
    return tool.gesture === "corner"
      ? constraint.cells[0] === cells[0]
      : constraint.cells.includes(cells[0]!);
  });
  // Repeated clicks reach each of several constraints in turn.
  const next = found.find(({ at }) => at > (current?.at ?? -1)) ?? found[0];
  return next && draftOf(next.constraint, next.at);
}

/** The surface. */
export function DrawLayer({ drawing, tool, drawn, rows, cols, picture, onselect }: Props) {
  const surface = useRef<HTMLDivElement>(null);
  /** The current stroke with its cells, and the line that it continues. */
  const stroke = useRef<{ stroke: Stroke; path: number[]; line?: Draft | undefined } | undefined>(undefined);
  const [taken, setTaken] = useState<Taken | undefined>();
  const { cell, left, top, wide, tall } = picture;
  const isPath = ["line", "area", "region"].includes(tool.gesture);

  /** Returns the position of a pointer in cell sides. */
  const pointOf = (event: PointerEvent): Point => {
    const box = surface.current!.getBoundingClientRect();
    return {
      x: (((event.clientX - box.left) / box.width) * wide - left) / cell,
      y: (((event.clientY - box.top) / box.height) * tall - top) / cell,
    };
  };
  const isInside = ({ x, y }: Point) => x >= 0 && y >= 0 && x < cols && y < rows;
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const at = pointOf(event);
    if (!isInside(at)) return;
    surface.current!.setPointerCapture(event.pointerId);
    const first = cellAt(at, rows, cols);
    // With Shift, a line begins where another one ends.
    const line =
      tool.gesture === "line" && !event.shiftKey
        ? lineEndingIn(tool, drawn?.constraints ?? [], first, cols)
        : undefined;
    const path = line?.cells ?? [first];
    stroke.current = { stroke: new Stroke(at, rows, cols), path, line };
    if (isPath) setTaken({ cells: path });
  };
  const move = (event: PointerEvent) => {
    const current = stroke.current;
    const at = pointOf(event);
    if (!current || !isPath) {
      if (!current) setTaken(takenAt(tool, at, rows, cols));
      else current.path = [...current.path, ...current.stroke.to(at)];
      return;
    }
    const events = event.getCoalescedEvents?.() ?? [];
    for (const point of [...events, event].map(pointOf)) {
      for (const next of current.stroke.to(point)) {
        current.path =
          tool.gesture === "line" ? extended(current.path, next) : [...new Set([...current.path, next])];
      }
    }
    setTaken({ cells: current.path });
  };
  const finish = (taken: Taken) => {
    const isClick = taken.cells.length === 1;
    const known = existing(drawn, tool, taken, drawing.draft);
    if (tool.gesture === "region") drawing.add(taken.cells);
    else if (isClick && known) drawing.pick(known);
    else if (tool.gesture === "edge" && known?.at !== undefined) drawing.remove(known.at);
    // Until the board has been drawn, a click may mean a constraint that is not known yet.
    else if (isClick && (tool.gesture === "line" || (tool.gesture === "area" && !drawn))) return;
    else drawing.add(taken.cells, taken.side);
    focusOn(taken.cells.at(-1));
  };
  const focusOn = (last: number | undefined) => {
    if (last === undefined) return;
    onselect(new Set([last]), last);
    // Keys after a gesture are for the constraint, not for the control that was used before.
    const board = surface.current?.parentElement;
    board?.querySelector<HTMLElement>(`[data-cell="${last}"]`)?.focus({ preventScroll: true });
  };
  const up = (event: PointerEvent) => {
    const current = stroke.current;
    stroke.current = undefined;
    setTaken(undefined);
    const { path = [], line } = current ?? {};
    if (line && path !== line.cells) {
      drawing.redraw(line, path);
      return focusOn(path.at(-1));
    }
    if (line) return finish({ cells: path.slice(-1) });
    // A drag from a cell to its neighbour takes the edge between them, in this order.
    const isDrag = tool.gesture === "edge" && path.length === 2;
    const found = isPath || isDrag ? { cells: path } : takenAt(tool, pointOf(event), rows, cols);
    if (found?.cells.length) finish(found);
  };
  const cancel = () => {
    stroke.current = undefined;
    setTaken(undefined);
  };
  const { draft } = drawing;
  return (
    <div
      ref={surface}
      class="surface"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
      onPointerLeave={() => !stroke.current && setTaken(undefined)}
    >
      <svg aria-hidden="true" viewBox={`${-left} ${-top} ${wide} ${tall}`}>
        {draft && <Preview {...draft} cols={cols} cell={cell} />}
        {taken && <Preview {...taken} tool={tool} value="" cols={cols} cell={cell} />}
      </svg>
    </div>
  );
}
