// Updates of the page: registers the service worker, keeps the files of this version, and reports new
// versions.

// Keep these constants in step with sw.ts, which cannot import modules.
/** Prefix of the name of the lock that each page holds. The address of its script follows. */
const LOCK = "farandole-page:";
/** Message that asks a waiting service worker to take over. */
const ACTIVATE = "activate";
/** Message that asks the service worker to delete the files that no open page needs. */
const CLEAN = "clean";
/** Message that asks the service worker to store the guide and the catalogues. It answers `true` if it has all of them. */
const KEEP_TEXTS = "keep texts";

/** Time between two checks for a new version while a page stays open, in milliseconds. */
const INTERVAL = 60 * 60 * 1000;

/** Activates the new version and reloads the page. */
export type Activate = () => void;

/**
 * Registers the service worker. Calls `onready` when a new version is ready, with the function that activates
 * it.
 *
 * `script` is the address of this page's script, which identifies its version.
 */
export async function register(script: string, onready: (activate: Activate) => void): Promise<void> {
  // Held until the page closes. The service worker keeps the files of this version as long as a page holds
  // the lock.
  navigator.locks?.request(LOCK + script, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  let isActivating = false;
  const registration = await serviceWorker.register("./sw.js", { updateViaCache: "none" });
  const offer = (worker: ServiceWorker) => {
    onready(() => {
      isActivating = true;
      worker.postMessage(ACTIVATE);
    });
  };
  serviceWorker.addEventListener("controllerchange", () => {
    if (isActivating) location.reload();
    // Another tab activated the new version.
    else if (!isFirst) onready(() => location.reload());
  });
  const watch = (worker: ServiceWorker | null) => {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && serviceWorker.controller) offer(worker);
    });
  };
  if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  registration.active?.postMessage(CLEAN);
  // The service worker does not see what was loaded before it controls the page.
  const keep = () => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    serviceWorker.controller?.postMessage(loaded);
  };
  serviceWorker.addEventListener("controllerchange", keep);
  keep();
  const look = () => void registration.update().catch(() => {});
  setInterval(look, INTERVAL);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
}

/** Stores the guide and the catalogues for offline use. Returns false if some of them could not be stored. */
export async function keepTexts(): Promise<boolean> {
  const worker = (await navigator.serviceWorker.getRegistration())?.active;
  if (!worker) return false;
  const channel = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    channel.port1.onmessage = ({ data }) => resolve(data === true);
  });
  worker.postMessage(KEEP_TEXTS, [channel.port2]);
  return answer;
}
