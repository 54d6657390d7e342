// A board on which tiles are laid around places, and the tiles that are still to be laid.

import { about, drawn, element, ink, pips } from "./make.js";
import { say } from "./words.js";

const PITCH = 3.6; // from one place to the next; a half of a tile is 1
const REACH = PITCH / 2; // from a place to the middle of a slot beside it
const SIDES = { E: [1, 0], W: [-1, 0], N: [0, -1], S: [0, 1] };
const DOTS = 4;
const MOST_COINS = 6; // a higher stack would lie on the next tile
const COIN_HIGH = 0.11;

/** A tile in the middle of its drawing, its ends from the left or from the top. */
function tile([first, second], upright = false) {
  const halves = [first, second].map((end, number) => {
    const away = number - 0.5;
    return drawn("g", { transform: upright ? `translate(0 ${away}) rotate(90)` : `translate(${away} 0)` }, ...pips(end));
  });
  return drawn("g", { class: "tile" }, drawn("rect", upright ? { x: -0.5, y: -1, width: 1, height: 2, rx: 0.16 } : { x: -1, y: -0.5, width: 2, height: 1, rx: 0.16 }), drawn("path", { d: upright ? "M-0.4 0h0.8" : "M0 -0.4v0.8" }), ...halves);
}

/** Where a slot lies, from its name: a place and a side. */
function place(name) {
  const [column, row] = name.split("/").map((part) => parseInt(part, 10));
  const [right, down] = SIDES[name.at(-1)] ?? [0, 0];
  return [PITCH * column + REACH * right, -PITCH * row + REACH * down];
}

const upright = (name) => "NS".includes(name.at(-1));

/** The ends from the left or from the top: the slot tells the one at its place first. */
const turned = ({ name, ends }) => ("WN".includes(name.at(-1)) ? ends.toReversed() : ends);

/** A stack of chips, and how many they are. */
function chips(count) {
  const coins = Array.from({ length: Math.min(count, MOST_COINS) }, (_, number) => drawn("ellipse", { cx: 0.66, cy: -0.46 - COIN_HIGH * number, rx: 0.34, ry: 0.17, class: "chip" }));
  return count ? [...coins, drawn("text", { x: 1.4, y: -0.62, class: "chips" }, count)] : [];
}

/** Who has won a place: a stone with a letter, so that its colour is not taken for a digit's. */
const stone = (colour, letter) => {
  const label = drawn("text", { x: -0.66, y: -0.36, class: "letter" }, letter);
  label.style.fill = ink(colour);
  return [drawn("circle", { cx: -0.66, cy: -0.52, r: 0.4, fill: colour, class: "stone" }), label];
};

function spot({ label, right, chips: count, colour, ring, owner }) {
  const circle = drawn("circle", { r: 0.72, class: "ring" });
  if (ring) circle.style.stroke = `color-mix(in srgb, ${ring}, #fff 25%)`;
  const dots = Array.from({ length: DOTS }, (_, number) => drawn("circle", { cx: 0.24 * (number - 1.5), cy: -0.46, r: 0.08, class: number < right ? "dot right" : "dot" }));
  return [circle, ...dots, drawn("text", { y: 0.24, class: "digit" }, label), ...chips(count), ...(colour ? stone(colour, owner) : [])];
}

function slot(told) {
  const tall = upright(told.name);
  const outline = drawn("rect", tall ? { x: -0.55, y: -1.05, width: 1.1, height: 2.1, rx: 0.2 } : { x: -1.05, y: -0.55, width: 2.1, height: 1.1, rx: 0.2 });
  outline.setAttribute("class", "outline");
  return told.ends.length ? [tile(turned(told), tall), outline] : [outline];
}

export class Layout {
  #root;
  #svg = drawn("svg", { role: "presentation" });
  #made = new Map();

