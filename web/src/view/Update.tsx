// The notice of a new version, with a button that loads it.
import { useEffect, useState } from "preact/hooks";
import type { Take } from "../engine/update";
import { update as messages } from "../messages";

let ready: Take | undefined;
let heard: ((take: Take) => void) | undefined;

/** Announces a new version. May be called before the notice is rendered. */
export function announce(take: Take): void {
  ready = take;
  heard?.(take);
}

/** The notice; empty while there is no new version. */
export function Update() {
  const [take, setTake] = useState<{ now: Take } | undefined>(ready && { now: ready });
  useEffect(() => {
    heard = (now) => setTake({ now });
    if (ready) heard(ready);
    return () => (heard = undefined);
  }, []);
  // Screen readers announce a text only if its live region existed before.
  return (
    <div role="status" class={take ? "notice" : ""}>
      {take && (
        <>
          {messages.ready} <button onClick={take.now}>{messages.load}</button>
        </>
      )}
    </div>
  );
}
