// The input pad: input modes next to digits or colours, undo and redo, and the buttons of the grid.
import { app as messages } from "../messages";
import { COLOURS, blank, restart, symbol, usual, type Mode } from "../model/game";
import { MODES, type Dispatch, type Session } from "../model/session";

interface Props {
  session: Session;
  dispatch: Dispatch;
  /** The selected cells. */
  chosen: number[];
  /** Fills in all candidates. */
  onfill(): void;
  /** Checks the digits; absent in views that have no such button. */
  oncheck: (() => void) | undefined;
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

/** The paths of the pictures on buttons, in a square of 24. */
const ICONS = {
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  erase: "M8 6h12v12H8l-6-6zM11 9l6 6m0-6l-6 6",
};

function IconButton(props: { icon: keyof typeof ICONS; disabled?: boolean; onClick(): void }) {
  const { icon, disabled = false, onClick } = props;
  return (
    <button aria-label={messages[icon]} title={messages[icon]} disabled={disabled} onClick={onClick}>
      <svg aria-hidden="true" viewBox="0 0 24 24">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}

/** Undo and redo. */
export function StepsBack({ history, dispatch }: Pick<Session, "history"> & { dispatch: Dispatch }) {
  const { past, future } = history;
  return (
    <>
      <IconButton icon="undo" disabled={!past.length} onClick={() => dispatch({ type: "undo" })} />
      <IconButton icon="redo" disabled={!future.length} onClick={() => dispatch({ type: "redo" })} />
    </>
  );
}

/** The input pad. */
export function Pad({ session, dispatch, chosen, onfill, oncheck }: Props) {
  const { history, mode, view } = session;
  const sheet = history.now;
  const { shape } = sheet;
  const isPen = mode === "pen";
  const isColour = mode === "colour" || isPen;
  const modes: readonly Mode[] = view === "set" ? MODES : [...MODES, "pen"];
  const buttons = isColour ? COLOURS : shape.size;
  return (
    <div class="pad">
      <div class="modes" role="group" aria-label={messages.modes}>
        {modes.map((name) => (
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
        style={{ "--columns": isColour ? COLOURS / 3 : buttons > 9 ? Math.ceil(Math.sqrt(buttons)) : 3 }}
        role="group"
        aria-label={isColour ? messages.colours : messages.digits}
      >
        {Array.from({ length: buttons }, (_, i) => (
          <button
            key={i}
            class={isColour ? "swatch" : ""}
            style={isColour ? { "--own": `var(--own-${i + 1})` } : undefined}
            aria-label={isColour ? messages.colour(i + 1) : messages.digit(symbol(i + 1, shape))}
            aria-pressed={isPen ? session.penColour === i + 1 : undefined}
            onClick={() =>
              dispatch(
                isPen
                  ? { type: "penColour", colour: i + 1 }
                  : { type: "enter", cells: chosen, digit: i + 1, mode },
              )
            }
          >
            {isColour ? "" : symbol(i + 1, shape)}
          </button>
        ))}
      </div>
      <div class="steps-back">
        {view !== "set" && <StepsBack history={history} dispatch={dispatch} />}
        <IconButton icon="erase" onClick={() => dispatch({ type: "erase", cells: chosen })} />
      </div>
      <div class="row tools">
        {oncheck && <button onClick={oncheck}>{messages.check}</button>}
        <button title={messages.fillTitle} onClick={onfill}>
          {messages.fill}
        </button>
        <button onClick={() => dispatch({ type: "apply", sheet: restart(sheet) })}>{messages.restart}</button>
        <button
          onClick={() =>
            dispatch(
              view === "set"
                ? { type: "load", sheet: blank(usual(shape.size)) }
                : { type: "view", view: "home" },
            )
          }
        >
          {messages.new}
        </button>
      </div>
    </div>
  );
}
