// The notice of a new version, with a button that loads it.
import { useEffect, useState } from "preact/hooks";
import type { Activate } from "../engine/update";
import { update as messages } from "../messages";

let ready: Activate | undefined;
let listener: ((activate: Activate) => void) | undefined;

/** Announces a new version. May be called before the notice is rendered. */
export function announce(activate: Activate): void {
  ready = activate;
  listener?.(activate);
}

/** The notice; empty while there is no new version. */
export function Update() {
  const [activate, setActivate] = useState<{ now: Activate } | undefined>(ready && { now: ready });
  useEffect(() => {
    listener = (now) => setActivate({ now });
    if (ready) listener(ready);
    return () => (listener = undefined);
  }, []);
  // Screen readers announce a text only if its live region existed before.
  return (
    <div role="status" class={activate ? "notice" : ""}>
      {activate && (
        <>
          {messages.ready} <button onClick={activate.now}>{messages.load}</button>
        </>
      )}
    </div>
  );
}
