// The document of the frame that runs programs. The userscript has it inside.

/** Loads the document into the frame. */
export function load(frame: HTMLIFrameElement): void {
  frame.src = "./programs.html";
}
