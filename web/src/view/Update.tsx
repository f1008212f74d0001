// Word of a new version, with a button that takes it.
import { useEffect, useState } from "preact/hooks";
import type { Take } from "../engine/update";

let ready: Take | undefined;
let heard: ((take: Take) => void) | undefined;

/** Tells the page of a new version, before or after it is drawn. */
export function announce(take: Take): void {
  ready = take;
  heard?.(take);
}

export function Update() {
  const [take, setTake] = useState<{ now: Take } | undefined>(ready && { now: ready });
  useEffect(() => {
    heard = (now) => setTake({ now });
    if (ready) heard(ready);
    return () => (heard = undefined);
  }, []);
  // The live region is there before its text, so that the text is read aloud.
  return (
    <div role="status" class={take ? "notice" : ""}>
      {take && (
        <>
          A new version of this page is ready. What is on the board stays. <button onClick={take.now}>Load it</button>
        </>
      )}
    </div>
  );
}
