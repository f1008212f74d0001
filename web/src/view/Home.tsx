// The start page: the puzzles of the day, the last puzzle, a field for puzzles from elsewhere, and a collection.
import { useState } from "preact/hooks";
import { home as messages, language } from "../messages";
import { blank, colsOf, puzzleKey, rowsOf, symbol, usual, type Sheet } from "../model/game";
import { collection, ofDay, type Card } from "../model/collection";
import { hasPuzzle, type Dispatch } from "../model/session";
import { loadSolved } from "../model/store";
import { Parts } from "./Board";
import classic from "./classic.json";
import { clock } from "./Timer";

/** Side of a cell in the pictures of the engine. */
const CELL = 60;
const MARGIN = 3;

/** A picture of a puzzle with its givens, and with the digits of the user if there are any. */
function Thumbnail({ sheet, drawn }: Pick<Card, "sheet" | "drawn">) {
  const { shape, givens, placed } = sheet;
  const [cols, rows] = [colsOf(shape), rowsOf(shape)];
  const { below = [], lines = classic.lines, above = [], room = [0, 0, 0, 0] } = drawn ?? {};
  const [left = 0, top = 0, right = 0, bottom = 0] = room.map((side) => side + MARGIN);
  return (
    <svg
      aria-hidden="true"
      class="thumbnail"
      viewBox={`${-left} ${-top} ${cols * CELL + left + right} ${rows * CELL + top + bottom}`}
    >
      <rect class="paper" width={cols * CELL} height={rows * CELL} />
      <Parts parts={below} />
      <Parts parts={lines} />
      <Parts parts={above} />
      {givens.map((given, cell) => {
        const digit = given || placed[cell];
        return digit ? (
          <text
            key={cell}
            class={`drawn ${given ? "given" : "placed"}`}
            font-size={34}
            x={(cell % cols) * CELL + CELL / 2}
            y={Math.floor(cell / cols) * CELL + CELL / 2 + 12}
          >
            {symbol(digit, shape)}
          </text>
        ) : null;
      })}
    </svg>
  );
}

/** A puzzle as a button with its picture, and the time in which it was solved. */
function PuzzleCard({ card, note, onopen }: { card: Card; note?: string; onopen(): void }) {
  const seconds = loadSolved(puzzleKey(card.sheet));
  return (
    <button class="puzzle-card" onClick={onopen}>
      <Thumbnail {...card} />
      <span>
        <b>{card.title}</b> {note && <span class="quiet">{note}</span>}
        {seconds !== undefined && <span class="done">{messages.solvedIn(clock(seconds))}</span>}
      </span>
    </button>
  );
}

/** A field for a puzzle from elsewhere. A pasted text, and a complete line of 81 characters, are read at once. */
function Entry({ onread }: { onread(text: string): void }) {
  const [text, setText] = useState("");
  const change = (event: InputEvent & { currentTarget: HTMLTextAreaElement }) => {
    const next = event.currentTarget.value;
    setText(next);
    const isPasted = event.inputType === "insertFromPaste" && next.trim() !== "";
    if (isPasted || /^[\d.]{81}$/.test(next.replaceAll(/\s/g, ""))) onread(next);
  };
  return (
    <form
      class="card entry"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onread(text);
      }}
    >
      <label>
        <b>{messages.entry}</b>
        <span class="quiet">{messages.entryAbout}</span>
        <textarea rows={2} spellcheck={false} value={text} onInput={change} />
      </label>
      <button type="submit">{messages.open}</button>
    </form>
  );
}

/** The start page. */
export function Home({
  sheet,
  dispatch,
  onread,
}: {
  /** The last puzzle. */
  sheet: Sheet;
  dispatch: Dispatch;
  onread(text: string): void;
}) {
  const [today] = useState(() => new Date());
  const play = (card: Card) => dispatch({ type: "load", sheet: card.sheet, view: "play" });
  const learn = () =>
    hasPuzzle(sheet)
      ? dispatch({ type: "view", view: "learn" })
      : dispatch({ type: "load", sheet: ofDay(today)[0]!.sheet, view: "learn" });
  return (
    <>
      <h2>
        {messages.today}{" "}
        <span class="quiet">
          {today.toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" })}
        </span>
      </h2>
      <div class="cards">
        {hasPuzzle(sheet) && (
          <PuzzleCard
            card={{ title: messages.continue, sheet }}
            note={sheet.title ?? ""}
            onopen={() => dispatch({ type: "view", view: "play" })}
          />
        )}
        {ofDay(today).map((card) => (
          <PuzzleCard key={card.title} card={card} onopen={() => play(card)} />
        ))}
      </div>
      <div class="ways">
        <Entry onread={onread} />
        <button
          class="card way"
          onClick={() => dispatch({ type: "load", sheet: blank(usual(9)), view: "set" })}
        >
          <b>{messages.make}</b>
          <span class="quiet">{messages.makeAbout}</span>
        </button>
        <button class="card way" onClick={learn}>
          <b>{messages.learn}</b>
          <span class="quiet">{messages.learnAbout}</span>
        </button>
      </div>
      <h2>{messages.collection}</h2>
      <div class="cards many">
        {collection.map((card) => (
          <PuzzleCard key={card.title} card={card} onopen={() => play(card)} />
        ))}
      </div>
    </>
  );
}
