// The settings: applied to the page, and shown in the Settings tab with the data that the page has saved.
import { useEffect, useState } from "preact/hooks";
import { language, settings as messages } from "../messages";
import { ROWS, settingsIn, type Name, type Settings } from "../model/settings";
import { clearSavedData, loadSettings, saveSettings } from "../model/store";
import { keepTexts } from "../engine/update";
import { Busy, Section, Trouble, useTask } from "./common";

/** Returns the settings, which are applied to the page and saved, and a function that changes them. */
export function useSettings() {
  const [settings, setSettings] = useState<Settings>(loadSettings);
  useEffect(() => {
    saveSettings(settings);
    if (settings.language !== language) location.reload();
    for (const [name, row] of ROWS) {
      if ("values" in row && row.attribute) {
        document.documentElement.dataset[row.attribute] = String(settings[name]);
      }
    }
  }, [settings]);
  return [settings, setSettings] as const;
}

interface Props {
  settings: Settings;
  onsettings(settings: Settings): void;
}

/** The control of a setting with a list of values. */
function Choice(props: {
  name: Name;
  values: readonly (keyof typeof messages.values)[];
  value: string | boolean;
  onchange(name: Name, value: string): void;
}) {
  const { name, values, value, onchange } = props;
  return (
    <label class="inline">
      {messages.names[name]}{" "}
      <select value={String(value)} onChange={(event) => onchange(name, event.currentTarget.value)}>
        {values.map((it) => (
          <option key={it} value={it}>
            {messages.values[it]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The Settings tab. */
export function SettingsTab({ settings, onsettings }: Props) {
  const task = useTask();
  const [isKept, setKept] = useState(false);
  const keep = () =>
    task.run(messages.saving, async () => {
      if (!(await keepTexts())) throw new Error(messages.textsFailed);
      setKept(true);
    });
  const change = (name: Name, value: string | boolean) =>
    onsettings(settingsIn({ ...settings, [name]: value }));
  return (
    <div>
      <Section title={messages.title}>
        <div class="row">
          {ROWS.map(([name, row]) =>
            "values" in row ? (
              <Choice key={name} name={name} values={row.values} value={settings[name]} onchange={change} />
            ) : null,
          )}
        </div>
        <p class="quiet">{messages.languages}</p>
        {ROWS.map(([name, row]) =>
          "values" in row ? null : (
            <label key={name} class="inline">
              <input
                type="checkbox"
                checked={settings[name] === true}
                onChange={(event) => change(name, event.currentTarget.checked)}
              />{" "}
              {messages.names[name]}
            </label>
          ),
        )}
      </Section>
      <Section title={messages.saved}>
        <p class="quiet">{messages.about}</p>
        {"serviceWorker" in navigator && (
          <div class="row">
            <button disabled={Boolean(task.busy) || isKept} onClick={keep}>
              {messages.texts}
            </button>
          </div>
        )}
        <Busy doing={task.busy} />
        <Trouble text={task.error} />
        {isKept && <p role="status">{messages.textsSaved}</p>}
        <button onClick={() => void clearSavedData().then(() => location.replace(location.pathname))}>
          {messages.clear}
        </button>
      </Section>
    </div>
  );
}
