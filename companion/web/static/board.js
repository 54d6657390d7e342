// Boards with places that can be inspected and pointed at, and the board of 36 fields.
//
// A place is inspected by hovering or with the focus; this only shows its description. Pointing (a click or Enter)
// selects the place in the game, and uses it if it is selected already. A board is one tab stop: one of its places has
// the tabindex 0, and arrow keys move the focus.

import { Component, html, useLayoutEffect, useState } from "./preact.js";
import { about, Stack, tint } from "./drawings.js";
import { link } from "./link.js";
import { announce, label, say, sentences, store, update } from "./store.js";

export const SIDE = 6;
const DARK = "rgb(0 0 0)"; // a light that is off

/** The fields in reading order: row 6 at the top, 1/1 at the lower left. */
export const FIELDS = Array.from({ length: SIDE * SIDE }, (_, place) => {
  const column = (place % SIDE) + 1, row = SIDE - Math.floor(place / SIDE);
  return { field: SIDE * (row - 1) + column - 1, column, row };
});

export const fieldAt = (field) =>
  /** @type {HTMLElement} */ (document.querySelector(`#board [data-number="${field}"]`));

/** Lets a field glow in the colour of its light, except an unlit one: the glow of an empty corner is a sign of the box
 * only. To save repaints, the selected field, which is gold, does not blink, and a blinking light only changes opacity. */
export function shine(field) {
  const { light } = field.dataset, glow = field.querySelector(".glow"), isOff = field.matches(".chosen, .unlit");
  const opacity = light && light !== DARK && !isOff ? "1" : "0";
  if (glow.style.opacity !== opacity) glow.style.opacity = opacity;
  if (opacity === "1" && glow.style.getPropertyValue("--glow") !== light) glow.style.setProperty("--glow", light);
}

const NUMBERS = Array.from({ length: SIDE }, (_, place) => `${place + 1}`);

/** Groups equal neighbours among the labels of an axis; returns each label with its first line and number of lines. */
function spans(labels) {
  const found = [];
  labels.forEach((label, first) => {
    if (found.at(-1)?.label === label) found.at(-1).lines += 1;
    else found.push({ label, first, lines: 1 });
  });
  return found;
}

/** The labels along the edges, row 6 first. The numbers in `faces` are buttons that choose a line; `hit` is the column
 * and the row of the selected field. */
const axisLabels = ({ columns, rows }, faces, hit) =>
  Object.entries({ row: spans(rows).reverse(), column: spans(columns) }).flatMap(([axis, found]) =>
    found.map(({ label, first, lines }) => {
      const style = axis === "row"
        ? { gridColumn: 1, gridRow: `${SIDE - first - lines + 1} / span ${lines}` }
        : { gridColumn: `${first + 2} / span ${lines}`, gridRow: SIDE + 1 };
      const kind = hit[axis === "row" ? 1 : 0] === label ? "number hit" : "number";
      if (!faces.includes(+label)) return html`<span class=${kind} aria-hidden="true" style=${style}>${label}</span>`;
      const line = `${axis} ${label}`; // the name in the protocol
      return html`
        <button
          type="button" class=${kind} style=${style} data-line=${line} aria-label=${say(axis, { n: label })}
          onClick=${() => link.point(line)}
        >${label}</button>
      `;
    }),
  );

/** The pages on which a column or a row can be chosen. */
const LINE_PAGES = ["roll", "numbers"];

/** Selects a clicked place, or uses it if it is selected; if it is not available, announces the reason. */
export function pointTo({ name, usable, use }, scene) {
  if (!scene.points || store.may === null) return;
  link.point(name);
  if (!usable && use) announce(use);
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The base class of boards that are one SVG, in which each place has its name in `data-name`.
 *
 * A subclass draws the board and sets `pick` and `places`.
 */
export class Picture extends Component {
  state = { stop: null };
  pick = ""; // the selector of places that can be pointed at
  places = []; // the places for arrow keys, each with `name` and `middle`

  /** Returns the name of the nearest place in a direction; a sideways distance counts twice. */
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

  /** Returns the section with the SVG, whose view box contains all places and a margin. */
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

  at(name) {
    return this.base.querySelector(`[data-name=${JSON.stringify(name)}]`);
  }

  /** Returns the tabindex of a place: 0 for the tab stop, which is the first place at the beginning. */
  tabIndex(name, number) {
    return name === this.state.stop || (this.state.stop === null && number === 0) ? 0 : -1;
  }

  /** Returns the event handlers; `look` receives the place under the pointer or null, `point` a clicked place. */
  listeners(look, point) {
    const nameOf = ({ target }) => target.closest?.(this.pick)?.dataset.name;
    const over = ({ target }) => target.closest?.("[data-name]") && look(target.closest("[data-name]").dataset.name);
    const leave = ({ pointerType }) => pointerType !== "touch" && look(null); // after a touch, the description stays
    return {
      onPointerOver: over, onfocusin: over, onPointerLeave: leave, onfocusout: leave,
      onPointerDown: (event) => event.preventDefault(), // a click does not move the focus
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

/** The board of 36 fields; arrow keys move the focus. */
export function Board({ scene }) {
  const [stop, setStop] = useState(0); // the tab stop
  const { places = [], map, layout, players, dice = [] } = scene?.game ?? {}, chosen = scene?.chosen;
  const axes = scene ? scene.axes : { columns: NUMBERS, rows: NUMBERS };
  const faces = scene?.points && store.may !== null && LINE_PAGES.includes(scene.page) ? dice : [];
  const isAway = Boolean(scene?.shows_screen);
  const framed = players?.[store.framed]?.colour, isBoard = places.length > 0 && !map && !layout && !["check", "guide"].includes(scene.page);
  const nameOf = (field) => {
    if (places[field]) return places[field].name;
    return axes ? `${axes.columns[field % SIDE]}/${axes.rows[Math.floor(field / SIDE)]}` : `${field + 1}`;
  };
  useLayoutEffect(() => {
    for (const { field } of FIELDS) {
      const light = fieldAt(field), { classList } = light, place = places[field];
      const isUsable = place?.usable && !scene.shows_screen; // the lights belong to another page
      classList.toggle("usable", Boolean(isUsable));
      classList.toggle("chosen", Boolean(chosen) && place?.name === chosen.name);
      classList.toggle("framed", Boolean(framed && place?.pieces.some(({ colour }) => colour === framed)));
      const isEmpty = !place?.pieces.length && !place?.sign;
      classList.toggle("unlit", isBoard && !isUsable && isEmpty && place.why !== "");
      shine(light);
    }
  });
  const look = (field) => update({ inspected: field });
  const leave = ({ pointerType }) => {
    if (pointerType !== "touch") update({ inspected: null });
  };
  const click = (field) => {
    look(field);
    if (places[field]) pointTo(places[field], scene);
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
    const after = place?.after, values = { chance: after, options: after };
    const chance = after && place.usable ? say(scene.coach?.on ? "win chance" : "bust chance", values) : after;
    const owner = held.findLast(({ label }) => label), isGold = held.some(({ label }) => !label); // an ownership stone
    return html`
      <button
        key=${field} class="field${owner ? " held" : ""}${isGold ? " gold" : ""}" type="button" tabIndex=${field === stop ? 0 : -1}
        data-number=${field} data-field="${column}/${row}" data-place=${name}
        style=${{ gridColumn: column + 1, gridRow: SIDE - row + 1, "--owner": owner && tint(owner.colour) }}
        aria-label=${place ? sentences([name, about(place)].filter(Boolean).join(": "), chance) : name}
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
