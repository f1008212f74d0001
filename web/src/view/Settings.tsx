// The settings: applied to the page, and shown in the Settings tab with the data that the page has saved.
import { useEffect, useState } from "preact/hooks";
import { settings as messages } from "../messages";
import { clearSavedData, loadSettings, saveSettings, type Settings } from "../model/store";
import { keepTexts } from "../engine/update";
import { Busy, Section, Trouble, useTask } from "./common";

/** Returns the settings, which are applied to the page and saved, and a function that changes them. */
export function useSettings() {
  const [settings, setSettings] = useState<Settings>(loadSettings);
  useEffect(() => {
    saveSettings(settings);
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.contrast = settings.contrast;
  }, [settings]);
  return [settings, setSettings] as const;
}

interface Props {
  settings: Settings;
  onsettings(settings: Settings): void;
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
  const change = (part: Partial<Settings>) => onsettings({ ...settings, ...part });
  return (
    <div>
      <Section title={messages.title}>
        <div class="row">
          <label class="inline">
            {messages.theme}{" "}
            <select
              value={settings.theme}
              onChange={(event) => change({ theme: event.currentTarget.value as Settings["theme"] })}
            >
              {Object.entries(messages.themes).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label class="inline">
            {messages.contrast}{" "}
            <select
              value={settings.contrast}
              onChange={(event) => change({ contrast: event.currentTarget.value as Settings["contrast"] })}
            >
              {Object.entries(messages.contrasts).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label class="inline">
          <input
            type="checkbox"
            checked={settings.tidy}
            onChange={(event) => change({ tidy: event.currentTarget.checked })}
          />{" "}
          {messages.tidy}
        </label>
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
