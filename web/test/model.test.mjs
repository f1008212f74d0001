// Compares the grid with a model under random keys, checks memory use over many puzzles, and measures
// response times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, settled, show, waitForStatus } from "./site.mjs";

const KEYS = 10_000;
/** The names of the colours that have a digit. */
const COLOURS = ["red", "orange", "yellow", "light green", "green", "cyan", "blue", "purple", "pink"];

/**
 * Returns a generator of pseudorandom numbers (xorshift). The seed is fixed, so that every run presses the
 * same keys.
 */
function random(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/** A second, simple implementation of what the grid does on keys. */
class Model {
  cursor = 0;
  selected = new Set([0]);
  mode = "digit";
  past = [];
  future = [];
  now = {
    digits: Array(81).fill(0),
    marks: Array(81).fill(""),
    notes: Array(81).fill(""),
    colours: Array(81).fill(""),
  };

  #change(next) {
    if (JSON.stringify(next) === JSON.stringify(this.now)) return;
    this.past.push(this.now);
    if (this.past.length > 300) this.past.shift();
    this.now = next;
    this.future = [];
  }

  #toggle(list, digit, cells) {
    const all = cells.length > 0 && cells.every((cell) => list[cell].includes(digit));
    const next = [...list];
    for (const cell of cells) {
      const others = [...next[cell]].filter((it) => it !== digit);
      next[cell] = (all ? others : [...others, digit]).sort().join("");
    }
    return next;
  }

  press(key) {
    const [row, col] = [Math.floor(this.cursor / 9), this.cursor % 9];
    const to = {
      ArrowUp: ((row + 8) % 9) * 9 + col,
      ArrowDown: ((row + 1) % 9) * 9 + col,
      ArrowLeft: row * 9 + ((col + 8) % 9),
      ArrowRight: row * 9 + ((col + 1) % 9),
      Home: row * 9,
      End: row * 9 + 8,
    }[key.name];
    if (to !== undefined) {
      this.selected = new Set(key.shift ? [...this.selected, to] : [to]);
      this.cursor = to;
      return;
    }
    const cells = [...this.selected];
    const { digits, marks, notes, colours } = this.now;
    if (/[1-9]/.test(key.name)) {
      const mode = key.shift ? "notes" : key.ctrl ? "marks" : this.mode;
      const open = cells.filter((cell) => !digits[cell]);
      if (mode === "digit") {
        const value = cells.every((cell) => digits[cell] === Number(key.name)) ? 0 : Number(key.name);
        this.#change({
          ...this.now,
          digits: digits.map((it, cell) => (this.selected.has(cell) ? value : it)),
        });
      } else if (mode === "colours") {
        this.#change({ ...this.now, colours: this.#toggle(colours, key.name, cells) });
      } else {
        this.#change({ ...this.now, [mode]: this.#toggle(mode === "notes" ? notes : marks, key.name, open) });
      }
    } else if (key.name === "Delete") {
      const without = (list, none) => list.map((it, cell) => (this.selected.has(cell) ? none : it));
      if (this.mode === "colours") this.#change({ ...this.now, colours: without(colours, "") });
      else if (this.mode === "notes" && cells.some((cell) => notes[cell]))
        this.#change({ ...this.now, notes: without(notes, "") });
      else if (this.mode === "marks" && cells.some((cell) => marks[cell]))
        this.#change({ ...this.now, marks: without(marks, "") });
      else if (cells.some((cell) => digits[cell])) this.#change({ ...this.now, digits: without(digits, 0) });
      else this.#change({ ...this.now, notes: without(notes, ""), marks: without(marks, "") });
    } else if (key.name === "z" && key.ctrl) {
      if (!this.past.length) return;
      this.future.unshift(this.now);
      this.now = this.past.pop();
    } else if (key.name === "y" && key.ctrl) {
      if (!this.future.length) return;
      this.past.push(this.now);
      this.now = this.future.shift();
    } else this.mode = { z: "digit", x: "notes", c: "marks", v: "colours" }[key.name];
  }

  labels() {
    const { digits, marks, notes, colours } = this.now;
    return digits.map((digit, cell) => {
      const parts = [`row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}`];
      if (digit) parts.push(String(digit));
      else {
        parts.push("empty");
        if (marks[cell]) parts.push(`centre ${[...marks[cell]].join(" ")}`);
        if (notes[cell]) parts.push(`corner ${[...notes[cell]].join(" ")}`);
      }
      const names = [...colours[cell]].map((digit) => COLOURS[digit - 1]);
      if (names.length) parts.push(names.join(" and "));
      return parts.join(", ");
    });
  }
}

