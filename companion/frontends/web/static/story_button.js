// The way to a game's story, from wherever a game is named: the story itself is loaded when somebody wants it.

import { element } from "./make.js";
import { say } from "./words.js";

/** Opens a story: by the number of a finished game, "table" for the one on the table once it is over, or a dropped record's name and its beginning; perhaps at one of its moments. */
export const openStory = (name, answer = null, at = null) => dispatchEvent(new CustomEvent("story", { detail: { name, answer, at } }));

/** A button that opens it, and closes the dialog in which it stands. */
export function storyButton(name) {
  const made = element("button", { type: "button", className: "command story", textContent: say("story") });
  made.addEventListener("click", () => {
    made.closest("dialog")?.close();
    openStory(name);
  });
  return made;
}
