// Lessons: each technique, and each kind of reason in variants, with a drawn example and positions in which it is the
// next step.
import { useEffect, useState } from "preact/hooks";
import practice from "../../../crates/farandole-logic/src/practice/positions.tsv?raw";
import type { Engine } from "../engine/client";
import { lessons as messages } from "../messages";
import { digitsOf, cellName, fromWire, puzzleKey, readable, toWire, type Sheet } from "../model/game";
import type { Shown } from "../model/session";
import { sheetOf } from "../model/steps";
import { loadPractice, savePractice } from "../model/store";
import type { Advice, Board, Drawing, HintStep, Sets, Status, Technique, Techniques } from "../wire";
import { Busy, Trouble, useAnswer, useTask } from "./common";

/** The techniques with exercises. */
const PRACTISED = new Set(practice.split("\n").map((line) => line.split("\t")[0]!));

/** Prefix of the names of lessons on reasons in variants, which are no techniques of classic puzzles. */
const TOPIC = "topic:";
const topicOf = (id: string) => (id.startsWith(TOPIC) ? id.slice(TOPIC.length) : undefined);

/** The page of a technique or topic: the fields that a lesson shows. */
interface Page extends Status {
  id: string;
  title: string;
  /** Absent for topics, whose first section is short. */
  in_short?: string;
  sections: [string, string][];
  board: Board;
  step: HintStep;
}

/** A position for an exercise. That of a topic has a step for its reason. */
interface Position extends Status {
  board: Board;
  step?: HintStep;
  drawing?: Drawing;
}

/** A position that the user works on: its lesson and number, and its sheet before the user's step. */
interface Exercise {
  id: string;
  at: number;
  sheet: Sheet;
  /** The step of a topic. */
  answer: Pick<Position, "step" | "drawing">;
}

interface Props {
  engine: Engine;
  quick: Engine;
  sheet: Sheet;
  /** The technique whose lesson is open; empty for the list. */
  id: string;
  onchoose(id: string): void;
  onload(sheet: Sheet): void;
  onshow(shown: Shown | undefined): void;
  announce(text: string): void;
}

const NO_TECHNIQUES: Technique[] = [];
const NO_TOPICS: Titled[] = [];

type Titled = Pick<Technique, "id" | "title">;

/** Returns the step that the user has made in an exercise, as claims: digits, or else removed candidates. */
export function claimsOf(before: Sheet, now: Sheet): string {
  const names = now.placed.map((_, cell) => cellName(cell, now.shape));
  const digits = now.placed.flatMap((digit, cell) =>
    digit && !before.placed[cell] ? [`${names[cell]}=${digit}`] : [],
  );
  // Candidates that the page removes for a new digit are no claims of the user.
  if (digits.length) return digits.join(" ");
  return before.marks
    .flatMap((set, cell) =>
      digitsOf(set & ~(now.marks[cell] ?? 0)).map((digit) => `${names[cell]}<>${digit}`),
    )
    .join(" ");
}

/** The text and the drawn example of a technique. */
function Lesson({ page, engine }: { page: Page; engine: Engine }) {
  const theme = getComputedStyle(document.documentElement).colorScheme;
  const isDark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const drawn = useAnswer(
    async () => {
      const request = { op: "draw", board: page.board, step: page.step, theme: isDark ? "dark" : "light" };
      const { json, body } = await engine.ask<Status>(request);
      return json.status === "ok" ? URL.createObjectURL(new Blob([body], { type: "image/svg+xml" })) : "";
    },
    [engine, page, isDark],
    "",
  );
  useEffect(() => () => URL.revokeObjectURL(drawn), [drawn]);
  return (
    <>
      <p>{page.in_short ?? page.sections[0]?.[1]}</p>
      {drawn && <img class="example" src={drawn} alt={readable(page.step.text)} />}
      <p class="quiet">{readable(page.step.text)}</p>
      {page.sections
        .filter(([name], i) => name !== "Source" && (page.in_short !== undefined || i > 0))
        .map(([name, text]) => (
          <details key={name}>
            <summary>{name}</summary>
            <p>{text}</p>
          </details>
        ))}
    </>
  );
}

/** The list of techniques by difficulty, with the number of exercises solved. */
function List({ engine, onchoose }: Pick<Props, "engine" | "onchoose">) {
  const all = useAnswer(
    async () => (await engine.ask<Techniques>({ op: "techniques" })).json.techniques,
    [engine],
    NO_TECHNIQUES,
  );
  const topics = useAnswer(
    async () => (await engine.ask<Status & { topics: Titled[] }>({ op: "topics" })).json.topics,
    [engine],
    NO_TOPICS,
  );
  const known = loadPractice();
  const button = (id: string, title: string) => (
    <button key={id} onClick={() => onchoose(id)}>
      {title}
      {known[id] ? ` \u2713${known[id]}` : ""}
    </button>
  );
  const levelOf = ({ hodoku_level = "", se = 0 }: Technique) =>
    hodoku_level || (!se ? "" : se < 2.5 ? "Easy" : se < 5 ? "Hard" : "Extreme");
  return (
    <>
      {!all.length && <Busy doing={messages.loading} />}
      {["Easy", "Medium", "Hard", "Unfair", "Extreme"].map((level) => (
        <div key={level} class="switches" role="group" aria-label={messages.level(level)}>
          <b>{messages.level(level)}</b>
          {all
            .filter((technique) => PRACTISED.has(technique.id) && levelOf(technique) === level)
            .map(({ id, title }) => button(id, title))}
        </div>
      ))}
      {topics.length > 0 && (
        <div class="switches" role="group" aria-label={messages.topics}>
          <b>{messages.topics}</b>
          {topics.map(({ id, title }) => button(TOPIC + id, title))}
        </div>
      )}
    </>
  );
}

