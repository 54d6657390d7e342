// What can be done now: the table's five buttons in words, and the menu; for whoever may not press, who plays.

import { BUTTONS } from "./device.js";
import { element } from "./make.js";
import { say } from "./words.js";

const MENU = "menu";
const COACH = "coach";

export class Actions {
  #root;
  #made = {};
  #waiting = element("p", { className: "waiting" });

  constructor(root, press) {
    this.#root = root;
    for (const { name, shown } of BUTTONS) this.#add(name, shown, () => press(name, false));
    this.#add(MENU, "M", () => press("undo", true));
    this.#add(COACH, "C", () => press("right", true));
    root.prepend(this.#made.ok, this.#made.bank); // what most people want is seen first, and reached first by Tab
    root.append(this.#waiting);
  }

  show({ buttons, menu, coach, waits_for: waits }) {
    for (const button of buttons) this.#name(button);
    for (const { name } of BUTTONS) this.#made[name].hidden ||= !buttons.length;
    this.#name({ name: MENU, label: say(MENU), effect: "", enabled: true });
    this.#made[MENU].hidden = !menu;
    this.#name({ name: COACH, label: say(COACH), effect: coach?.on ? say("what is best") : "", enabled: true });
    this.#made[COACH].hidden = !coach?.may_ask;
    this.#waiting.textContent = waits;
    this.#waiting.hidden = !waits;
    this.#root.hidden = !buttons.length && !waits;
  }

  #add(name, key, act) {
    const made = element(
      "button",
      { type: "button", className: `act ${name}` },
      element("span", { className: "label" }),
      element("span", { className: "effect" }),
      element("kbd", { ariaHidden: "true", textContent: key }),
    );
    made.addEventListener("click", act);
    this.#made[name] = made;
    this.#root.append(made);
  }

  /** One that does nothing now says why, and sounds low as on the box; with nothing to say it only takes room. */
  #name({ name, label, effect, enabled }) {
    const made = this.#made[name];
    const [does, follows] = made.children;
    does.textContent = label;
    follows.textContent = effect;
    made.ariaDisabled = String(!enabled);
    made.hidden = !enabled && !effect && made !== document.activeElement; // who walks by Tab keeps the place
  }
}
