// What opens over the page: the rules, the history with its luck reports, the links for the seats.

import { element, icon } from "./make.js";
import { say } from "./words.js";

const ROOMS = {};

/** Opens one of them in a dialog. */
export async function open(name, language) {
  const dialog = element("dialog", { className: name, ariaLabel: say(name) });
  const close = element("button", { type: "button", className: "close", ariaLabel: say("close") }, icon("close"));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(close, element("h2", { textContent: say(name) }), ...(await ROOMS[name](language)));
  document.body.append(dialog);
  dialog.showModal();
}
