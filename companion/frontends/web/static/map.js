// The map of a game whose board has more fields than there are lights: hexes with all that lies on them.

import { about, drawn, ink } from "./make.js";

const RADIUS = 10;
const WIDE = RADIUS * Math.sqrt(3); // from one hex to the next in a row
const HIGH = 1.5 * RADIUS; // from one row to the next
const EDGES = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]; // the neighbours, clockwise from the right
const MARGIN = 2;

/** Where the pieces on a field stand, by how many they are: x, y and their size. */
const SPOTS = [
  [],
  [[0, -1.4, 0.9]],
  [[-3.8, -1.4, 0.74], [3.8, -1.4, 0.74]],
  [[-5, -1.4, 0.6], [0, -1.4, 0.6], [5, -1.4, 0.6]],
  [[-3.2, -4.6, 0.5], [3.2, -4.6, 0.5], [-3.6, 2, 0.5], [3.6, 2, 0.5]],
  [[-3.2, -4.6, 0.48], [3.2, -4.6, 0.48], [-5.4, 2, 0.48], [0, 2, 0.48], [5.4, 2, 0.48]],
  [[-4.6, -4.2, 0.45], [0, -4.2, 0.45], [4.6, -4.2, 0.45], [-5.2, 2, 0.45], [0, 2, 0.45], [5.2, 2, 0.45]],
];

const middle = ({ q, r }) => [WIDE * (q + r / 2), HIGH * r];
const corner = (number, radius) => {
  const angle = (Math.PI / 3) * number - Math.PI / 6;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};
const outline = (radius) => Array.from({ length: 6 }, (_, number) => corner(number, radius).join(",")).join(" ");
const HEX = outline(RADIUS - 0.35);
const INNER = outline(RADIUS - 1.5);

const text = (properties, words) => drawn("text", properties, words);

/** A stack of cubes, the lower one first; each says its value. */
function cubes(pieces) {
  return pieces.flatMap(({ colour, label }, height) => {
    const y = 1 - 7.2 * height;
    const top = drawn("path", { d: `M-4.3 ${y}l1.6 -1.8h7.2l-1.6 1.8z`, fill: colour, class: "top" });
    const side = drawn("path", { d: `M2.9 ${y}l1.6 -1.8v7.2l-1.6 1.8z`, fill: colour, class: "side" });
    const front = drawn("rect", { x: -4.3, y, width: 7.2, height: 7.2, fill: colour, class: "front" });
    return [side, top, front, text({ x: -0.7, y: y + 5.8, fill: ink(colour), class: "value" }, label)];
  });
}

const pirate = ({ colour, label }) => [
  drawn("path", { d: "M0 -8L7 0L0 8L-7 0z", fill: colour, stroke: ink(colour) }),
  text({ x: 0, y: 2.1, fill: ink(colour), class: "letter" }, label),
];

const ship = ({ colour, label }) => [
  drawn("path", { d: "M0 -8C4 -5 4.6 0 4.6 3.5L7.5 7.5H-7.5L-4.6 3.5C-4.6 0 -4 -5 0 -8z", fill: colour, stroke: ink(colour) }),
  text({ x: 0, y: 4.6, fill: ink(colour), class: "letter" }, label),
];

/** All that lies on a field, side by side. */
function pieces({ system, pirates, ships }) {
  const lying = [...(system.length ? [cubes(system)] : []), ...pirates.map(pirate), ...ships.map(ship)].slice(0, SPOTS.length - 1);
  return lying.map((made, number) => {
    const [x, y, size] = SPOTS[lying.length][number];
    return drawn("g", { transform: `translate(${x} ${y}) scale(${size})` }, ...made);
  });
}

/** What is drawn on a field, from the ground up. */
function field(hex) {
  const parts = [drawn("polygon", { points: HEX, class: "ground" })];
  if (hex.chance) parts.push(drawn("polygon", { points: HEX, class: "threat", "fill-opacity": 0.2 + 0.8 * hex.chance }));
  if (hex.lit) parts.push(drawn("polygon", { points: INNER, class: "mark", stroke: hex.lit }));
  if (hex.disc) parts.push(drawn("circle", { r: 6, cy: -1.2, class: "disc" }));
  const lying = pieces(hex);
  const taken = lying.length > 0 || hex.disc;
  parts.push(...lying);
  const [kind, words] = hex.chance ? ["chance", percent(hex.chance)] : ["name", hex.name];
  return [...parts, text({ x: 0, y: taken ? 8.2 : 1.8, class: taken ? kind : `${kind} free` }, words)];
}

/** One field alone, for those who see it only. */
export const picture = (hex) => drawn("svg", { class: "hex", viewBox: "-10 -11 20 22", "aria-hidden": "true" }, ...field(hex));

const percent = (chance) => `${Math.max(1, Math.round(100 * chance))} %`;

const GAP = 4.5; // of an arrow to the middles of its fields
const SIDEWAYS = 2.6; // two arrows that lead there and back lie beside each other

/** An arrow from one field to another. */
function arrow(from, to) {
  const [[x, y], [right, down]] = [from, to].map(middle);
  const length = Math.hypot(right - x, down - y), angle = (180 / Math.PI) * Math.atan2(down - y, right - x);
  const tip = length - GAP;
  return drawn("path", { d: `M${GAP} ${SIDEWAYS}H${tip - 3}v-2.4L${tip + 2} ${SIDEWAYS}l-5 2.4v-2.4`, transform: `translate(${x} ${y}) rotate(${angle})` });
}

