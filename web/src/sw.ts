// Service worker. It caches the files of the page under a name derived from their contents, so that the page works
// offline. A file is downloaded once: those of a first visit come from the browser's own cache, the modules for
// lists and variants are stored when a page has loaded them, and the guide and the catalogues are stored on request.
//
// A new version waits until the user activates it, or until no tab with the old version is open. Other open
// tabs then keep using the files of their own version: each page holds a shared lock named after its script,
// and the cache that contains this script is kept while a page holds the lock.
declare const __FILES__: string[];
declare const __LATER__: string[];
declare const __VERSION__: string;
/** The guide and the catalogues, as listed in `texts.js`. They are not part of the page's own build. */
declare const TEXTS: { version: string; files: string[] };
declare function importScripts(...urls: string[]): void;

// Keep these constants in step with engine/update.ts. A classic service worker cannot import modules.
const LOCK = "farandole-page:";
const ACTIVATE = "activate";
const CLEAN = "clean";
const KEEP_TEXTS = "keep texts";

/** The files that are stored when a page has loaded them. */
const LATER = __LATER__;

const scope = self as unknown as ServiceWorkerGlobalScope;
importScripts("./texts.js");
const PREFIX = "farandole-";
const CACHE = `${PREFIX}${__VERSION__}-${TEXTS.version}`;

/** A file in the cache of a version that keeps the guide and the catalogues. */
const TEXTS_ARE_KEPT = "texts-are-kept";

/**
 * Fetches a file. The names of assets contain a hash, so that a stored copy is never stale; other files bypass the HTTP
 * cache. Rejects if the status is not a success.
 */
async function fetched(name: string): Promise<Response> {
  const stored = name.startsWith("assets/") && (await fetch(new Request(name, { cache: "force-cache" })));
  // The stored answer may be that the file was missing.
  const response = stored && stored.ok ? stored : await fetch(new Request(name, { cache: "reload" }));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

const isOurs = (name: string) => name.startsWith(PREFIX);
/** Returns the name of an asset without its hash. */
const unhashed = (name: string) => name.replace(/-[\w-]{8}(\.\w+)$/, "$1");

/** Returns the names of the files that the caches of all versions contain. */
async function keptBefore(): Promise<string[]> {
  const names = (await caches.keys()).filter(isOurs);
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => url.slice(scope.registration.scope.length));
}

/** Caches the files of a new version: those of the page, and those that were kept of other versions. Rejects if one fails. */
async function install(): Promise<void> {
  const kept = await keptBefore();
  const known = new Set(kept.map(unhashed));
  const names = [...__FILES__, ...LATER.filter((name) => known.has(unhashed(name)))];
  const files = await Promise.all(names.map(async (name) => [name, await fetched(name)] as const));
  const cache = await caches.open(CACHE);
  await Promise.all(files.map(([name, response]) => cache.put(name, response)));
  if (kept.includes(TEXTS_ARE_KEPT)) await keepTexts();
}

/** Caches the guide and the catalogues. Returns false if a file could not be fetched. */
async function keepTexts(): Promise<boolean> {
  const cache = await caches.open(CACHE);
  await cache.put(TEXTS_ARE_KEPT, new Response(""));
  const one = async (name: string) => (await cache.match(name)) ?? cache.put(name, await fetched(name));
  const results = await Promise.allSettled(TEXTS.files.map(one));
  return results.every(({ status }) => status === "fulfilled");
}

/** Caches those of the loaded files that are stored when they are needed. */
async function keep(loaded: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const name of LATER) {
    if (!loaded.includes(new URL(name, scope.registration.scope).href) || (await cache.match(name))) continue;
    await cache.put(name, await fetched(name));
  }
}

/** Deletes the caches of versions that no open page uses. */
async function clean(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const scripts = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
  const others = (await caches.keys()).filter((name) => isOurs(name) && name !== CACHE);
  // One of the caches may belong to a version that is being installed. This check comes after the list of
  // caches was read, so that the list cannot contain a cache that was created later.
  if (scope.registration.installing || scope.registration.waiting) return;
  for (const name of others) {
    const cache = await caches.open(name);
    const found = await Promise.all(scripts.map((script) => cache.match(script)));
    if (!found.some(Boolean)) await caches.delete(name);
  }
}

/** Returns the page that is shown offline in place of a page that is not cached. */
function missing(): Response {
  const text =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Farandole</title>' +
    '<p>This page is not available offline. <a href="./">Back to the board</a>';
  return new Response(text.replace("./", scope.registration.scope), {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

/**
 * Answers a request from the cache of this version, then from those of older versions still in use, then from
 * the network.
 */
async function answer(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const own = await caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true }));
  if (own) return own;
  for (const name of (await caches.keys()).filter(isOurs)) {
    const found = await caches.open(name).then((cache) => cache.match(request, { ignoreSearch: true }));
    if (found) return found;
  }
  try {
    const response = await fetch(request);
    const name = request.url.slice(scope.registration.scope.length).replace(/[?#].*/, "");
    if (response.ok && [...LATER, ...TEXTS.files].includes(name)) {
      // The page does not wait for the storage, which may be full.
      const copy = response.clone();
      const stored = caches.open(CACHE).then((cache) => cache.put(name, copy));
      event.waitUntil(stored.catch(() => {}));
    }
    return response;
  } catch (error) {
    if (request.mode === "navigate") return missing();
    throw error;
  }
}

scope.addEventListener("install", (event) => event.waitUntil(install()));

scope.addEventListener("activate", (event) => event.waitUntil(clean().then(() => scope.clients.claim())));

scope.addEventListener("message", (event) => {
  if (event.data === ACTIVATE) event.waitUntil(scope.skipWaiting());
  if (event.data === CLEAN) event.waitUntil(clean());
  if (Array.isArray(event.data)) event.waitUntil(keep(event.data as string[]));
  if (event.data === KEEP_TEXTS) {
    event.waitUntil(keepTexts().then((isDone) => event.ports[0]?.postMessage(isDone)));
  }
});

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.location.origin) return;
  event.respondWith(answer(event));
});
