// The device: 36 lights under diffusers, the screen pixel for pixel, five buttons with their keys.

import { closed } from "./focus.js";
import { about, element, icon, stack } from "./make.js";

const SIDE = 6;
const LIGHTS_AT = 1;
const SCREEN_AT = LIGHTS_AT + 3 * SIDE * SIDE;
const WIDTH = 128;
const HEIGHT = 64;
const LIT = [205, 232, 255];
const HOLD_MS = 600;

/** The fields as they lie before the eye: row 6 on top, 1/1 at the lower left. */
const FIELDS = Array.from({ length: SIDE * SIDE }, (_, place) => {
  const column = (place % SIDE) + 1, row = SIDE - Math.floor(place / SIDE);
  return { field: SIDE * (row - 1) + column - 1, column, row };
});

const NUMBERS = Array.from({ length: SIDE }, (_, place) => `${place + 1}`);
const OWN_AXES = { columns: NUMBERS, rows: NUMBERS };

/** The labels of one axis, each with the first of the lines that share it and with how many they are. */
function spans(labels) {
  const found = [];
  labels.forEach((label, first) => {
    if (found.at(-1)?.label === label) found.at(-1).lines += 1;
    else found.push({ label, first, lines: 1 });
  });
  return found;
}

function number(text, column, row) {
  const made = element("span", { className: "number", ariaHidden: "true", textContent: text });
  made.style.gridColumn = column;
  made.style.gridRow = row;
  return made;
}

export class Board {
  #root;
  #lights = [];
  #shown = [];
  #axes = null;

