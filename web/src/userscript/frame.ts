// The document of the frame that runs programs, in place of `engine/frame.ts`: a part of the script.
import html from "../../public/programs.html?raw";

/** Loads the document into the frame. */
export function load(frame: HTMLIFrameElement): void {
  frame.srcdoc = html;
}
