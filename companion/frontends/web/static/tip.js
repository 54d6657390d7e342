// One sentence beside a place of the board: what happens there, or why nothing may.

import { element } from "./make.js";

const GAP = 6;

export class Tip {
  #root;
  #made = element("p", { className: "tip", hidden: true });
  #anchor = null;

  /** Over this element, which keeps the sentence within its edges. */
  constructor(root) {
    this.#root = root;
    root.append(this.#made);
    new ResizeObserver(() => this.#put()).observe(root);
  }

  /** Says it beside a place; no words: nothing. */
  show(anchor, text) {
    this.#anchor = text ? anchor : null;
    this.#made.textContent = text;
    this.#made.hidden = !this.#anchor;
    this.#put();
  }

  /** Above the place, or below it where there is no room. */
  #put() {
    if (!this.#anchor) return;
    const room = this.#root.getBoundingClientRect(), place = this.#anchor.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = this.#made;
    const middle = place.left + place.width / 2 - room.left;
    const above = place.top - room.top - high - GAP;
    this.#made.style.left = `${Math.max(0, Math.min(middle - wide / 2, room.width - wide))}px`;
    this.#made.style.top = `${above >= 0 ? above : place.bottom - room.top + GAP}px`;
  }
}
