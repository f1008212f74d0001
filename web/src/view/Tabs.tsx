// The tabs of the view for setters, the panels that cover a view, the menu that opens them, and notices.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { app as messages, home as start, keys } from "../messages";
import { PANELS, TABS, VIEWS, type Dispatch, type Panel, type Tab, type View } from "../model/session";
import { focusBoard } from "./common";

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

/** A panel that covers the view, with its heading and a button that closes it. */
export function PanelFrame({ panel, dispatch, children }: Omit<Props, "tab"> & { panel: Panel }) {
  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { current } = frame;
    heading.current?.focus();
    // The focus must not vanish together with the panel.
    return () => {
      if (current?.contains(document.activeElement)) focusBoard();
    };
  }, [panel]);
  const onkey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    dispatch({ type: "panel", panel: undefined });
    event.stopPropagation();
  };
  return (
    <div class="frame" ref={frame} onKeyDown={onkey}>
      <div class="row">
        <h2 ref={heading} tabIndex={-1}>
          {messages.panels[panel]}
        </h2>
        <button class="closing" onClick={() => dispatch({ type: "panel", panel: undefined })}>
          {messages.close}
        </button>
      </div>
      {children}
    </div>
  );
}

/** The header: the name of the page, which leads to the start page, the views, and the menu. */
export function Header({
  view,
  panel,
  dispatch,
}: {
  view: View;
  panel: Panel | undefined;
  dispatch: Dispatch;
}) {
  return (
    <header>
      <h1>
        <button title={start.name} onClick={() => dispatch({ type: "view", view: "home" })}>
          <svg aria-hidden="true" viewBox="0 0 24 24">
            <path d="M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16" />
          </svg>
          <span>Farandole</span>
        </button>
      </h1>
      <div class="views" role="group" aria-label={messages.views}>
        {VIEWS.map((name) => (
          <button
            key={name}
            aria-pressed={view === name}
            title={messages.viewTitle[name]}
            onClick={() => dispatch({ type: "view", view: name })}
          >
            {messages.view[name]}
          </button>
        ))}
      </div>
      <Menu panel={panel} dispatch={dispatch} />
    </header>
  );
}

/** The button of the Share panel, and a menu of the other panels and of the documentation. */
function Menu({ panel, dispatch }: { panel: Panel | undefined; dispatch: Dispatch }) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (
        event instanceof KeyboardEvent ? event.key !== "Escape" : menu.current?.contains(event.target as Node)
      )
        return;
      setOpen(false);
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, [isOpen]);
  const toggle = (name: Panel) => {
    setOpen(false);
    dispatch({ type: "panel", panel: panel === name ? undefined : name });
  };
  return (
    <div class="menu" ref={menu}>
      <button title={messages.panels.share} aria-pressed={panel === "share"} onClick={() => toggle("share")}>
        {messages.share}
      </button>
      <button aria-expanded={isOpen} aria-controls="more" onClick={() => setOpen(!isOpen)}>
        {messages.more}
      </button>
      <div id="more" class="more" hidden={!isOpen}>
        {PANELS.filter((name) => name !== "share").map((name) => (
          <button key={name} onClick={() => toggle(name)}>
            {messages.panels[name]}
          </button>
        ))}
        <nav aria-label={messages.site}>
          <a href="guide/index.html">{messages.guide}</a>
          <a href="techniques/index.html">{messages.techniques}</a>
          <a href="constraints/index.html">{messages.constraints}</a>
        </nav>
      </div>
    </div>
  );
}

/** The notice above the panel. */
export function Notice({ text, dispatch }: { text: string; dispatch: Dispatch }) {
  if (!text) return null;
  return (
    <p class="notice" role="alert">
      <span>
        {text.split("\n").map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
      </span>
      <button onClick={() => dispatch({ type: "notify", text: "" })}>{messages.close}</button>
    </p>
  );
}

/** The list of keys. */
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