  /** In this element; tells which slot is pointed at. */
  constructor(root, point) {
    this.#root = root;
    root.append(this.#svg);
    root.addEventListener("pointerdown", (event) => event.preventDefault()); // a click leaves the keys to the table's buttons
    root.addEventListener("click", ({ target }) => this.#slot(target) && point(this.#slot(target)));
    root.addEventListener("keydown", (event) => this.#key(event, point));
  }

  at(name) {
    return this.#made.get(name);
  }

  /** Draws what is new; null: there is no such board. */
  tell(layout, chosen) {
    this.#root.hidden = layout === null;
    if (!layout) return;
    if (!this.#made.size) this.#place(layout);
    for (const each of layout.spots) this.#draw(each, spot(each), each.holds);
    for (const each of layout.slots) {
      const made = this.#draw(each, slot(each), about({ ...each, why: "" }));
      made.classList.toggle("usable", each.usable);
      made.classList.toggle("chosen", each.name === chosen?.name);
    }
  }

  #draw(told, parts, words) {
    const made = this.#made.get(told.name), key = JSON.stringify(told);
    if (made.dataset.told !== key) {
      made.dataset.told = key;
      made.ariaLabel = `${told.called ?? told.name}: ${words}`;
      made.querySelector(".name").remove();
      made.replaceChildren(...parts, drawn("text", { y: told.label === undefined ? 0.14 : 0.56, class: "name" }, told.ends?.length ? "" : told.called ?? told.name));
    }
    return made;
  }

  #place({ spots, slots }) {
    const middles = [...slots, ...spots].map(({ name }) => place(name));
    const [left, top, right, bottom] = [Math.min, Math.min, Math.max, Math.max].map((most, side) => most(...middles.map((middle) => middle[side % 2])));
    const wide = right - left + 2.4, high = bottom - top + 2.4;
    this.#svg.setAttribute("viewBox", [left - 1.2, top - 1.2, wide, high].join(" "));
    this.#root.style.setProperty("--shape", wide / high);
    for (const [number, { name }] of [...slots, ...spots].entries()) {
      const own = number < slots.length ? { class: "slot", role: "button", tabindex: number ? -1 : 0 } : { class: "spot", role: "img" };
      const made = drawn("g", { ...own, transform: `translate(${place(name)})`, "data-name": name }, drawn("text", { class: "name" }));
      this.#made.set(name, made);
      this.#svg.append(made);
    }
  }

  #slot(target) {
    return target.closest?.(".slot")?.dataset.name;
  }

  /** Arrow keys walk over the slots while one of them has the focus; Enter and space point at it. */
  #key(event, point) {
    const name = this.#slot(event.target);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const points = event.key === "Enter" || event.key === " ";
    if (!name || event.ctrlKey || event.metaKey || event.altKey || !(step || points)) return;
    event.preventDefault();
    event.stopPropagation();
    if (points) return event.repeat || point(name);
    const next = this.#neighbour(name, step);
    if (!next) return;
    this.at(name).setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  }

  /** The nearest slot in a direction, where what is straight ahead counts as nearer. */
  #neighbour(name, [right, down]) {
    const [x, y] = place(name);
    const ahead = [...this.#made].filter(([, made]) => made.matches(".slot")).map(([other, made]) => {
      const [toRight, toBottom] = [place(other)[0] - x, place(other)[1] - y];
      return { made, along: toRight * right + toBottom * down, aside: Math.abs(toRight * down + toBottom * right) };
    }).filter(({ along, aside }) => along > 0.1 && aside <= along + 0.1);
    return ahead.sort((one, other) => one.along + 2 * one.aside - other.along - 2 * other.aside)[0]?.made;
  }
}

/** The tiles that are still to be laid: a click names one, another click turns it. */
export class Tray {
  #root;
  #step = "";
  #made = new Map();

  constructor(root, choose) {
    this.#root = root;
    root.addEventListener("click", ({ target }) => {
      const made = target.closest(".choice");
      if (made) choose(made.dataset.value, made.matches(".held"));
    });
  }

  /** Shows these tiles; one's own hand stays while others act. */
  tell(layout, chosen, may) {
    const tiles = layout && (may || layout.is_hand) ? layout.tiles : [];
    this.#root.hidden = !tiles.length;
    this.#follow(chosen && tiles.length > 0, tiles.some(({ state }) => state === "held"));
    if (!tiles.length) return;
    if (tiles.length !== this.#made.size || tiles.some(({ value }) => !this.#made.has(value))) {
      this.#made = new Map(tiles.map(({ value }) => {
        const picture = drawn("svg", { viewBox: "-1.1 -0.6 2.2 1.2", "aria-hidden": "true" }, tile(value.split("|")));
        const made = element("button", { type: "button" }, picture);
        made.dataset.value = value;
        return [value, made];
      }));
      this.#root.replaceChildren(element("h2", {}), element("div", { className: "choices" }, ...this.#made.values()));
    }
    this.#root.firstChild.textContent = say(layout.is_hand ? "your hand" : "your tile");
    for (const { value, state, why } of tiles) {
      const made = this.#made.get(value);
      made.className = `choice ${state}`;
      made.ariaLabel = made.title = why;
      made.ariaPressed = String(state === "held");
      made.ariaDisabled = String(!may || state === "laid" || state === "unfit");
    }
  }

  /** On a screen that is too small for both, the tiles come into sight for a slot, and the board for a tile in hand. */
  #follow(chosen, held) {
    const step = held ? "held" : chosen ? "asked" : "";
    if (step === this.#step) return;
    this.#step = step;
    // Once the tiles are laid out; by then one may be in hand already.
    if (step === "asked") requestAnimationFrame(() => this.#step === step && this.#root.scrollIntoView({ block: "nearest" }));
    else if (matchMedia("(max-width: 559px)").matches) scrollTo(0, 0);
  }
}
