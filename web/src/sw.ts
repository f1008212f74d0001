// Service worker: all files of the page in a cache named by their contents, so that the page works without a network.
//
// A new version waits until the person asks for it, or until no tab of the old one is open. Tabs that are still open then go on
// with the files of their own version: each page holds a shared lock named by its script, and the cache that has this script
// stays for as long as some page holds the lock.
declare const __FILES__: string[];
declare const __VERSION__: string;
/** The guide and the catalogues, listed in `texts.js`; they are no part of the build of the page. */
declare const TEXTS: { version: string; files: string[] };
declare function importScripts(...urls: string[]): void;

// As in engine/update.ts; a service worker imports no module.
const LOCK = "farandole-page:";
const ACTIVATE = "activate";
const CLEAN = "clean";

const scope = self as unknown as ServiceWorkerGlobalScope;
importScripts("./texts.js");
const PREFIX = "farandole-";
const CACHE = `${PREFIX}${__VERSION__}-${TEXTS.version}`;

/** Fetches a file past the browser's own cache; a page that says that there is none is a failure. */
async function fetched(name: string): Promise<Response> {
  const response = await fetch(new Request(name, { cache: "reload" }));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** Keeps all files of the page, or nothing; texts as far as they come. */
async function install(): Promise<void> {
  const files = await Promise.all(__FILES__.map(async (name) => [name, await fetched(name)] as const));
  const cache = await caches.open(CACHE);
  await Promise.all(files.map(([name, response]) => cache.put(name, response)));
  await Promise.all(TEXTS.files.map((name) => fetched(name).then((response) => cache.put(name, response), () => {})));
}

const isOurs = (name: string) => name.startsWith(PREFIX);

/** Deletes the caches of versions that no page is open of. */
async function clean(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const scripts = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
  const others = (await caches.keys()).filter((it) => isOurs(it) && it !== CACHE);
  // One of them may be that of a version which is on its way. Looked at last, so that none of the list came later.
  if (scope.registration.installing || scope.registration.waiting) return;
  for (const name of others) {
    const cache = await caches.open(name);
    const found = await Promise.all(scripts.map((script) => cache.match(script)));
    if (!found.some(Boolean)) await caches.delete(name);
  }
}

/** What says without a network that a page is not among the files that were kept. */
function missing(): Response {
  const text = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Farandole</title><p>This page was not kept for use without a network. <a href="./">Back to the board</a>';
  return new Response(text.replace("./", scope.registration.scope), { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

/** A file of this version, or one of an older version that a tab still runs, or what the network has. */
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
