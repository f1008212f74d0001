// The input pad below the board: input modes, digits or colours, and the buttons of the grid.
import { app as messages } from "../messages";
import { COLOURS, blank, isClassic, restart, symbol, usual } from "../model/game";
import { MODES, hasPuzzle, type Dispatch, type Session } from "../model/session";

/** The example puzzle of an empty page. */
const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

interface Props {
  session: Session;
  dispatch: Dispatch;
  /** The selected cells. */
  chosen: number[];
  /** True while the puzzle of a link is being read. */
  isOpening: boolean;
  onread(text: string): void;
  /** Fills in all candidates. */
  onfill(): void;
}

/** The switch of true candidates, which only the view for setters has. */
export function Truths({ truths, ontruths }: { truths: boolean; ontruths(truths: boolean): void }) {
  return (
    <label class="inline truths">
      <input type="checkbox" checked={truths} onChange={(event) => ontruths(event.currentTarget.checked)} />{" "}
      {messages.truths}
    </label>
  );
}

/** The input pad. */
export function Pad({ session, dispatch, chosen, isOpening, onread, onfill }: Props) {
  const { history, mode } = session;
  const sheet = history.now;
  const { size, low } = sheet.shape;
  const isColour = mode === "colour";
  const buttons = isColour ? COLOURS : size;
  return (
    <div class="pad">
      <div class="modes" role="group" aria-label={messages.modes}>
        {MODES.map((name) => (
          <button
            key={name}
            aria-pressed={mode === name}
            onClick={() => dispatch({ type: "mode", mode: name })}
          >
            {messages.mode[name]}
          </button>
        ))}
      </div>
      <div
        class="digits"
        data-count={buttons}
        role="group"
        aria-label={isColour ? messages.colours : messages.digits}
      >
        {Array.from({ length: buttons }, (_, i) => (
          <button
            key={i}
            class={isColour ? `swatch colour-${i + 1}` : ""}
            aria-label={isColour ? messages.colour(i + 1) : messages.digit(symbol(i + 1, low))}
            onClick={() => dispatch({ type: "enter", cells: chosen, digit: i + 1, mode })}
          >
            {isColour ? "" : symbol(i + 1, low)}
          </button>
        ))}
        <button aria-label={messages.erase} onClick={() => dispatch({ type: "erase", cells: chosen })}>
          <svg aria-hidden="true" viewBox="0 0 24 24">
            <path d="M8 6h12v12H8l-6-6zM11 9l6 6m0-6l-6 6" />
          </svg>
        </button>
      </div>
      <div class="row tools">
        <button disabled={!history.past.length} onClick={() => dispatch({ type: "undo" })}>
          {messages.undo}
        </button>
        <button disabled={!history.future.length} onClick={() => dispatch({ type: "redo" })}>
          {messages.redo}
        </button>
        <button onClick={onfill}>{messages.fill}</button>
        <button onClick={() => dispatch({ type: "apply", sheet: restart(sheet) })}>{messages.restart}</button>
        <button onClick={() => dispatch({ type: "load", sheet: blank(usual(size)) })}>{messages.new}</button>
        {!isOpening && !hasPuzzle(sheet) && isClassic(sheet.shape) && (
          <button onClick={() => onread(EXAMPLE)}>{messages.example}</button>
        )}
      </div>
    </div>
  );
}
