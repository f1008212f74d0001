// The Exact cover tab: counts and lists the solutions of a problem.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { cover as messages } from "../messages";
import type { Covered } from "../wire";
import { Busy, Section, Trouble, grouped, useTask } from "./common";

const EXAMPLE = `| ${messages.example}
a b c d e f g
c e
a d g
b c f
a d f
b g
d e g
`;

export function Cover({ engine, announce }: { engine: Engine; announce(text: string): void }) {
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
    task.run(messages.running, async () => {
      setFound(undefined);
      const { json } = await engine.ask<Covered>({ op: "cover", list: 200 }, new TextEncoder().encode(text));
      if (json.status !== "counted")
        throw new Error(messages.failed(json.line, json.column, json.detail ?? json.status));
      setFound(json);
      announce(messages.said(json.count));
    });
  return (
    <Section title={messages.title}>
      <p class="quiet">{messages.about}</p>
      <label class="block">
        {messages.problem}
        <textarea
          rows={10}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button class="primary" onClick={run}>
          {messages.run}
        </button>
      </div>
      <Busy doing={task.busy} oncancel={() => engine.cancel()} />
      <Trouble text={task.error} />
      {found && (
        <>
          <p class="result">
            {messages.counted(
              typeof found.count === "number" ? grouped(found.count) : found.count,
              found.count === 1,
            )}{" "}
            {messages.numbers(grouped(found.options), found.items, found.primary, grouped(found.nodes))}
          </p>
          {picture && <img class="picture" src={picture} alt={messages.first} />}
          <ol class="solutions" tabIndex={0} aria-label={messages.solutions}>
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
