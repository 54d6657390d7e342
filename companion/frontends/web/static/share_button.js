// The way to sharing a game, from wherever one is over: what it takes is loaded when somebody wants it.

import { element } from "./make.js";
import { say } from "./words.js";

/** A button in whose place the ways to share appear; of a game of the history, else of the one on the table. */
export function shareButton(game) {
  const made = element("button", { type: "button", className: "command", textContent: say("share") });
  made.addEventListener("click", async () => {
    made.disabled = true;
    const { share } = await import("./share.js");
    made.replaceWith(share(game));
  });
  return made;
}