/** The edges between a segment's fields and all others, as a path. */
function border(hexes) {
  const own = new Set(hexes.map(({ q, r }) => `${q},${r}`));
  return hexes.flatMap((hex) => {
    const [x, y] = middle(hex);
    const outside = EDGES.map(([q, r], number) => (own.has(`${hex.q + q},${hex.r + r}`) ? null : number)).filter((number) => number !== null);
    return outside.map((number) => [number, number + 1].map((end) => corner(end, RADIUS)).map(([right, down]) => `${(x + right).toFixed(2)} ${(y + down).toFixed(2)}`).join("L"));
  }).map((edge) => `M${edge}`).join("");
}

export class StarMap {
  #root;
  #made = new Map();
  #hexes = [];
  #layout = null;
  #borders = drawn("g", { class: "borders" });
  #cursor = drawn("polygon", { points: HEX, class: "cursor" });
  #moves = drawn("g", { class: "moves" });

  /** In this element; tells which field is looked at, or null, and which one is pointed at. */
  constructor(root, look, point) {
    this.#root = root;
    for (const way of ["pointerover", "focusin"]) root.addEventListener(way, ({ target }) => this.#name(target) && look(this.#name(target)));
    for (const way of ["pointerleave", "focusout"]) root.addEventListener(way, () => look(null));
    root.addEventListener("pointerdown", (event) => event.preventDefault()); // a click leaves the keys to the table's buttons
    root.addEventListener("click", ({ target }) => this.#name(target) && point(this.#name(target)));
    root.addEventListener("keydown", (event) => this.#key(event, point));
  }

  /** The element of a field, by its name. */
  at(name) {
    return this.#made.get(name);
  }

  /** Draws what is new; null: there is no map. */
  tell(map) {
    this.#root.hidden = map === null;
    this.#hexes = map?.hexes ?? [];
    if (map) this.#place();
    for (const hex of this.#hexes) {
      const made = this.#made.get(hex.name);
      const key = JSON.stringify(hex);
      if (made.dataset.told === key) continue;
      made.dataset.told = key;
      made.ariaLabel = `${hex.name}: ${about(hex)}`;
      made.replaceChildren(...field(hex));
    }
    const under = this.at(map?.cursor);
    this.#cursor.setAttribute("transform", under?.getAttribute("transform") ?? "scale(0)");
    const named = (name) => this.#hexes.find((hex) => hex.name === name);
    this.#moves.replaceChildren(...(map?.moves ?? []).map((ends) => arrow(...ends.map(named))));
    for (const made of this.#made.values()) made.ariaCurrent = String(made === under);
    for (const made of this.#borders.children) made.classList.toggle("focus", map !== null && made.dataset.segment === String(map.focus));
    this.#borders.append(...this.#borders.querySelectorAll(".focus")); // over its neighbours' borders
  }

  /** Makes the fields anew where the layout is another. */
  #place() {
    const layout = JSON.stringify(this.#hexes.map(({ name, q, r }) => [name, q, r]));
    if (layout === this.#layout) return;
    this.#layout = layout;
    const places = this.#hexes.map(middle);
    const [left, top] = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])) - RADIUS - MARGIN);
    const [right, bottom] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + RADIUS + MARGIN);
    this.#made = new Map(this.#hexes.map((hex, number) => {
      const [x, y] = places[number];
      const made = drawn("g", { class: `hex segment${hex.segment}`, role: "button", tabindex: number ? -1 : 0, transform: `translate(${x} ${y})`, "data-name": hex.name });
      return [hex.name, made];
    }));
    const segments = [...new Set(this.#hexes.map(({ segment }) => segment))];
    this.#borders.replaceChildren(...segments.map((segment) => drawn("path", { d: border(this.#hexes.filter((hex) => hex.segment === segment)), "data-segment": segment })));
    const svg = drawn("svg", { viewBox: [left, top, right - left, bottom - top].join(" "), role: "presentation" }, ...this.#made.values(), this.#borders, this.#cursor, this.#moves);
    this.#root.querySelector("svg")?.remove();
    this.#root.prepend(svg);
    this.#root.style.setProperty("--shape", (right - left) / (bottom - top));
  }

  #name(target) {
    return target.closest?.("[data-name]")?.dataset.name;
  }

  /** Arrow keys walk over the fields while one of them has the focus; Enter and space point at it. */
  #key(event, point) {
    const name = this.#name(event.target);
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const points = event.key === "Enter" || event.key === " ";
    const next = points ? null : this.#neighbour(name, event.key);
    if (!points && next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (points && !event.repeat) point(name);
    if (!next) return;
    this.at(name).setAttribute("tabindex", -1);
    this.at(next).setAttribute("tabindex", 0);
    this.at(next).focus();
  }

  /** The field that a key leads to; null: there is none; undefined: it is no such key. */
  #neighbour(name, key) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!step) return undefined;
    const from = this.#hexes.find((hex) => hex.name === name);
    const [x, y] = middle(from);
    const ahead = this.#hexes.map((hex) => [middle(hex)[0] - x, middle(hex)[1] - y, hex.name]).filter(([right, down]) => (step[0] ? Math.abs(down) < 1 && right * step[0] > 1 : down * step[1] > 1 && Math.abs(right) < WIDE));
    ahead.sort(([a, b], [c, d]) => Math.hypot(a, b) - Math.hypot(c, d) || c - a);
    return ahead[0]?.[2] ?? null;
  }
}
