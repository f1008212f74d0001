// The palette of drawing tools, and the value of the constraint that was drawn last.
import { drawing as messages } from "../messages";
import type { Dispatch } from "../model/session";
import { TOOLS, type Tool } from "../model/tools";
import { Parts } from "./Board";
import { Section } from "./common";
import type { Drawing } from "./drawing";

interface Props {
  drawing: Drawing;
  dispatch: Dispatch;
}

/** The button of a tool. */
function ToolButton({ tool, isOn, onclick }: { tool: Tool; isOn: boolean; onclick(): void }) {
  const { kind, icon } = tool;
  return (
    <button class="tool" data-tool={kind} aria-pressed={isOn} onClick={onclick}>
      <svg aria-hidden="true" viewBox="0 0 48 48">
        <rect class="paper" width="48" height="48" rx="6" />
        <Parts parts={icon} />
      </svg>
      {messages.tools[kind] ?? kind}
    </button>
  );
}

/** The palette. */
export function Palette({ drawing, dispatch }: Props) {
  const { tool, draft } = drawing;
  return (
    <Section title={messages.title}>
      {TOOLS.map((family, i) => (
        <div key={i} class="palette" role="group" aria-label={messages.families[i]}>
          {family.map((it) => (
            <ToolButton
              key={it.kind}
              tool={it}
              isOn={it === tool}
              onclick={() => dispatch({ type: "tool", tool: it === tool ? "" : it.kind })}
            />
          ))}
        </div>
      ))}
      <p class="quiet">{tool ? messages.how[tool.gesture] : messages.none}</p>
      {draft && (
        <div class="row">
          {draft.tool.value && (
            <label class="inline">
              {messages.value}{" "}
              <input
                class="short"
                inputMode="numeric"
                value={draft.value}
                onInput={(event) => drawing.setValue(event.currentTarget.value.replaceAll(/\D/g, ""))}
              />
            </label>
          )}
          {draft.at !== undefined && <button onClick={drawing.erase}>{messages.erase}</button>}
        </div>
      )}
    </Section>
  );
}
