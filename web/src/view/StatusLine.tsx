// The status line below the board, for setters: the number of solutions, and the ratings.
import { status as messages } from "../messages";
import { hasPuzzle } from "../model/session";
import type { Sheet } from "../model/game";
import type { Live } from "./live";

interface Props {
  sheet: Sheet;
  live: Live;
  /** Number of cells whose candidates the puzzle restricts. */
  restricted: number;
  /** The result of the check of a full grid. */
  full: "right" | "wrong" | undefined;
  hasClashes: boolean;
}

/** Returns the sentence about the number of solutions. */
function sentence(live: Live, isBlank: boolean): string {
  if (live.clashes[0]) return messages.because(live.clashes[0].text);
  switch (live.status) {
    case "none":
      return live.detail ? `${messages.none} ${live.detail}` : messages.none;
    case "one":
      return messages.one;
    case "several":
      return isBlank ? messages.blank : messages.several(live.count);
    case "unknown":
      return messages.unknown;
    case "failed":
      return live.detail;
    default:
      return messages.pending;
  }
}

/** The status line. */
export function StatusLine({ sheet, live, restricted, full, hasClashes }: Props) {
  const { se, hodoku } = live;
  const givens = sheet.givens.filter(Boolean).length;
  return (
    <div class="status" data-status={live.clashes.length ? "none" : live.status}>
      <p role="status">
        {(givens > 0 || restricted > 0 || sheet.shape.rules === undefined) && (
          <span class="quiet">{messages.given(givens, restricted)} </span>
        )}
        {sentence(live, !hasPuzzle(sheet))}
        {full === "right" && <span class="solved"> {messages.solved}</span>}
        {full === "wrong" && !hasClashes && <span class="solved"> {messages.wrong}</span>}
      </p>
      {/* Variants have no ratings. For other puzzles the line is present before the ratings are known. */}
      {sheet.shape.rules === undefined && (
        <p class="numbers">
          {hodoku?.score !== undefined && (
            <span>
              HoDoKu <b>{hodoku.score}</b> {hodoku.level}
            </span>
          )}
          {se?.er !== undefined && (
            <span>
              {messages.er(se.lower_bound)} <b>{se.er.toFixed(1)}</b> EP {se.ep?.toFixed(1)} ED{" "}
              {se.ed?.toFixed(1)}
            </span>
          )}
          {live.isRating && !hodoku && <span>{messages.rating}</span>}
        </p>
      )}
    </div>
  );
}
