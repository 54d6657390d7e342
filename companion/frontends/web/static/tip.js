// One sentence beside a place of the board: what happens there, or why nothing may.

import { element } from "./make.js";

const GAP = 6;
const RIM = 9; // of a place that may be covered: so the sentence stands on the numbers below a board of fields

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

  /** Above the place or below it, where it covers nothing that may be used; else at the lower edge, or where there is room. */
  #put() {
    if (!this.#anchor) return;
    const room = this.#root.getBoundingClientRect(), place = this.#anchor.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = this.#made;
    const middle = place.left + place.width / 2 - room.left;
    const left = Math.max(0, Math.min(middle - wide / 2, room.width - wide));
    const used = [...this.#root.querySelectorAll(".usable")].filter((each) => each !== this.#anchor).map((each) => each.getBoundingClientRect());
    const covers = (top) => used.some((each) => each.left < room.left + left + wide && each.right > room.left + left && each.top + RIM < room.top + top + high && each.bottom - RIM > room.top + top);
    const tops = [place.top - room.top - high - GAP, place.bottom - room.top + GAP, room.height - high].filter((top) => top >= 0 && top + high <= room.height);
    this.#made.style.left = `${left}px`;
    this.#made.style.top = `${tops.find((top) => !covers(top)) ?? tops[0] ?? 0}px`;
  }
}
