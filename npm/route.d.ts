/** The module for classic puzzles, or the one for variants. */
export type Part = "plain" | "variants";

/** Returns the module that probably answers a request. The other one is asked if it does not. */
export function partOf(request: { op: string; [field: string]: unknown }): Part;
