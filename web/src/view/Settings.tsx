// The Settings tab: appearance, behaviour, and the data that the page has saved.
import { settings as messages } from "../messages";
import { clearSavedData, type Settings } from "../model/store";
import { Section } from "./common";

interface Props {
  settings: Settings;
  onsettings(settings: Settings): void;
}

/** The Settings tab. */
export function SettingsTab({ settings, onsettings }: Props) {
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
        <button onClick={() => void clearSavedData().then(() => location.replace(location.pathname))}>
          {messages.clear}
        </button>
      </Section>
    </div>
  );
}