  constructor(root) {
    this.#root = root;
    for (const { field, column, row } of FIELDS) {
      const light = element("button", { className: "field", type: "button", tabIndex: -1 });
      light.dataset.field = `${column}/${row}`;
      light.style.gridColumn = column + 1;
      light.style.gridRow = SIDE - row + 1;
      this.#lights[field] = light;
      root.append(light);
    }
    this.tell([], OWN_AXES);
    this.#lights[0].tabIndex = 0;
    root.addEventListener("focusin", ({ target }) => this.#lights.forEach((light) => (light.tabIndex = light === target ? 0 : -1)));
    root.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** The element of each field, 1/1 first, then along the row. */
  get fields() {
    return this.#lights;
  }

  /** The first field of a place, by the table's name for it. */
  at(name) {
    return this.#lights.find((light) => light.dataset.place === name);
  }

  show(bytes) {
    for (let field = 0; field < this.#lights.length; field++) {
      const at = LIGHTS_AT + 3 * field;
      const colour = `rgb(${bytes[at]} ${bytes[at + 1]} ${bytes[at + 2]})`;
      if (this.#shown[field] === colour) continue;
      this.#shown[field] = colour;
      const light = this.#lights[field];
      light.style.setProperty("--light", colour);
      light.classList.toggle("lit", bytes[at] + bytes[at + 1] + bytes[at + 2] > 0);
    }
  }

  /** Puts the stones on the fields, says what lies there, and writes what the table has along the edges. */
  tell(places, axes, chosen = null) {
    this.#label(axes);
    this.#lights.forEach((light, field) => {
      const place = places[field];
      light.classList.toggle("usable", place?.usable ?? false);
      light.classList.toggle("chosen", chosen !== null && place?.name === chosen.name);
      const name = place?.name ?? (axes ? `${axes.columns[field % SIDE]}/${axes.rows[Math.floor(field / SIDE)]}` : `${field + 1}`);
      const key = JSON.stringify([name, place ?? null]);
      if (light.dataset.told === key) return;
      light.dataset.told = key;
      light.dataset.place = name;
      light.ariaLabel = place ? [name, about(place)].filter(Boolean).join(": ") : name;
      const sign = place?.sign ? [element("span", { className: "sign", ariaHidden: "true", textContent: place.sign })] : [];
      light.replaceChildren(...(place?.pieces.length ? [stack(place.pieces)] : []), ...sign);
    });
  }

  /** Neighbours share a label; null: there are none. */
  #label(axes) {
    if (JSON.stringify(axes) === JSON.stringify(this.#axes)) return;
    this.#axes = axes;
    for (const old of this.#root.querySelectorAll(".number")) old.remove();
    const beneath = spans(axes?.columns ?? []).map(({ label, first, lines }) => number(label, `${first + 2} / span ${lines}`, SIDE + 1));
    const beside = spans(axes?.rows ?? []).map(({ label, first, lines }) => number(label, 1, `${SIDE - first - lines + 1} / span ${lines}`));
    this.#root.append(...beneath, ...beside);
  }

  /** Arrow keys walk over the fields while one of them has the focus. */
  #walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: SIDE, ArrowDown: -SIDE }[event.key];
    const from = this.#lights.indexOf(event.target);
    if (step === undefined || from < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const beyond = Math.abs(step) === 1 && Math.floor((from + step) / SIDE) !== Math.floor(from / SIDE);
    if (!beyond) this.#lights[from + step]?.focus();
  }
}

export class Screen {
  #context;
  #image;
  #shown = new Uint8Array(0);

  constructor(canvas) {
    this.#context = canvas.getContext("2d");
    this.#image = this.#context.createImageData(WIDTH, HEIGHT);
  }

  show(bytes) {
    // The box dims its screen after a while, to spare it; here that would look like a lost connection.
    const drawn = bytes.slice(SCREEN_AT);
    if (drawn.every((byte, place) => byte === this.#shown[place])) return;
    this.#shown = drawn;
    const { data } = this.#image;
    for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
      const on = drawn[pixel >> 3] & (0x80 >> (pixel & 7));
      data.set(on ? LIT : [0, 0, 0], 4 * pixel);
      data[4 * pixel + 3] = 255;
    }
    this.#context.putImageData(this.#image, 0, 0);
  }
}

/** The buttons from left to right, with their keys and how these are shown. */
export const BUTTONS = [
  { name: "left", keys: ["ArrowLeft", "a"], shown: "←" },
  { name: "right", keys: ["ArrowRight", "d"], shown: "→" },
  { name: "ok", keys: ["Enter", " "], shown: "Enter" },
  { name: "bank", keys: ["b", "B"], shown: "B" },
  { name: "undo", keys: ["u", "Backspace"], shown: "U" },
];
const HELD = { s: "left", S: "left", A: "left", c: "right", C: "right", D: "right", m: "undo", M: "undo", U: "undo" };
const OWN_KEYS = "button, select, input, textarea";

export class Buttons {
  #press;
  #made = {};

  constructor(root, press) {
    this.#press = press;
    for (const button of BUTTONS) root.append((this.#made[button.name] = this.#button(button)));
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** Names the buttons in a language. */
  name(say) {
    for (const { name } of BUTTONS) this.#made[name].querySelector(".name").textContent = say(name);
  }

  #button({ name, shown }) {
    const made = element(
      "button",
      { type: "button", className: "press" },
      element("span", { className: "cap" }, icon(name)),
      element("span", { className: "name", textContent: name }),
      element("kbd", { ariaHidden: "true", textContent: shown }),
    );
    made.dataset.button = name;
    // A finger that stays holds; everything else, also a key or a screen reader, is a click.
    let timer = 0, held = false;
    const release = () => clearTimeout(timer);
    made.addEventListener("pointerdown", () => {
      held = false;
      timer = setTimeout(() => {
        held = true;
        this.#touch(name, true);
      }, HOLD_MS);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) made.addEventListener(end, release);
    made.addEventListener("click", (event) => {
      if (!held || event.detail === 0) this.#touch(name, false);
      held = false;
    });
    made.addEventListener("contextmenu", (event) => event.preventDefault());
    return made;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
    const own = event.target.closest(OWN_KEYS);
    if (event.repeat) return own?.matches(".press") && event.preventDefault();
    if (own && !closed(own) && (own.tagName !== "BUTTON" || event.key === "Enter" || event.key === " ")) return;
    const shifted = (event.shiftKey && { ArrowLeft: "left", ArrowRight: "right" }[event.key]) || HELD[event.key];
    const name = shifted ?? BUTTONS.find(({ keys }) => keys.includes(event.key))?.name;
    if (!name) return;
    event.preventDefault();
    this.#touch(name, shifted !== undefined);
  }

  #touch(name, held) {
    const button = this.#made[name];
    button.classList.remove("down");
    requestAnimationFrame(() => button.classList.add("down"));
    this.#press(name, held);
  }
}
