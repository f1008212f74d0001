// The tabs next to the board, and the panel of the selected one.
import type { ComponentChildren } from "preact";
import { app as messages, keys } from "../messages";
import { TABS, type Dispatch, type Tab } from "../model/session";

interface Props {
  tab: Tab;
  dispatch: Dispatch;
  /** The content of the panel. */
  children: ComponentChildren;
}

/** The list of tabs, and the panel. */
export function Tabs({ tab, dispatch, children }: Props) {
  const move = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length]!;
    dispatch({ type: "tab", tab: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={messages.tools}>
        {TABS.map((name) => (
          <button
            key={name}
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls="panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => dispatch({ type: "tab", tab: name })}
            onKeyDown={move}
          >
            {messages.tabs[name]}
          </button>
        ))}
      </div>
      <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {children}
      </div>
    </>
  );
}

/** The notice above the tabs. */
export function Notice({ text, dispatch }: { text: string; dispatch: Dispatch }) {
  if (!text) return null;
  return (
    <p class="notice" role="alert">
      {text.split("\n").map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}{" "}
      <button onClick={() => dispatch({ type: "notify", text: "" })}>{messages.close}</button>
    </p>
  );
}

/** The Shortcuts tab. */
export function Keys() {
  return (
    <table class="keys">
      <caption>{keys.caption}</caption>
      <tbody>
        {keys.list.map(([names, effect]) => (
          <tr key={names}>
            <th scope="row">{names}</th>
            <td>{effect}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
