// Persistence: saves the grid with its undo history, and the settings, in the browser's storage.
//
// Each tab keeps its history in `sessionStorage`, which survives a reload and is private to the tab. The
// history that was saved last by any tab is also in `localStorage`. A new tab starts with it.
import type { Fog, Picture } from "../wire";
import { begin, blank, hashOf, usual, type History, type Origin, type Sheet } from "./game";
import { sheetProblems, withCaution } from "./link";
import { STORED, settingsIn, type Settings } from "./settings";

const HISTORY = "farandole-history";
const VIEW = "farandole-view";
const TIME = "farandole-time";
const ANSWER = "farandole-answer";
const SOLVED = "farandole-solved";
const PRACTICE = "farandole-practice";

function read(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

// A browser without storage may throw on the mere access to these properties. So they are read inside `try`.
const own = () => sessionStorage;
const shared = () => localStorage;

/** True after `clearSavedData`. The page saves nothing more while it closes. */
let isCleared = false;

/** Stores a text. Returns false if the browser has no storage, or not enough. */
function write(storage: () => Storage, key: string, text: string): boolean {
  if (isCleared) return true;
  try {
    storage().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Numbers of undo steps to try if the storage cannot hold the whole history. */
const FEWER = [50, 5, 0];

export function loadHistory(): History {
  const stored = (read(own, HISTORY) ?? read(shared, HISTORY)) as Partial<Packed> | null;
  const lists = [stored?.past, stored?.future];
  if (
    !stored ||
    !lists.every(Array.isArray) ||
    sheetProblems(stored.now && unpacked(stored.now, stored)).length
  )
    return begin(blank(usual(9)));
  const sheets = (list: StoredSheet[]) =>
    list.map((sheet) => unpacked(sheet, stored)).filter((sheet) => sheetProblems(sheet).length === 0);
  return { past: sheets(stored.past!), now: unpacked(stored.now!, stored), future: sheets(stored.future!) };
}

/** A sheet with the indices of its picture, its fog and its origin. */
type StoredSheet = Omit<Sheet, "picture" | "fog" | "origin"> & {
  picture?: number;
  fog?: number;
  origin?: number;
};
/** A history whose sheets share their pictures, fogs and origins, which are larger than all other parts of a sheet. */
interface Packed {
  past: StoredSheet[];
  now: StoredSheet;
  future: StoredSheet[];
  pictures: Picture[];
  fogs: Fog[];
  origins: Origin[];
}

function unpacked(
  { picture, fog, origin, ...stored }: StoredSheet,
  { pictures, fogs, origins }: Partial<Packed>,
): Sheet {
  const [drawing, cover, text] = [pictures?.[picture ?? -1], fogs?.[fog ?? -1], origins?.[origin ?? -1]];
  return {
    ...withCaution(stored),
    ...(drawing ? { picture: drawing } : {}),
    ...(cover ? { fog: cover } : {}),
    ...(text ? { origin: text } : {}),
  };
}

/** Returns a history as text. */
function packed({ past, now, future }: History): string {
  const pictures: Picture[] = [];
  const fogs: Fog[] = [];
  const origins: Origin[] = [];
  const indexIn = <T>(list: T[], item: T) => {
    if (!list.includes(item)) list.push(item);
    return list.indexOf(item);
  };
  const one = ({ picture, fog, origin, ...sheet }: Sheet): StoredSheet => ({
    ...sheet,
    ...(picture ? { picture: indexIn(pictures, picture) } : {}),
    ...(fog ? { fog: indexIn(fogs, fog) } : {}),
    ...(origin ? { origin: indexIn(origins, origin) } : {}),
  });
  const sheets = { past: past.map(one), now: one(now), future: future.map(one) };
  const stored: Packed = { ...sheets, pictures, fogs, origins };
  return JSON.stringify(stored);
}

/** Saves a history. Returns false if the browser cannot store even the current grid. */
export function saveHistory(history: History): boolean {
  const whole = packed(history);
  const saved = [own, shared].map((storage) => {
    if (write(storage, HISTORY, whole)) return true;
    // The current grid matters more than its undo history.
    return FEWER.some((most) =>
      write(
        storage,
        HISTORY,
        packed({ past: most ? history.past.slice(-most) : [], now: history.now, future: [] }),
      ),
    );
  });
  return saved.every(Boolean);
}

/** Returns the state of the view before a reload of this tab. */
export function loadView(): unknown {
  return read(own, VIEW);
}

export function saveView(view: object): void {
  write(own, VIEW, JSON.stringify(view));
}

export const loadSettings = (): Settings => settingsIn(read(shared, STORED));

export function saveSettings(settings: Settings): void {
  write(shared, STORED, JSON.stringify(settings));
}

/** The results of the live analysis of the last puzzle. Only the same engine gives the same answer. */
export interface Answered<T> {
  engine: string;
  /** The key of the puzzle. */
  key: string;
  live: T;
}

/** Returns the last results that this engine saved. */
export function loadAnswer<T>(engine: string): Answered<T> | undefined {
  const stored = (read(own, ANSWER) ?? read(shared, ANSWER)) as Partial<Answered<T>> | null;
  return stored?.engine === engine && stored.key && stored.live ? (stored as Answered<T>) : undefined;
}

export function saveAnswer<T>(answer: Answered<T>): void {
  const text = JSON.stringify(answer);
  for (const storage of [own, shared]) write(storage, ANSWER, text);
}

/** Returns the seconds spent on a puzzle; 0 if the last saved time belongs to another one. */
export function loadTime(puzzle: string): number {
  const stored = read(own, TIME) as { puzzle?: unknown; seconds?: unknown } | null;
  return stored?.puzzle === puzzle && typeof stored.seconds === "number" ? stored.seconds : 0;
}

/** Saves the seconds spent on a puzzle, in place of those of another one. */
export function saveTime(puzzle: string, seconds: number): void {
  write(own, TIME, JSON.stringify({ puzzle, seconds }));
}

/** Maximum number of solved puzzles to remember. */
const MOST_SOLVED = 400;

const solvedTimes = () => (read(shared, SOLVED) ?? {}) as Record<string, unknown>;

/** Returns the seconds in which a puzzle was solved, if it was. */
export function loadSolved(puzzle: string): number | undefined {
  const seconds = solvedTimes()[hashOf(puzzle)];
  return typeof seconds === "number" ? seconds : undefined;
}

/** Saves that a puzzle was solved. The first time counts. */
export function saveSolved(puzzle: string, seconds: number): void {
  const known = Object.entries(solvedTimes()).slice(-MOST_SOLVED);
  write(shared, SOLVED, JSON.stringify({ [hashOf(puzzle)]: seconds, ...Object.fromEntries(known) }));
}

/** Returns the number of exercises solved, by technique. */
export const loadPractice = () => (read(shared, PRACTICE) ?? {}) as Record<string, number>;

/** Saves that an exercise of a technique was solved. */
export function savePractice(technique: string): void {
  const known = loadPractice();
  write(shared, PRACTICE, JSON.stringify({ ...known, [technique]: (Number(known[technique]) || 0) + 1 }));
}

/** Deletes everything that the page has saved, including its offline files and its service worker. */
export async function clearSavedData(): Promise<void> {
  isCleared = true;
  sessionStorage.removeItem(HISTORY);
  sessionStorage.removeItem(VIEW);
  sessionStorage.removeItem(TIME);
  sessionStorage.removeItem(ANSWER);
  localStorage.removeItem(ANSWER);
  localStorage.removeItem(HISTORY);
  localStorage.removeItem(SOLVED);
  localStorage.removeItem(PRACTICE);
  localStorage.removeItem(STORED);
  for (const name of await caches.keys()) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}
