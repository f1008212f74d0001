// The Learn tab: checks the grid, gives hints in three depths, lists similar steps, and shows the solution
// path.
import { useState } from "preact/hooks";
import { learn as messages } from "../messages";
import { hasLetters, readable, symbolsOf } from "../model/game";
import type { HintStep } from "../wire";
import { Busy, Section, Trouble } from "./common";
import { lazy } from "./lazy";
import { DEEPER, useLearn, type Props, type Scale } from "./learning";
import { SolutionPath } from "./SolutionPath";

const Lessons = lazy(async () => (await import("./Lessons")).Lessons);

/** A list of steps, the selected one of which is on the board. */
export function Steps(props: {
  steps: HintStep[];
  index: number;
  onpick(index: number): void;
  /** Returns the rating of a step, if it has one. */
  rating?(step: HintStep): string;
  onkey?(event: KeyboardEvent): void;
}) {
  const { steps, index, onpick, rating, onkey } = props;
  return (
    <ol class="steps" onKeyDown={onkey}>
      {steps.map((step, i) => (
        <li key={i}>
          <button aria-current={i === index} onClick={() => onpick(i)}>
            {rating && <span class="number">{rating(step)}</span>} {readable(step.text.split("\n")[0] ?? "")}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The Learn tab. */
export function Learn(props: Props) {
  const { state, task, classic, check, hint, explain, apply, pick, setScale } = useLearn(props);
  const { scale, depth, texts, hint: found, isList, path, index } = state;
  /** The technique whose lesson is open, or an empty text for the list of lessons; `undefined` if it is closed. */
  const [lesson, setLesson] = useState<string>();
  const step = (path ?? found)?.steps[index];
  const { shape } = props.sheet;
  return (
    <div>
      <Section title={messages.title}>
        <div class="row">
          <button class="primary" onClick={() => hint()}>
            {messages.hint[depth ? DEEPER[depth] : "where"]}
          </button>
          <button disabled={depth !== "why" && !path} onClick={apply}>
            {messages.apply}
          </button>
          <button onClick={check}>{messages.check}</button>
        </div>
        {/* The answer follows the buttons directly, so that a phone shows it together with the board. */}
        <Busy doing={task.busy} oncancel={() => props.engine.cancel()} />
        <Trouble text={task.error} />
        <div class="result">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {texts.length > 0 && hasLetters(shape) && (
          <p class="quiet">{messages.letters(symbolsOf(shape), shape.low ?? 1)}</p>
        )}
        {classic && step?.technique && (
          <button onClick={() => setLesson(step.technique)}>{messages.lesson}</button>
        )}
        <div class="row">
          <button onClick={explain}>{messages.path}</button>
          <button onClick={() => hint("easiest")}>{messages.similar}</button>
          {classic && (
            <label class="inline">
              {messages.scale}{" "}
              <select value={scale} onChange={(event) => setScale(event.currentTarget.value as Scale)}>
                <option value="se">{messages.se}</option>
                <option value="hodoku">{messages.hodoku}</option>
              </select>
            </label>
          )}
        </div>
        {!classic && <p class="quiet">{messages.noRating}</p>}
        {isList && found && found.steps.length > 1 && (
          <Steps steps={found.steps} index={index} onpick={(at) => pick(found, at)} />
        )}
      </Section>
      {path && <SolutionPath path={path.path} index={index} onpick={(at) => pick(path, at)} />}
      <Section title={messages.lessons}>
        {lesson === undefined ? (
          <>
            <p class="quiet">{messages.lessonsAbout}</p>
            <button onClick={() => setLesson("")}>{messages.openLessons}</button>
          </>
        ) : (
          <Lessons
            engine={props.other}
            quick={props.quick}
            sheet={props.sheet}
            id={lesson}
            onchoose={setLesson}
            onload={props.onload}
            onshow={props.onshow}
            announce={props.announce}
          />
        )}
      </Section>
    </div>
  );
}
