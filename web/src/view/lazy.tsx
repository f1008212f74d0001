// Components whose code is not part of the first visit.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Trouble } from "./common";

/** Returns a component whose code is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<(props: P) => ComponentChild>) {
  let Known: ((props: P) => ComponentChild) | undefined;
  return function Lazy(props: P) {
    const [, setLoaded] = useState(Known !== undefined);
    const [error, setError] = useState("");
    useEffect(() => {
      load().then(
        (component) => {
          Known = component;
          setLoaded(true);
        },
        (cause: unknown) => setError(String(cause)),
      );
    }, []);
    if (Known) return <Known {...props} />;
    return error ? <Trouble text={error} /> : <div class="loading" />;
  };
}
