// Service worker. It caches all files of the page under a name derived from their contents, so that the page
// works offline.
//
// A new version waits until the user activates it, or until no tab with the old version is open. Other open
// tabs then keep using the files of their own version: each page holds a shared lock named after its script,
// and the cache that contains this script is kept while a page holds the lock.
declare const __FILES__: string[];
declare const __VERSION__: string;
/** The guide and the catalogues, as listed in `texts.js`. They are not part of the page's own build. */
declare const TEXTS: { version: string; files: string[] };
declare function importScripts(...urls: string[]): void;

// Keep these constants in step with engine/update.ts. A classic service worker cannot import modules.
const LOCK = "farandole-page:";
const ACTIVATE = "activate";
const CLEAN = "clean";

const scope = self as unknown as ServiceWorkerGlobalScope;
importScripts("./texts.js");
const PREFIX = "farandole-";
const CACHE = `${PREFIX}${__VERSION__}-${TEXTS.version}`;

/** Fetches a file and bypasses the HTTP cache. Rejects if the status is not a success. */
async function fetched(name: string): Promise<Response> {
  const response = await fetch(new Request(name, { cache: "reload" }));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** Caches all files of the page. Rejects if one of them fails. Texts that cannot be fetched are skipped. */
async function install(): Promise<void> {
  const files = await Promise.all(__FILES__.map(async (name) => [name, await fetched(name)] as const));
  const cache = await caches.open(CACHE);
  await Promise.all(files.map(([name, response]) => cache.put(name, response)));
  await Promise.all(
    TEXTS.files.map((name) =>
      fetched(name).then(
        (response) => cache.put(name, response),
        () => {},
      ),
    ),
  );
}

const isOurs = (name: string) => name.startsWith(PREFIX);

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
async function answer(request: Request): Promise<Response> {
  const own = await caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true }));
  if (own) return own;
  for (const name of (await caches.keys()).filter(isOurs)) {
    const found = await caches.open(name).then((cache) => cache.match(request, { ignoreSearch: true }));
    if (found) return found;
  }
  try {
    return await fetch(request);
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
});

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.location.origin) return;
  event.respondWith(answer(event.request));
});
