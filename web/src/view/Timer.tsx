// The time spent on the puzzle in the view for solvers, with a pause that hides the board.
import { useEffect, useRef, useState } from "preact/hooks";
import { timer as messages } from "../messages";
import { loadTime, saveTime } from "../model/store";

/** Returns a time as hours, minutes and seconds. */
export function clock(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

interface Props {
  /** Identifies the puzzle. Each puzzle has its own time, which survives a reload. */
  puzzle: string;
  /** True while the time runs: the puzzle is being solved and not solved yet. */
  isRunning: boolean;
  isPaused: boolean;
  onpause(isPaused: boolean): void;
}

/** The timer. */
export function Timer({ puzzle, isRunning, isPaused, onpause }: Props) {
  const [seconds, setSeconds] = useState(0);
  const now = useRef(0);
  useEffect(() => {
    now.current = loadTime(puzzle);
    setSeconds(now.current);
  }, [puzzle]);
  useEffect(() => {
    if (!isRunning || isPaused) return;
    const tick = setInterval(() => {
      // A tab in the background does not count.
      if (document.hidden) return;
      now.current++;
      setSeconds(now.current);
      saveTime(puzzle, now.current);
    }, 1000);
    return () => clearInterval(tick);
  }, [puzzle, isRunning, isPaused]);
  return (
    <div class="timer">
      <span role="timer" aria-label={messages.time}>
        {clock(seconds)}
      </span>
      <button
        class="quiet"
        disabled={!isRunning}
        aria-label={isPaused ? messages.resume : messages.pause}
        title={isPaused ? messages.resume : messages.pause}
        onClick={() => onpause(!isPaused)}
      >
        <svg aria-hidden="true" viewBox="0 0 24 24">
          <path d={isPaused ? "M8 5v14l11-7z" : "M9 5v14M15 5v14"} />
        </svg>
      </button>
    </div>
  );
}
