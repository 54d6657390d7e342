// Boards: places that describe their pieces, with arrow keys and pointing; and the board of 36 fields.
//
// To inspect a place (the pointer over it, the focus on it) shows its card, on this page only. To point at one (a
// click, Enter) chooses it at the table, and does what the table offers there if it is chosen already. Every board is
// one stop of the tabulator: one of its places has the tabindex 0, and arrow keys move it.

import { Component, html, useLayoutEffect, useState } from "./preact.js";
import { about, Stack, tint } from "./drawings.js";
import { link } from "./link.js";
import { announce, label, say, store, update } from "./store.js";

export const SIDE = 6;
const DARK = "rgb(0 0 0)"; // a light that is off

/** The fields as they lie before the eye: row 6 on top, 1/1 at the lower left. */
export const FIELDS = Array.from({ length: SIDE * SIDE }, (_, place) => {
  const column = (place % SIDE) + 1, row = SIDE - Math.floor(place / SIDE);
  return { field: SIDE * (row - 1) + column - 1, column, row };
});

/** The element of a field, by its number. */
export const fieldAt = (field) =>
  /** @type {HTMLElement} */ (document.querySelector(`#board [data-number="${field}"]`));

/** Has a field glow in the colour of its light. Each change is a picture to be drawn, so the chosen one, which is gold, does
 * not blink; a light that blinks is painted once, and its layer is only not seen between two blinks. */
export function shine(field) {
  const { light } = field.dataset, glow = field.querySelector(".glow"), isChosen = field.classList.contains("chosen");
  const opacity = light && light !== DARK && !isChosen ? "1" : "0";
  if (glow.style.opacity !== opacity) glow.style.opacity = opacity;
  if (opacity === "1" && glow.style.getPropertyValue("--glow") !== light) glow.style.setProperty("--glow", light);
}

const NUMBERS = Array.from({ length: SIDE }, (_, place) => `${place + 1}`);

/** The labels of one axis, each with the first of the lines that share it and with how many they are. */
function spans(labels) {
  const found = [];
  labels.forEach((label, first) => {
    if (found.at(-1)?.label === label) found.at(-1).lines += 1;
    else found.push({ label, first, lines: 1 });
  });
  return found;
}

/** What the table has along the edges, row 6 first; neighbours share a label. `faces` are buttons that name a line; `hit`
 * is the column and the row of the field that is chosen. */
const axisLabels = ({ columns, rows }, faces, hit) =>
  Object.entries({ row: spans(rows).reverse(), column: spans(columns) }).flatMap(([axis, found]) =>
    found.map(({ label, first, lines }) => {
      const style = axis === "row"
        ? { gridColumn: 1, gridRow: `${SIDE - first - lines + 1} / span ${lines}` }
        : { gridColumn: `${first + 2} / span ${lines}`, gridRow: SIDE + 1 };
      const kind = hit[axis === "row" ? 1 : 0] === label ? "number hit" : "number";
      if (!faces.includes(+label)) return html`<span class=${kind} aria-hidden="true" style=${style}>${label}</span>`;
      const line = `${axis} ${label}`; // what the table calls it
      return html`
        <button
          type="button" class=${kind} style=${style} data-line=${line} aria-label=${say(axis, { n: label })}
          onClick=${() => link.point(line)}
        >${label}</button>
      `;
    }),
  );

/** The pages on which a column or a row names the field of a roll. */
const LINE_PAGES = ["roll", "numbers"];

