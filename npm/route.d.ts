/** The module for classic puzzles, the one for lists and the generator, or the one for variants. */
export type Part = "plain" | "tools" | "variants";

/** Returns the module that probably answers a request. If it does not, its answer names the one that does. */
export function partOf(request: { op: string; [field: string]: unknown }): Part;