/** The lessons. */
export function Lessons({ engine, quick, sheet, id, onchoose, onload, onshow, announce }: Props) {
  const task = useTask();
  const [exercise, setExercise] = useState<Exercise>();
  const [said, setSaid] = useState("");
  const page = useAnswer<Page | undefined>(
    async () => {
      const topic = topicOf(id);
      const request = topic ? { op: "topic", id: topic } : { op: "technique", id };
      return id ? (await engine.ask<Page>(request)).json : undefined;
    },
    [engine, id],
    undefined,
  );
  useEffect(() => setSaid(""), [id, sheet]);
  const tell = (text: string) => {
    setSaid(text);
    announce(text);
  };
  const isOpen = exercise?.id === id && puzzleKey(exercise.sheet) === puzzleKey(sheet);
  const start = () =>
    task.run(messages.loading, async () => {
      const at = exercise?.id === id ? exercise.at + 1 : 0;
      // The first exercise is the example of the lesson.
      const number = at + (page?.board ? 1 : 0);
      const topic = topicOf(id);
      const request = topic ? { op: "topic-exercise", id: topic, number } : { op: "exercise", id, number };
      const { board, ...answer } = (await engine.ask<Position>(request)).json;
      const read = fromWire(board);
      const open = (await quick.ask<Sets>({ op: "open", board: { ...toWire(read), marks: [] } })).json.sets;
      const marks = open.map((set, cell) =>
        read.givens[cell] || read.placed[cell] ? 0 : set & (read.marks[cell] || set),
      );
      const next = { ...read, marks };
      setExercise({ id, at, sheet: next, answer });
      onload(next);
    });
  const check = () =>
    task.run(messages.checking, async () => {
      if (!exercise) return;
      const moves = claimsOf(exercise.sheet, sheet);
      if (!moves) return tell(messages.nothing);
      const { verdicts } = (
        await quick.ask<{ verdicts: { verdict: string; text: string }[] }>({
          op: "judge",
          board: toWire(exercise.sheet),
          moves,
        })
      ).json;
      const other = verdicts.find(({ verdict }) => verdict !== "justified");
      if (other) return tell(readable(other.text));
      savePractice(id);
      tell(`${messages.right} ${readable(verdicts[0]?.text ?? "")}`);
    });
  const show = () =>
    task.run(messages.checking, async () => {
      if (!exercise) return;
      const { step, drawing } = exercise.answer;
      if (step && drawing) {
        tell(readable(step.text));
        return onshow({ step, drawing, sheet: sheetOf(exercise.sheet, drawing) });
      }
      // Each technique is the next step on at least one of the scales.
      for (const scale of ["se", "hodoku"]) {
        const request = { op: "hint", board: toWire(exercise.sheet), depth: "why", reach: "easiest", scale };
        const { steps = [], drawings = [] } = (await quick.ask<Advice>(request)).json;
        const at = steps.findIndex(({ technique }) => technique === id);
        const [found, pattern] = [steps[at], drawings[at]];
        if (!found || !pattern) continue;
        tell(readable(found.text));
        return onshow({ step: found, drawing: pattern, sheet: sheetOf(exercise.sheet, pattern) });
      }
      tell(messages.nothing);
    });
  if (!id) return <List engine={engine} onchoose={onchoose} />;
  return (
    <>
      <div class="row">
        <h3>{page?.title ?? id}</h3>
        <button class="closing" onClick={() => onchoose("")}>
          {messages.all}
        </button>
      </div>
      {isOpen ? (
        <p>{messages.task(exercise.at + 1)}</p>
      ) : (
        page?.board && <Lesson page={page} engine={engine} />
      )}
      <Busy doing={task.busy} />
      <Trouble text={task.error} />
      {said && (
        <p class="result why" role="status">
          {said}
        </p>
      )}
      {(topicOf(id) || PRACTISED.has(id)) && (
        <div class="row">
          {isOpen && (
            <>
              <button onClick={check}>{messages.check}</button>
              <button onClick={show}>{messages.show}</button>
            </>
          )}
          <button onClick={start}>{isOpen ? messages.next : messages.practise}</button>
        </div>
      )}
    </>
  );
}
