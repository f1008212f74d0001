// What outlives a reload: the grid with its history for each tab, and the settings, in the browser's own storage.
//
// Each tab keeps its history in `sessionStorage`, which survives a reload and which no other tab sees. The history saved last
// by any tab is in `localStorage`, too; a new tab begins with it.
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

function read(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

// A browser that allows no storage may throw as soon as it is named.
const own = () => sessionStorage;
const shared = () => localStorage;

/** Whether everything was forgotten; the page that goes then leaves nothing behind. */
let isForgotten = false;

/** Stores a text. Returns false where the browser allows no storage, or not so much. */
function write(storage: () => Storage, key: string, text: string): boolean {
  if (isForgotten) return true;
  try {
    storage().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** How many sheets of the past are kept where not all of them fit. */
const FEWER = [50, 5, 0];

export function loadHistory(): History {
  const stored = (read(own, HISTORY) ?? read(shared, HISTORY)) as Partial<History> | null;
  const lists = [stored?.past, stored?.future];
  if (!stored || !lists.every(Array.isArray) || sheetProblems(stored.now).length) return begin(blank(usual(9)));
  const isSheet = (it: unknown) => sheetProblems(it).length === 0;
  return { past: stored.past!.filter(isSheet), now: stored.now!, future: stored.future!.filter(isSheet) };
}

export function saveHistory(history: History): void {
  const whole = JSON.stringify(history);
  for (const storage of [own, shared]) {
    if (write(storage, HISTORY, whole)) continue;
    // The grid itself is worth more than its past.
    FEWER.some((most) => write(storage, HISTORY, JSON.stringify({ past: most ? history.past.slice(-most) : [], now: history.now, future: [] })));
  }
}

export function loadSettings(): Settings {
  return { ...DEFAULTS, ...(read(shared, SETTINGS) as Partial<Settings> | null) };
}

export function saveSettings(settings: Settings): void {
  write(shared, SETTINGS, JSON.stringify(settings));
}

/** Forgets everything, the files kept for use without a network among it. */
export async function forget(): Promise<void> {
  isForgotten = true;
  sessionStorage.removeItem(HISTORY);
  localStorage.removeItem(HISTORY);
  localStorage.removeItem(SETTINGS);
  for (const name of await caches.keys()) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}
