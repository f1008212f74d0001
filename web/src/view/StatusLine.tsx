// The status line below the board: the number of solutions, and the ratings.
import { reading as texts, status as messages } from "../messages";
import { hasPuzzle } from "../model/session";
import type { Sheet } from "../model/game";
import type { Live } from "./live";
import { cautionText, type Reading } from "./reading";

interface Props {
  sheet: Sheet;
  /** The reading of an imported puzzle. */
  reading: Reading | undefined;
  live: Live;
  /** Number of cells whose candidates the puzzle restricts. */
  restricted: number;
  /** The result of the check of a full grid. */
  full: "right" | "wrong" | undefined;
  hasClashes: boolean;
  /** Removes the warning about the import. */
  ondismiss(): void;
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
export function StatusLine({ sheet, reading, live, restricted, full, hasClashes, ondismiss }: Props) {
  const { se, hodoku } = live;
  const givens = sheet.givens.filter(Boolean).length;
  return (
    <div class="status" data-status={live.clashes.length ? "none" : live.status} data-ms={live.ms.toFixed(1)}>
      <p role="status">
        {(givens > 0 || restricted > 0 || sheet.shape.rules === undefined) && (
          <span class="quiet">{messages.given(givens, restricted)} </span>
        )}
        {sentence(live, !hasPuzzle(sheet))}
        {full === "right" && <span class="solved"> {messages.solved}</span>}
        {full === "wrong" && !hasClashes && <span class="solved"> {messages.wrong}</span>}
      </p>
      {sheet.caution && (
        <p class="caution">
          {cautionText(sheet.caution, reading)}{" "}
          <button class="small" aria-label={texts.dismiss} onClick={ondismiss}>
            <span aria-hidden="true">×</span>
          </button>
        </p>
      )}
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