/** A place of some board was clicked: it is chosen, and the second time used; one that may not be used says why. */
export function pointTo(board, { name, usable, use, holds }, scene) {
  const chooses = scene.points && store.may !== null;
  if (chooses) link.point(name);
  if (chooses && (usable || !use)) return;
  update({ tip: { board, name, text: chooses ? use : holds } });
  if (chooses) announce(use);
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A board that is drawn as one picture: each of its places has its name in `data-name`.
 *
 * A subclass draws it, and says which places can be pointed at and where their middles are.
 */
export class Picture extends Component {
  state = { stop: null };
  pick = ""; // the selector of the places that can be pointed at
  places = []; // those that arrow keys lead to, each with its name and its `middle`

  /** The name of the nearest place in a direction, where what is straight ahead counts as nearer. */
  ahead(name, [right, down]) {
    const [x, y] = this.places.find((place) => place.name === name).middle;
    const away = this.places.map(({ name: other, middle }) => {
      const [toRight, toBottom] = [middle[0] - x, middle[1] - y];
      const along = toRight * right + toBottom * down, aside = Math.abs(toRight * down + toBottom * right);
      return { other, along, aside, distance: along + 2 * aside };
    });
    const ahead = away.filter(({ along, aside }) => along > 0.1 && aside <= along + 0.1);
    return ahead.reduce((best, each) => (best && best.distance <= each.distance ? best : each), null)?.other;
  }

  /** The section of the picture, as large as its places and a margin need. */
  framed(id, middles, margin, { look, point }, drawn, { kind = "", more = null } = {}) {
    const [left, top] = [0, 1].map((axis) => Math.min(...middles.map((each) => each[axis])) - margin);
    const [right, bottom] = [0, 1].map((axis) => Math.max(...middles.map((each) => each[axis])) + margin);
    const [wide, high] = [right - left, bottom - top];
    return html`
      <section
        id=${id} class=${kind} aria-label=${label(id)} style=${{ "--shape": wide / high, "--wide": wide }} ...${this.listeners(look, point)}
      >
        <div class="pan"><svg viewBox="${left} ${top} ${wide} ${high}" role="presentation">${drawn}</svg></div>
        ${more}
      </section>
    `;
  }

  /** The element of a place, by its name. */
  at(name) {
    return this.base.querySelector(`[data-name=${JSON.stringify(name)}]`);
  }

  /** The tabindex of a place: the first one's is 0 before anybody walks. */
  tabIndex(name, number) {
    return name === this.state.stop || (this.state.stop === null && number === 0) ? 0 : -1;
  }

  /** What the element of the board listens to; `look` gets the place under the pointer or null, `point` a click's. */
  listeners(look, point) {
    const nameOf = ({ target }) => target.closest?.(this.pick)?.dataset.name;
    const over = ({ target }) => target.closest?.("[data-name]") && look(target.closest("[data-name]").dataset.name);
    const leave = ({ pointerType }) => pointerType !== "touch" && look(null); // a finger that goes up has read nothing yet
    return {
      onPointerOver: over, onfocusin: over, onPointerLeave: leave, onfocusout: leave,
      onPointerDown: (event) => event.preventDefault(), // a click leaves the keys to the table's buttons
      onClick: (event) => nameOf(event) && point(nameOf(event)),
      onKeyDown: (event) => {
        const name = nameOf(event), step = STEPS[event.key], points = event.key === "Enter" || event.key === " ";
        if (!name || event.ctrlKey || event.metaKey || event.altKey || !(step || points)) return;
        event.preventDefault();
        event.stopPropagation();
        if (points && !event.repeat) point(name);
        const next = step && this.ahead(name, step);
        if (!next) return;
        this.setState({ stop: next });
        this.at(next).focus();
      },
    };
  }
}

/** The board of fields; arrow keys walk over it while one of them has the focus. */
export function Board({ scene }) {
  const [stop, setStop] = useState(0); // the field to which Tab leads
  const { places = [], map, layout, players, dice = [] } = scene?.game ?? {}, chosen = scene?.chosen;
  const axes = scene ? scene.axes : { columns: NUMBERS, rows: NUMBERS };
  const faces = scene?.points && store.may !== null && LINE_PAGES.includes(scene.page) ? dice : [];
  const isAway = Boolean(scene?.shows_screen);
  const framed = players?.[store.framed]?.colour; // on this page only
  const nameOf = (field) => {
    if (places[field]) return places[field].name;
    return axes ? `${axes.columns[field % SIDE]}/${axes.rows[Math.floor(field / SIDE)]}` : `${field + 1}`;
  };
  useLayoutEffect(() => {
    for (const { field } of FIELDS) {
      const light = fieldAt(field), { classList } = light;
      const isUsable = places[field]?.usable && !scene.shows_screen; // there the lights are another page's
      classList.toggle("usable", Boolean(isUsable));
      classList.toggle("chosen", Boolean(chosen) && places[field]?.name === chosen.name);
      const isOwned = places[field]?.pieces.some(({ colour }) => colour === framed);
      classList.toggle("framed", Boolean(framed && isOwned));
      shine(light);
    }
  });
  const look = (field) => update({ looked: field });
  const leave = ({ pointerType }) => {
    if (pointerType !== "touch") update({ looked: null, tip: null });
  };
  const click = (field) => {
    look(field);
    if (places[field]) pointTo("board", places[field], scene);
  };
  const walk = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: SIDE, ArrowDown: -SIDE }[event.key];
    if (step === undefined || !event.target.matches(".field")) return;
    const from = +event.target.dataset.number;
    event.preventDefault();
    event.stopPropagation();
    const isBeyond = Math.abs(step) === 1 && Math.floor((from + step) / SIDE) !== Math.floor(from / SIDE);
    if (!isBeyond) fieldAt(from + step)?.focus();
  };
  const light = ({ field, column, row }) => {
    const place = places[field], name = nameOf(field);
    const coming = isAway ? null : place?.coming, held = place?.pieces ?? [];
    const pieces = [...held, ...(coming ? [coming] : [])];
    const owner = held.findLast(({ label }) => label), isGold = held.some(({ label }) => !label);
    return html`
      <button
        key=${field} class="field${owner ? " held" : ""}${isGold ? " gold" : ""}" type="button" tabIndex=${field === stop ? 0 : -1}
        data-number=${field} data-field="${column}/${row}" data-place=${name}
        style=${{ gridColumn: column + 1, gridRow: SIDE - row + 1, "--owner": owner && tint(owner.colour) }}
        aria-label=${place ? [name, about(place)].filter(Boolean).join(": ") : name}
        onPointerEnter=${() => look(field)} onFocus=${() => look(field)} onClick=${() => click(field)}
      >
        <i class="glow" aria-hidden="true"></i>
        ${pieces.length > 0 &&
        html`<${Stack} key=${place.pieces.map(({ label }) => label).join()} ...${{ pieces, isComing: Boolean(coming) }} />`}
        ${place?.after && !isAway && html`<small class="after" aria-hidden="true">${place.after}</small>`}
        ${place?.sign && html`
          <span class="sign ${+place.sign ? "counts" : ""}" aria-hidden="true">${place.sign}</span>
        `}
      </button>
    `;
  };
  const hit = map || layout ? [] : (chosen?.name ?? "").split("/");
  return html`
    <div
      id="board" role="group" aria-label=${label("board")} onPointerLeave=${leave} onfocusout=${leave}
      onfocusin=${({ target }) => target.dataset.number && setStop(+target.dataset.number)} onKeyDown=${walk}
    >
      ${FIELDS.map(light)}
      ${axes && axisLabels(axes, faces, hit)}
    </div>
  `;
}
