// Puzzles from outside: links in the address, pasted texts, and texts of the Share tab.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { runPrograms } from "../engine/programs";
import { app as messages, reading as texts } from "../messages";
import { fromWire, originKey, puzzleKey, type Caution, type Sheet } from "../model/game";
import { fromHash } from "../model/link";
import type { Dispatch } from "../model/session";
import type { Programs, Proposal, ReadText } from "../wire";
import { useTask } from "./common";

/** The beginning of a text that may be the puzzle of an editor: a link, a packed text or JSON. */
const EDITOR = /^\s*(\{|https?:|fpuz|scl|ctc)/i;

/** The reading of an editor's puzzle with the decisions of the user, by group. */
export interface Reading {
  text: string;
  decisions: Readonly<Record<number, string>>;
  proposal: Proposal;
  /** The key of the puzzle that has been loaded. */
  key: string;
}

/** The result of a text: a puzzle with a message and, for an editor's puzzle, its reading; or only a message. */
interface Outcome {
  sheet?: Sheet;
  reading?: Reading;
  notice: string;
}

/** Returns everything that a reading leaves open; nothing for a confirmed one. */
export function cautionOf({ verdict, groups, sentences }: Proposal): Caution | undefined {
  const caution = {
    isOpen: verdict === "open",
    sentences: sentences.filter(({ state }) => state === "open").length,
    ignored: groups.filter(({ undecided }) => undecided).length,
  };
  return Object.values(caution).some(Boolean) ? caution : undefined;
}

/** Returns the warning of a sheet as text, with the reason why its reading is not confirmed, if it is known. */
export function cautionText({ isOpen, sentences, ignored }: Caution, reading: Reading | undefined): string {
  const parts = [
    isOpen ? texts.open(reading?.proposal.reason) : "",
    sentences ? texts.sentences(sentences) : "",
    ignored ? texts.ignored(ignored) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Reads an editor's puzzle. Returns `undefined` if the text is none, or has parts that are not understood. */
async function propose(
  engine: Engine,
  text: string,
  decisions: Reading["decisions"],
): Promise<Outcome | undefined> {
  const meanings = Object.entries(decisions)
    .map(([id, choice]) => `g${id}=${choice}`)
    .join(" ");
  const body = new TextEncoder().encode(text);
  const request = { op: "propose", meanings } as const;
  const { json } = await engine.ask<Proposal | Programs>(request, body);
  const proposal =
    "programs" in json
      ? (await engine.ask<Proposal>({ ...request, results: await runPrograms(json.programs) }, body)).json
      : json;
  if (proposal.status === "usage") throw new Error(proposal.detail);
  if (proposal.status !== "ok") return undefined;
  const { title, author, rules, message, board, picture, fog, warnings = [] } = proposal;
  const caution = cautionOf(proposal);
  const sheet = {
    ...fromWire(board),
    ...(title ? { title } : {}),
    ...(author ? { author } : {}),
    ...(rules ? { wording: rules } : {}),
    ...(message ? { message } : {}),
    ...(caution ? { caution } : {}),
    ...(picture ? { picture } : {}),
    ...(fog ? { fog } : {}),
  };
  return {
    sheet: { ...sheet, origin: { text: text.trim(), key: originKey(sheet) } },
    reading: { text, decisions, proposal, key: puzzleKey(sheet) },
    notice: warnings.join("\n"),
  };
}

/** Reads the puzzle in a text. */
export async function readText(quick: Engine, text: string): Promise<Outcome> {
  const proposed = EDITOR.test(text) ? await propose(quick, text, {}) : undefined;
  if (proposed) return proposed;
  const bytes = new TextEncoder().encode(text);
  const { json } = await quick.ask<ReadText>({ op: "read", most: 1 }, bytes);
  const { title, warnings = [], boards, count } = json;
  if (json.status !== "ok" || !boards[0]) {
    const why = json.detail ?? messages.noPuzzle;
    // The errors of a variant are a list, each with its own position.
    return { notice: json.line ? messages.notRead(json.line, json.column, why) : messages.noVariant(why) };
  }
  const sheet = { ...fromWire(boards[0]), ...(title ? { title } : {}) };
  const notes = [...warnings, count > 1 ? messages.firstOf(count) : ""];
  return { sheet, notice: notes.filter(Boolean).join("\n") };
}

/**
 * Loads puzzles from links and pasted texts. Returns two functions, one that loads the puzzle in a text and
 * one that chooses the meaning of a group of drawings. Also returns the reading of the puzzle on the board,
 * and states whether the puzzle of a link, or any text, is being read.
 */
export function useReading(quick: Engine, sheet: Sheet, dispatch: Dispatch) {
  const [isReading, setReading] = useState(location.hash.length > 1);
  /** The number of texts that are being read. */
  const [pending, setPending] = useState(0);
  /** The readings of the last text, one per decision, so that undo shows the earlier one. */
  const [readings, setReadings] = useState<Reading[]>([]);
  /** The number of the last text or link. A text that takes longer must not replace a later one. */
  const turn = useRef(0);
  /** The number of the last link. */
  const followed = useRef(0);
  const task = useTask();
  const { run } = task;
  const show = useCallback(
    ({ sheet, reading, notice }: Outcome) => {
      if (sheet) {
        dispatch({ type: "load", sheet });
        setReadings((known) => {
          if (!reading) return [];
          return [...known.filter(({ text }) => text === reading.text), reading];
        });
      }
      dispatch({ type: "notify", text: notice });
    },
    [dispatch],
  );
  /** Loads the puzzle in a text. If the text cannot be read, shows the error and changes nothing else. */
  const read = useCallback(
    async (text: string) => {
      const mine = ++turn.current;
      setPending((count) => count + 1);
      const outcome = await readText(quick, text).catch((error: unknown): Outcome => ({
        notice: String(error),
      }));
      if (mine === turn.current) show(outcome);
      setPending((count) => count - 1);
    },
    [quick, show],
  );
  const key = puzzleKey(sheet);
  const reading = readings.findLast((it) => it.key === key);
  /** Reads the puzzle on the board again with another meaning of a group. */
  const decide = (group: number, choice: string) => {
    if (!reading) return;
    run(texts.busy, async () => {
      const next = await propose(quick, reading.text, { ...reading.decisions, [group]: choice });
      // The drawing is the same, so that it remains shown or hidden.
      const { picture } = sheet;
      if (next?.sheet) show({ ...next, sheet: { ...next.sheet, ...(picture ? { picture } : {}) } });
    });
  };
  useEffect(() => {
    const follow = async () => {
      setReading(true);
      const mine = ++turn.current;
      followed.current = mine;
      const linked = await fromHash(location.hash);
      if (mine === turn.current && linked) {
        if ("sheet" in linked) dispatch({ type: "load", sheet: linked.sheet });
        else if ("text" in linked) await read(linked.text);
        else dispatch({ type: "notify", text: messages.nothingLoaded(linked.error) });
      }
      if (mine !== followed.current) return;
      setReading(false);
      if (linked) history.replaceState(null, "", location.pathname + location.search);
    };
    void follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [read, dispatch]);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      const text = event.clipboardData?.getData("text");
      if (!text) return;
      event.preventDefault();
      const hash = /#[pz]=\S+/.exec(text);
      if (hash) {
        setReading(true);
        location.hash = hash[0];
      } else void read(text);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, [read]);
  return { read, reading, decide, task, isReading, isPending: isReading || pending > 0 };
}
