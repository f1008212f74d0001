// Chooses the module that answers a request: the one for classic puzzles, for lists and the generator, or for variants.

/** Operations that only the module for variants supports. */
const VARIANTS = new Set(["catalogue", "complete", "cover", "edit", "estimate", "live", "propose", "topic", "topic-exercise", "topics", "why"]);
/** Operations about steps. Those of all boards other than the classic grid are steps of variants. */
const STEPS = new Set(["hint", "judge", "explain"]);
/** Operations that only the module for lists, the generator, descriptions of techniques and exercises supports. */
const TOOLS = new Set(["bulk", "exercise", "make", "technique", "techniques"]);

/** Returns the module that probably answers a request. If it does not, its answer names the one that does. */
export function partOf({ op, board, boards, step }) {
  if (TOOLS.has(op)) return "tools";
  const first = board ?? boards?.[0];
  if (VARIANTS.has(op) || first?.text !== undefined) return "variants";
  const { size, regions, diagonals, extra } = first ?? {};
  const isClassic = size === 9 && !regions && !diagonals?.length && !extra?.length;
  return (STEPS.has(op) || step) && !isClassic ? "variants" : "plain";
}