test(`${KEYS} random keys have the same effect on the page and on the model`, async () => {
  const { page, close } = await open();
  await waitForStatus(page, "several");
  await show(page, "Play");
  // The engine removes candidates automatically, which the model does not implement.
  await show(page, "Settings");
  await page.getByLabel("Remove candidates automatically").uncheck();
  await page.locator('[data-cell="0"]').click();
  const model = new Model();
  const next = random(7);
  const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];
  for (let done = 0; done < KEYS; done += 500) {
    const keys = [];
    for (let i = 0; i < 500; i++) {
      const kind = next(100);
      const key = { name: "", shift: false, ctrl: false };
      if (kind < 40) Object.assign(key, { name: arrows[next(6)], shift: next(4) === 0 });
      else if (kind < 78)
        Object.assign(key, { name: String(1 + next(8)), shift: next(5) === 0, ctrl: next(5) === 1 });
      else if (kind < 86) key.name = "Delete";
      else if (kind < 93) Object.assign(key, { name: next(5) < 3 ? "z" : "y", ctrl: true });
      else key.name = "zxcv"[next(4)];
      if (key.shift && key.ctrl) key.ctrl = false;
      keys.push(key);
      model.press(key);
    }
    const labels = await page.evaluate(async (list) => {
      const turn = () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(0);
        });
      for (const { name, shift, ctrl } of list) {
        const code = /\d/.test(name) ? `Digit${name}` : name.length === 1 ? `Key${name.toUpperCase()}` : name;
        const event = new KeyboardEvent("keydown", {
          key: name,
          code,
          shiftKey: shift,
          ctrlKey: ctrl,
          bubbles: true,
          cancelable: true,
        });
        (document.activeElement?.closest(".cells")
          ? document.activeElement
          : document.querySelector('[data-cell][tabindex="0"]')
        ).dispatchEvent(event);
        await turn();
      }
      return [...document.querySelectorAll("[data-cell]")].map((it) =>
        it.getAttribute("aria-label").replace(/, conflict/, ""),
      );
    }, keys);
    assert.deepEqual(labels, model.labels(), `after ${done + 500} keys`);
  }
  await close();
});

test("memory is stable over 1,000 puzzles", async () => {
  const { page, close } = await open();
  await waitForStatus(page, "several");
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  const load = (from, to) =>
    page.evaluate(
      async ([first, last]) => {
        const base = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for (let i = first; i < last; i++) {
          const shift = (c) => (c === "." ? c : String(((Number(c) + i) % 9) + 1));
          const data = new DataTransfer();
          data.setData("text", [...base].map(shift).join(""));
          document.body.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
          );
          await new Promise((resolve) => setTimeout(resolve, 4));
        }
      },
      [from, to],
    );
  // The history is full after 300.
  await load(0, 400);
  const before = await heap();
  await load(400, 1400);
  const grown = (await heap()) - before;
  assert.ok(grown < 4e6, `${grown} bytes more`);
  await close();
});

test("answers arrive in time, without layout shifts and without long tasks", async (context) => {
  const start = Date.now();
  const watch = () => {
    globalThis.seen = { shift: 0, long: 0 };
    new PerformanceObserver((list) =>
      list.getEntries().forEach((it) => (globalThis.seen.shift += it.value)),
    ).observe({ type: "layout-shift", buffered: true });
  };
  const { page, close } = await open(
    {},
    "#p=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    watch,
  );
  await waitForStatus(page, "one");
  const first = Date.now() - start;
  await settled(page);
  await page.evaluate(() => {
    new PerformanceObserver((list) =>
      list.getEntries().forEach((it) => (globalThis.seen.long = Math.max(globalThis.seen.long, it.duration))),
    ).observe({ type: "longtask" });
  });
  // The change of the view moves the panels on purpose.
  const { shift: loaded } = await page.evaluate(() => globalThis.seen);
  await show(page, "Set");
  await page.getByText(/HoDoKu \d/).waitFor();
  await page.locator('[data-cell="2"]').click();
  await page.evaluate(() => (globalThis.seen.shift = 0));
  const times = [];
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press(i % 2 ? "Delete" : "4");
    await page.waitForTimeout(60);
    times.push(Number(await page.locator("main").getAttribute("data-ms")));
  }
  times.sort((a, b) => a - b);
  const seen = await page.evaluate(() => globalThis.seen);
  seen.shift += loaded;
  const figures = { first, median: times[10], slowest: times[19], ...seen };
  context.diagnostic(
    `first answer ${first} ms; a key ${figures.median} ms (median), ${figures.slowest} ms (slowest); layout shift ${seen.shift.toFixed(4)}; longest task ${seen.long} ms`,
  );
  assert.ok(seen.shift < 0.02, `layout shift ${seen.shift}`);
  // The bounds are generous, since the machine may be busy.
  assert.ok(first < 10_000 && figures.median < 500, JSON.stringify(figures));
  await close();
});
