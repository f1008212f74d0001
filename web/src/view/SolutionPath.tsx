// A solution path: its steps, the explanation of the selected one, and the techniques used.
import { learn as messages } from "../messages";
import { readable } from "../model/game";
import type { Path } from "../wire";
import { Section } from "./common";
import { Steps } from "./Learn";

/** Counts the uses of each technique, the most difficult one first. */
function techniquesOf({ steps }: Path) {
  const counts = new Map<string, { count: number; difficulty: number; title: string }>();
  for (const { technique, text, difficulty } of steps) {
    const title = readable(text.split(":")[0] ?? "").trim();
    const known = counts.get(technique) ?? { count: 0, difficulty: 0, title };
    counts.set(technique, {
      ...known,
      count: known.count + 1,
      difficulty: Math.max(known.difficulty, difficulty),
    });
  }
  return [...counts.values()].sort((one, other) => other.difficulty - one.difficulty);
}

/** The section of a solution path. Arrow keys move to the previous and next steps. */
export function SolutionPath(props: { path: Path; index: number; onpick(index: number): void }) {
  const { path, index, onpick } = props;
  const arrows = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const next = Math.min(path.steps.length - 1, Math.max(0, index + by));
    onpick(next);
    (event.currentTarget as Element).querySelectorAll("button")[next]?.focus();
  };
  // The number of a step of a variant is the index of its technique in the order of techniques, which is not
  // a rating.
  const isRated = path.scale !== "order";
  const digits = path.scale === "se" ? 1 : 0;
  return (
    <Section title={messages.pathTitle(path.steps.length)}>
      <Steps
        steps={path.steps}
        index={index}
        onpick={onpick}
        onkey={arrows}
        {...(isRated ? { rating: ({ difficulty = 0 }) => difficulty.toFixed(digits) } : {})}
      />
      {path.steps[index] && <p class="result why">{readable(path.steps[index].text)}</p>}
      <table>
        <caption>{messages.techniques}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.technique}</th>
            <th scope="col">{messages.uses}</th>
            {isRated && <th scope="col">{messages.rating}</th>}
          </tr>
        </thead>
        <tbody>
          {techniquesOf(path).map(({ title, count, difficulty }) => (
            <tr key={title}>
              <td>{title}</td>
              <td>{count}</td>
              {isRated && <td>{difficulty}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
