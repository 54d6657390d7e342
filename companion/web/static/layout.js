// A board with tiles in slots around claims, and the tray of tiles to place.
//
// A claim is named column/row; a slot is named after a claim and its side: "2/3E" is to the east of 2/3. The unit of
// the drawing is half a tile.

import { html } from "./preact.js";
import { Picture } from "./board.js";
import { about, ink, pips } from "./drawings.js";
import { link } from "./link.js";
import { label, say, update } from "./store.js";

const PITCH = 3.6; // distance of two claims
const REACH = PITCH / 2; // distance of a claim and the centre of its slot
const SIDES = { E: [1, 0], W: [-1, 0], N: [0, -1], S: [0, 1] };
const MARGIN = 1.2;
const MAX_CHIPS = 6; // a higher stack would cover the next tile
const CHIP_HEIGHT = 0.11;

const turned = (isUpright) => (isUpright ? "rotate(90)" : null);

/** A tile around the origin, with its ends from left to right or from top to bottom. */
export const tile = (ends, isUpright = false) => html`
  <g class="tile" transform=${turned(isUpright)}>
    <rect x="-1" y="-0.5" width="2" height="1" rx="0.16" />
    <path d="M0 -0.4v0.8" />
    ${ends.map((end, number) => html`<g transform="translate(${number - 0.5} 0)">${pips(end, 10 / 38, 0.09)}</g>`)}
  </g>
`;

/** Returns the position of a slot or a claim, given by its name. */
function middle(name) {
  const [column, row] = name.split("/").map((part) => parseInt(part, 10));
  const [right, down] = SIDES[name.at(-1)] ?? [0, 0];
  return [PITCH * column + REACH * right, -PITCH * row + REACH * down];
}

/** A stack of chips next to the ring with their number. */
const chips = (count) => html`
  ${Array.from({ length: Math.min(count, MAX_CHIPS) }, (_, number) =>
    html`<ellipse cx="0.94" cy=${-0.78 - CHIP_HEIGHT * number} rx="0.34" ry="0.17" class="chip" />`)}
  <text x="1.68" y="-0.68" class="chips">${count}</text>
`;

/** A claim: a ring with its digit (after a cross if spoiled), dots for the correct ends, name, chips, winner's stone. */
const spot = ({ name, label, label: [first = say("open"), second], right: correct, chips: count, colour, ring, owner }) => html`
  <text x="-1.08" y="1.08" class="name">${name}</text>
  <circle r="0.72" class="ring" style=${ring ? { stroke: `color-mix(in srgb, ${ring}, #fff 25%)` } : null} />
  ${[0, 1, 2, 3].map(
    (number) => html`<circle cx=${0.24 * (number - 1.5)} cy="-0.46" r="0.08" class=${number < correct ? "dot right" : "dot"} />`,
  )}
  <text x=${second ? -0.05 : 0} y=${label ? 0.3 : 0.2} class=${label ? "digit" : "name"} style=${ring ? { fill: `color-mix(in srgb, ${ring}, #fff 45%)` } : null}>${first}${second && html`<tspan dy="0.12">${second}</tspan>`}</text>
  ${count > 0 && chips(count)}
  ${colour && html`<circle cx="-0.92" cy="-0.86" r="0.4" fill=${colour} class="stone" />`}
  ${colour && html`<text x="-0.92" y="-0.7" class="letter" style=${{ fill: ink(colour) }}>${owner}</text>`}
`;

/** A slot with its tile, whose ends are given from the claim outwards. */
function slot({ name, ends }) {
  const isUpright = "NS".includes(name.at(-1));
  return html`
    ${ends.length > 0 && tile("WN".includes(name.at(-1)) ? ends.toReversed() : ends, isUpright)}
    <rect x="-1.05" y="-0.55" width="2.1" height="1.1" rx="0.2" class="outline" transform=${turned(isUpright)} />
  `;
}

/** The board; `look` receives the slot under the pointer or null, `point` a clicked slot. */
export class Layout extends Picture {
  pick = ".slot";

  render({ layout, chosen, look, point }) {
    if (!layout) return html`<section id="layout" aria-label=${label("layout")} hidden></section>`;
    const { slots, spots, newest } = layout;
    this.places = slots.map(({ name }) => ({ name, middle: middle(name) }));
    const centre = chosen && middle(chosen.name);
    const distance = ({ name }) => Math.hypot(...middle(name).map((each, axis) => each - centre[axis]));
    const common = ({ name }) => ({ transform: `translate(${middle(name)})`, "data-name": name });
    const drawn = html`
      ${slots.map((each, number) => {
        const marks = ["slot", each.usable && "usable", each.name === chosen?.name && "chosen", each.name === newest && "newest"];
        return html`
          <g
            key=${each.name} class=${marks.filter(Boolean).join(" ")} role="button" ...${common(each)}
            tabindex=${this.tabIndex(each.name, number)}
            aria-label="${each.in_words || each.name}: ${about({ ...each, why: "" })}"
          >
            ${slot(each)}
          </g>
        `;
      })}
      ${spots.map(
        (each) => html`
          <g key="spot ${each.name}" class=${centre && distance(each) < REACH + 0.1 ? "spot touched" : "spot"} role="img" ...${common(each)} aria-label="${each.name}: ${each.holds}">
            ${spot(each)}
          </g>
        `,
      )}
    `;
    const middles = [...slots, ...spots].map(({ name }) => middle(name));
    return this.framed("layout", middles, MARGIN, { look, point }, drawn);
  }
}

/** The tiles to place: a click selects one, turns it, or shows why it does not fit. A hand is shown in all turns. */
export function Tray({ scene }) {
  const { layout } = scene?.game ?? {}, may = scene?.points && scene.buttons.length > 0;
  const tiles = layout && (may || layout.is_hand) ? layout.tiles : [];
  const look = ({ value, state }) => update({ inspected: state === "unfit" ? value : null });
  const choice = (each) => html`
    <button
      key=${each.value} type="button" class="choice ${each.state}" data-value=${each.value} onPointerEnter=${() => look(each)}
      aria-label=${each.why} aria-pressed=${String(each.state === "held")} onClick=${() => (each.state === "unfit" ? look(each) : link.choose("tile", each.value))}
      aria-disabled=${String(!may || each.state === "laid" || each.state === "unfit")}
    >
      <svg viewBox="-0.55 -1.05 1.1 2.1" aria-hidden="true">${tile(each.value.split("|"), true)}</svg>
    </button>
  `;
  return html`
    <section id="tray" class="card" aria-label=${label("your tiles")} hidden=${!tiles.length}>
      ${tiles.length > 0 && html`<h2>${say("your tiles")} <small>${say("tap a tile")}</small></h2>`}
      <div class="choices">${tiles.map(choice)}</div>
    </section>
  `;
}
