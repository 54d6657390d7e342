// A board on which tiles are laid around places, and the tiles that are still to be laid.
//
// A place is a column and a row; a slot next to it is named after the place and its side: "2/3E" is to the east of
// 2/3. The drawing's unit is half a tile.

import { html } from "./preact.js";
import { Picture } from "./board.js";
import { about, ink, pips } from "./drawings.js";
import { link } from "./link.js";
import { label, say } from "./store.js";

const PITCH = 3.6; // from one place to the next
const REACH = PITCH / 2; // from a place to the middle of a slot next to it
const SIDES = { E: [1, 0], W: [-1, 0], N: [0, -1], S: [0, 1] };
const MARGIN = 1.2;
const MOST_COINS = 6; // a higher stack would lie on the next tile
const COIN_HIGH = 0.11;

const turned = (isUpright) => (isUpright ? "rotate(90)" : null);

/** A tile in the middle of its drawing, its ends from the left or from the top. */
export const tile = (ends, isUpright = false) => html`
  <g class="tile" transform=${turned(isUpright)}>
    <rect x="-1" y="-0.5" width="2" height="1" rx="0.16" />
    <path d="M0 -0.4v0.8" />
    ${ends.map((end, number) => html`<g transform="translate(${number - 0.5} 0)">${pips(end, 10 / 38, 0.09)}</g>`)}
  </g>
`;

/** The position of a slot or a place, from its name. */
function middle(name) {
  const [column, row] = name.split("/").map((part) => parseInt(part, 10));
  const [right, down] = SIDES[name.at(-1)] ?? [0, 0];
  return [PITCH * column + REACH * right, -PITCH * row + REACH * down];
}

/** A stack of chips next to the ring, so that it covers no dot, and how many they are. */
const chips = (count) => html`
  ${Array.from({ length: Math.min(count, MOST_COINS) }, (_, number) => {
    return html`<ellipse cx="0.94" cy=${-0.78 - COIN_HIGH * number} rx="0.34" ry="0.17" class="chip" />`;
  })}
  <text x="1.68" y="-0.68" class="chips">${count}</text>
`;

/** A place: its digit in a ring, before it has one "open"; the right neighbours as dots, its chips, and who has won it. */
const spot = ({ label, right, chips: count, colour, ring, owner }) => html`
  <circle r="0.72" class="ring" style=${ring ? { stroke: `color-mix(in srgb, ${ring}, #fff 25%)` } : null} />
  ${[0, 1, 2, 3].map(
    (number) => html`<circle cx=${0.24 * (number - 1.5)} cy="-0.46" r="0.08" class=${number < right ? "dot right" : "dot"} />`,
  )}
  <text y=${label ? 0.3 : 0.2} class=${label ? "digit" : "name"} style=${ring ? { fill: `color-mix(in srgb, ${ring}, #fff 45%)` } : null}>${label || say("open")}</text>
  ${count > 0 && chips(count)}
  ${colour && html`<circle cx="-0.92" cy="-0.86" r="0.4" fill=${colour} class="stone" />`}
  ${colour && html`<text x="-0.92" y="-0.7" class="letter" style=${{ fill: ink(colour) }}>${owner}</text>`}
`;

/** A slot; its ends are named from the place outwards, and drawn from the left or from the top. */
function slot({ name, ends }) {
  const isUpright = "NS".includes(name.at(-1));
  return html`
    ${ends.length > 0 && tile("WN".includes(name.at(-1)) ? ends.toReversed() : ends, isUpright)}
    <rect x="-1.05" y="-0.55" width="2.1" height="1.1" rx="0.2" class="outline" transform=${turned(isUpright)} />
  `;
}

/** The board; reports which slot is looked at, or null, and which one is pointed at. */
export class Layout extends Picture {
  pick = ".slot";

  render({ layout, chosen, look, point }) {
    if (!layout) return html`<section id="layout" aria-label=${label("layout")} hidden></section>`;
    const { slots, spots } = layout;
    this.places = slots.map(({ name }) => ({ name, middle: middle(name) }));
    const at = chosen && middle(chosen.name), away = ({ name }) => Math.hypot(...middle(name).map((each, axis) => each - at[axis]));
    const common = ({ name }) => ({ transform: `translate(${middle(name)})`, "data-name": name });
    const drawn = html`
      ${slots.map((each, number) => {
        const marks = ["slot", each.usable && "usable", each.name === chosen?.name && "chosen"];
        return html`
          <g
            key=${each.name} class=${marks.filter(Boolean).join(" ")} role="button" ...${common(each)}
            tabindex=${this.tabIndex(each.name, number)}
            aria-label="${each.called ?? each.name}: ${about({ ...each, why: "" })}"
          >
            ${slot(each)}
          </g>
        `;
      })}
      ${spots.map(
        (each) => html`
          <g key="spot ${each.name}" class=${at && away(each) < PITCH / 2 + 0.1 ? "spot touched" : "spot"} role="img" ...${common(each)} aria-label="${each.name}: ${each.holds}">
            ${spot(each)}
          </g>
        `,
      )}
    `;
    const middles = [...slots, ...spots].map(({ name }) => middle(name));
    return this.framed("layout", middles, MARGIN, { look, point }, drawn);
  }
}

/** The tiles that are still to be laid: a click names one, another click turns it. One's own hand stays while others
 * act. */
export function Tray({ scene }) {
  const { layout } = scene?.game ?? {}, may = scene?.points && scene.buttons.length > 0;
  const tiles = layout && (may || layout.is_hand) ? layout.tiles : [];
  const choice = (each) => html`
    <button
      key=${each.value} type="button" class="choice ${each.state}" data-value=${each.value} title=${each.why}
      aria-label=${each.why} aria-pressed=${String(each.state === "held")} onClick=${() => link.choose("tile", each.value)}
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
