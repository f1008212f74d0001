// Exact cover: a problem in Knuth's text or as JSON, counted and listed.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import type { Covered } from "../wire";
import { Busy, Section, Trouble, grouped, useTask } from "./common";

const EXAMPLE = `| Knuth's first example: items, then one option a line
a b c d e f g
c e
a d g
b c f
a d f
b g
d e g
`;

export function Cover({ engine, say }: { engine: Engine; say(text: string): void }) {
  const task = useTask();
  const [text, setText] = useState(EXAMPLE);
  const [found, setFound] = useState<Covered | undefined>();
  const [picture, setPicture] = useState("");
  useEffect(() => {
    const drawing = found?.drawing;
    if (!drawing) return setPicture("");
    const url = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
    setPicture(url);
    return () => URL.revokeObjectURL(url);
  }, [found?.drawing]);
  const run = () =>
    task.run("searching", async () => {
      setFound(undefined);
      const { json } = await engine.ask<Covered>({ op: "cover", list: 200 }, new TextEncoder().encode(text));
      if (json.status !== "counted") throw new Error(`${json.line ? `line ${json.line}, column ${json.column}: ` : ""}${json.detail ?? json.status}`);
      setFound(json);
      say(`${json.count} solutions`);
    });
  return (
    <Section title="Exact cover">
      <p class="quiet">Choose options so that each primary item is in exactly one of them. Items behind a bar are secondary: at most one, or one colour.</p>
      <label class="block">
        Problem, in Knuth's text, as a matrix or as JSON
        <textarea rows={10} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="row">
        <button class="primary" onClick={run}>
          Count and list
        </button>
      </div>
      <Busy doing={task.busy} oncancel={() => engine.cancel()} />
      <Trouble text={task.error} />
      {found && (
        <>
          <p class="told">
            {typeof found.count === "number" ? grouped(found.count) : found.count} solution{found.count === 1 ? "" : "s"}; {grouped(found.options)} options, {found.primary} primary of {found.items} items, {grouped(found.nodes)} nodes.
          </p>
          {picture && <img class="picture" src={picture} alt="the first solution" />}
          <ol class="solutions" tabIndex={0} aria-label="solutions">
            {found.solutions.map((options, i) => (
              <li key={i}>
                <code>{options.join("; ")}</code>
              </li>
            ))}
          </ol>
        </>
      )}
    </Section>
  );
}
