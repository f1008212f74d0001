// What outlives a reload: the grid with its history, and the settings, in the browser's own storage.
import { begin, blank, usual, type History } from "./game";
import { sheetProblems } from "./link";

const HISTORY = "farandole-history";
const SETTINGS = "farandole-settings";

export interface Settings {
  theme: "auto" | "light" | "dark";
  contrast: "usual" | "high";
  /** Whether a digit in place takes its candidates away from the cells that see it. */
  tidy: boolean;
  /** Whether true candidates are shown while the puzzle changes. */
  truths: boolean;
}

export const DEFAULTS: Settings = { theme: "auto", contrast: "usual", tidy: true, truths: false };

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Whether everything was forgotten; the page that goes then leaves nothing behind. */
let isForgotten = false;

function write(key: string, value: unknown): void {
  if (isForgotten) return;
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser may allow no storage, or not so much.
  }
}

export function loadHistory(): History {
  const stored = read(HISTORY) as Partial<History> | null;
  const lists = [stored?.past, stored?.future];
  if (!stored || !lists.every(Array.isArray) || sheetProblems(stored.now).length) return begin(blank(usual(9)));
  const isSheet = (it: unknown) => sheetProblems(it).length === 0;
  return { past: stored.past!.filter(isSheet), now: stored.now!, future: stored.future!.filter(isSheet) };
}

export function saveHistory(history: History): void {
  write(HISTORY, history);
}

export function loadSettings(): Settings {
  return { ...DEFAULTS, ...(read(SETTINGS) as Partial<Settings> | null) };
}

export function saveSettings(settings: Settings): void {
  write(SETTINGS, settings);
}

/** Forgets everything, the files kept for use without a network among it. */
export async function forget(): Promise<void> {
  isForgotten = true;
  localStorage.removeItem(HISTORY);
  localStorage.removeItem(SETTINGS);
  for (const name of await caches.keys()) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}
