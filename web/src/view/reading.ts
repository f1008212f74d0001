// Puzzles from outside: links in the address, pasted texts, and texts of the Share tab.
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { app as messages } from "../messages";
import { fromWire, type Sheet } from "../model/game";
import { fromHash } from "../model/link";
import type { Dispatch } from "../model/session";
import type { ReadText } from "../wire";

/** Reads the puzzle in a text. Returns it with a message, or only the reason why it cannot be read. */
async function readText(quick: Engine, text: string): Promise<{ sheet?: Sheet; notice: string }> {
  const bytes = new TextEncoder().encode(text);
  const { json } = await quick.ask<ReadText>({ op: "read", most: 1 }, bytes);
  const { title, warnings = [], boards, count } = json;
  if (json.status !== "ok" || !boards[0]) {
    const why = json.detail ?? messages.noPuzzle;
    // The errors of a variant are a list, each with its own position.
    return { notice: json.line ? messages.notRead(json.line, json.column, why) : messages.noVariant(why) };
  }
  const sheet = { ...fromWire(boards[0]), ...(title ? { title } : {}) };
  const notes = [title, ...warnings, count > 1 ? messages.firstOf(count) : ""];
  return { sheet, notice: notes.filter(Boolean).join("\n") };
}

/**
 * Loads puzzles from links and pasted texts. Returns a function that loads the puzzle in a text, and whether
 * the puzzle of a link is being read.
 */
export function useReading(quick: Engine, dispatch: Dispatch) {
  const [isReading, setReading] = useState(location.hash.length > 1);
  /** Loads the puzzle in a text. If the text cannot be read, shows the error and changes nothing else. */
  const read = useCallback(
    async (text: string) => {
      const { sheet, notice } = await readText(quick, text).catch((error: unknown) => ({
        sheet: undefined,
        notice: String(error),
      }));
      if (sheet) dispatch({ type: "load", sheet });
      dispatch({ type: "notify", text: notice });
    },
    [quick, dispatch],
  );
  useEffect(() => {
    const follow = async () => {
      setReading(true);
      const linked = await fromHash(location.hash);
      if (linked && "sheet" in linked) dispatch({ type: "load", sheet: linked.sheet });
      else if (linked && "text" in linked) await read(linked.text);
      else if (linked) dispatch({ type: "notify", text: messages.nothingLoaded(linked.error) });
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
      if (hash) location.hash = hash[0];
      else void read(text);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, [read]);
  return { read, isReading };
}
