// The Puzzle tab: title, author and rules of the puzzle, and the size and the regions of the grid.
import { analyze as messages, puzzle as texts } from "../messages";
import { SIZES, blank, usual, type Sheet } from "../model/game";
import { Section } from "./common";

interface Props {
  sheet: Sheet;
  /** The rules as the engine words them. */
  rules: string[] | undefined;
  selected: ReadonlySet<number>;
  onapply(next: Sheet): void;
  /** Replaces the sheet without a separate undo step. */
  onamend(next: Sheet): void;
}

/** Returns the sheet with a text, or without it if it is empty. */
function withText(sheet: Sheet, name: "title" | "author" | "wording", text: string): Sheet {
  const { [name]: _, ...rest } = sheet;
  return text ? { ...rest, [name]: text } : rest;
}

/** Title, author and rules. */
function About({ sheet, rules, onamend }: Pick<Props, "sheet" | "rules" | "onamend">) {
  const field = (name: "title" | "author", label: string) => (
    <label class="block">
      {label}
      <input
        value={sheet[name] ?? ""}
        onInput={(event) => onamend(withText(sheet, name, event.currentTarget.value))}
      />
    </label>
  );
  return (
    <Section title={texts.about}>
      {field("title", texts.title)}
      {field("author", texts.author)}
      <label class="block">
        {texts.rules}
        <textarea
          class="prose"
          rows={5}
          value={sheet.wording ?? ""}
          placeholder={rules?.join("\n")}
          onInput={(event) => onamend(withText(sheet, "wording", event.currentTarget.value))}
        />
      </label>
      <button
        disabled={!rules?.length || sheet.wording === rules.join("\n")}
        onClick={() => onamend(withText(sheet, "wording", rules?.join("\n") ?? ""))}
      >
        {texts.write}
      </button>
    </Section>
  );
}

/** The Puzzle tab. */
export function Puzzle({ sheet, rules, selected, onapply, onamend }: Props) {
  const { shape } = sheet;
  const isPlain = shape.rules === undefined;
  const paint = () => {
    const { size } = shape;
    const base =
      shape.regions ??
      Array.from({ length: size * size }, (_, cell) =>
        shape.boxes
          ? Math.floor(Math.floor(cell / size) / shape.boxes[0]) * shape.boxes[0] +
            Math.floor((cell % size) / shape.boxes[1])
          : Math.floor(cell / size),
      );
    const used = new Set(base.filter((_, cell) => !selected.has(cell)));
    let free = 0;
    while (used.has(free)) free++;
    onapply({
      ...sheet,
      shape: {
        ...shape,
        boxes: undefined,
        regions: base.map((region, cell) => (selected.has(cell) ? free : region)),
      },
    });
  };
  const diagonals = (isOn: boolean) =>
    onapply({ ...sheet, shape: { ...shape, diagonals: isOn ? ["main", "anti"] : [] } });
  return (
    <div>
      <About sheet={sheet} rules={rules} onamend={onamend} />
      <Section title={messages.grid}>
        <div class="row">
          <label class="inline">
            {messages.size}{" "}
            <select
              value={shape.size}
              onChange={(event) => onapply(blank(usual(Number(event.currentTarget.value))))}
            >
              {SIZES.map((size) => (
                <option key={size} value={size}>
                  {messages.sizes(size)}
                </option>
              ))}
            </select>
          </label>
          <label class="inline">
            <input
              type="checkbox"
              disabled={!isPlain}
              checked={shape.diagonals.length > 0}
              onChange={(event) => diagonals(event.currentTarget.checked)}
            />{" "}
            {messages.diagonals}
          </label>
        </div>
        <div class="row">
          <button disabled={!selected.size || !isPlain} onClick={paint}>
            {messages.region}
          </button>
          <button
            disabled={!selected.size || !isPlain}
            onClick={() =>
              onapply({
                ...sheet,
                shape: { ...shape, extra: [...shape.extra, [...selected].sort((a, b) => a - b)] },
              })
            }
          >
            {messages.extra}
          </button>
          <button
            disabled={isPlain && !shape.regions && !shape.extra.length}
            onClick={() => onapply({ ...sheet, shape: usual(shape.size) })}
          >
            {messages.usual}
          </button>
        </div>
      </Section>
    </div>
  );
}
