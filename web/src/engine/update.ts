// Updates of the page: its service worker, the lock that keeps the files of this version, and word of a new version.

// As in sw.ts, which imports no module.
/** The beginning of the name of the lock that a page holds; its script follows. */
const LOCK = "farandole-page:";
/** Asks a service worker that waits to take over. */
const ACTIVATE = "activate";
/** Asks the service worker to delete what no page needs any more. */
const CLEAN = "clean";

/** How often a page that stays open looks for a new version, in milliseconds. */
const INTERVAL = 60 * 60 * 1000;

/** Takes the new version; the page is loaded again. */
export type Take = () => void;

/**
 * Registers the service worker. `ontake` hears of a new version that is ready, and how to take it.
 *
 * `script` is the address of the script of this page, which names its version.
 */
export async function register(script: string, ontake: (take: Take) => void): Promise<void> {
  // Held until the page goes: the files of this version are kept for so long.
  void navigator.locks?.request(LOCK + script, { mode: "shared" }, () => new Promise(() => {}));
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  let isTaking = false;
  const registration = await serviceWorker.register("./sw.js", { updateViaCache: "none" });
  const waits = (worker: ServiceWorker) => {
    ontake(() => {
      isTaking = true;
      worker.postMessage(ACTIVATE);
    });
  };
  serviceWorker.addEventListener("controllerchange", () => {
    if (isTaking) location.reload();
    // Another tab took the new version.
    else if (!isFirst) ontake(() => location.reload());
  });
  const watch = (worker: ServiceWorker | null) => {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && serviceWorker.controller) waits(worker);
    });
  };
  if (registration.waiting && serviceWorker.controller) waits(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  registration.active?.postMessage(CLEAN);
  const look = () => void registration.update().catch(() => {});
  setInterval(look, INTERVAL);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
}
