// The map of a game whose board has more fields than there are lights: hexes with all pieces on them.
//
// Fields have axial coordinates q and r (Red Blob Games, "Hexagonal grids"): q grows to the right along a row, r to the
// next row below. Their middles are where `middle` says, in units of a tenth of a hex's radius.

import { html } from "./preact.js";
import { Picture } from "./board.js";
import { about, ink } from "./drawings.js";
import { label, say } from "./store.js";

const RADIUS = 10;
const WIDE = RADIUS * Math.sqrt(3); // from one hex to the next in a row
const HIGH = 1.5 * RADIUS; // from one row to the next
const EDGES = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]; // the neighbours, clockwise from the right
const MARGIN = 2;

/** Where the pieces on a field stand, by how many they are: x, y and their size. */
const SPOTS = [
  [],
  [[0, -1.9, 0.8]],
  [[-3.8, -1.4, 0.74], [3.8, -1.4, 0.74]],
  [[-4.8, -1.4, 0.58], [0.8, -3.4, 0.58], [4.9, 1.2, 0.58]],
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

/** A cube of a stack, the lower one first; each says its value. */
const cube = ({ colour, label }, height) => {
  const y = 1 - 7.2 * height;
  return html`
    <path d="M2.9 ${y}l1.6 -1.8v7.2l-1.6 1.8z" fill=${colour} class="side" />
    <path d="M-4.3 ${y}l1.6 -1.8h7.2l-1.6 1.8z" fill=${colour} class="top" />
    <rect x="-4.3" y=${y} width="7.2" height="7.2" fill=${colour} class="front" />
    <text x="-0.7" y=${y + 5.8} fill=${ink(colour)} class="value">${label}</text>
  `;
};

const lettered = (d, y) => ({ colour, label }) => html`
  <path d=${d} fill=${colour} stroke=${ink(colour)} />
  <text x="0" y=${y} fill=${ink(colour)} class="letter">${label}</text>
`;
const pirate = lettered("M0 -8L7 0L0 8L-7 0z", 2.1);
const ship = lettered("M0 -8C4 -5 4.6 0 4.6 3.5L7.5 7.5H-7.5L-4.6 3.5C-4.6 0 -4 -5 0 -8z", 4.6);

const percent = (chance) => `${Math.max(1, Math.round(100 * chance))}%`;

/** What is drawn on a field, from the ground up; a field on the way shows no number below the dots. */
function ground(hex, isOnWay = false) {
  const stacks = hex.system.length ? [hex.system.map(cube)] : [];
  const pieces = [...stacks, ...hex.pirates.map(pirate), ...hex.ships.map(ship)].slice(0, SPOTS.length - 1);
  const isTaken = pieces.length > 0 || hex.disc;
  const isGoal = hex.steps > 0 && !isTaken && !isOnWay;
  const [kind, words] = hex.chance ? ["chance", percent(hex.chance)] : isGoal ? ["steps", hex.steps] : ["name", isOnWay ? "" : hex.name];
  const placed = pieces.map((piece, number) => {
    const [x, y, size] = SPOTS[pieces.length][number];
    return html`<g transform="translate(${x} ${y}) scale(${size})">${piece}</g>`;
  });
  return html`
    <polygon points=${HEX} class="ground" />
    ${hex.chance > 0 && html`<polygon points=${HEX} class="threat" fill-opacity=${0.2 + 0.8 * hex.chance} />`}
    ${hex.lit && html`<polygon points=${INNER} class=${hex.steps > 0 ? "mark goal" : "mark"} stroke=${hex.lit} />`}
    ${hex.disc && html`<circle r="5.8" cy="-1.7" class="disc" />`}
    ${placed}
    ${hex.claims.map((colour, at) => html`<path d="M${4.4 - 4 * at} -7v5.4l3.6 -2.7z" fill=${colour} class="claim" />`)}
    <text x="0" y=${isTaken ? (kind === "chance" ? 5.6 : 7.5) : isGoal ? 0.8 : 1.8} class=${isTaken ? kind : `${kind} free`}>${words}</text>
    ${isGoal && html`<text x="0" y="5.6" class="name">${hex.name}</text>`}
  `;
}

/** One field alone, for those who see it only. */
export const HexPicture = ({ hex }) =>
  html`<svg class="hex" viewBox="-10 -11 20 22" aria-hidden="true">${ground(hex)}</svg>`;

const GAP = 4.5; // of an arrow to the middles of its fields
const SIDEWAYS = 2.6; // two arrows there and back are side by side

/** An arrow from one field to another. */
function arrow(from, to) {
  const [[x, y], [right, down]] = [from, to].map(middle);
  const length = Math.hypot(right - x, down - y), angle = (180 / Math.PI) * Math.atan2(down - y, right - x);
  const tip = length - GAP;
  const d = `M${GAP} ${SIDEWAYS}H${tip - 3}v-2.4L${tip + 2} ${SIDEWAYS}l-5 2.4v-2.4`;
  return html`<path d=${d} transform="translate(${x} ${y}) rotate(${angle})" />`;
}

/** The edges between a segment's fields and all others, as a path. */
function border(hexes) {
  const own = new Set(hexes.map(({ q, r }) => `${q},${r}`));
  const edges = hexes.flatMap((hex) => {
    const [x, y] = middle(hex);
    const isOutside = (number) => !own.has(`${hex.q + EDGES[number][0]},${hex.r + EDGES[number][1]}`);
    const end = (number) => {
      const [right, down] = corner(number, RADIUS);
      return `${(x + right).toFixed(2)} ${(y + down).toFixed(2)}`;
    };
    return EDGES.map((_, number) => number).filter(isOutside).map((number) => `M${end(number)}L${end(number + 1)}`);
  });
  return edges.join("");
}

/** The map, or nothing; reports which field is looked at, or null, and which one is pointed at.
 *
 * On a phone a part of it is seen, which can be moved, as large as fingers need; or all of it. */
export class StarMap extends Picture {
  state = { stop: null, isWhole: null }; // null: the whole map is seen while pieces move
  pick = "[data-name]";

  componentDidMount() {
    this.follow();
  }

  componentDidUpdate() {
    this.follow();
  }

  get isWhole() {
    return this.state.isWhole ?? this.props.map.moves.length > 0;
  }

  /** Moves the map so that the ship, or what is chosen, is seen; not where a finger has just chosen what it sees. */
  follow() {
    const { cursor, focus, hexes } = this.props.map ?? {};
    const name = cursor || hexes?.find(({ segment }) => segment === focus)?.name, wanted = name && `${name} ${this.isWhole}`;
    if (!name || wanted === this.followed) return;
    this.followed = wanted;
    const pan = this.base.querySelector(".pan"), [seen, field] = [pan, this.at(name)].map((each) => each.getBoundingClientRect());
    const isSeen = field.left > seen.left && field.top > seen.top && field.right < seen.right && field.bottom < seen.bottom;
    const [right, down] = [field.left + field.right - seen.left - seen.right, field.top + field.bottom - seen.top - seen.bottom];
    if (!cursor || !isSeen) pan.scrollBy(right / 2, down / 2);
  }

  render({ map, look, point }) {
    if (!map) return html`<section id="map" aria-label=${label("map")} hidden></section>`;
    const { hexes, cursor, focus, moves, way } = map;
    this.places = hexes.map((hex) => ({ name: hex.name, middle: middle(hex) }));
    const named = (name) => hexes.find((hex) => hex.name === name);
    const transform = (hex) => `translate(${middle(hex).join(" ")})`;
    const segments = [...new Set(hexes.map(({ segment }) => segment))].map((segment) => ({
      segment, isFocus: segment === focus, d: border(hexes.filter((hex) => hex.segment === segment)),
    }));
    segments.sort((one, other) => Number(one.isFocus) - Number(other.isFocus)); // over its neighbours' borders
    const drawn = html`
      ${hexes.map(
        (hex, number) => html`
          <g
            key=${hex.name} class="hex segment${hex.segment}" role="button" data-name=${hex.name}
            tabindex=${this.tabIndex(hex.name, number)} transform=${transform(hex)}
            aria-label="${hex.name}: ${about(hex)}" aria-current=${String(hex.name === cursor)}
          >
            ${ground(hex, way.slice(1, -1).includes(hex.name))}
          </g>
        `,
      )}
      <g class="borders">
        ${segments.map(
          ({ segment, isFocus, d }) =>
            html`<path key=${segment} d=${d} data-segment=${segment} class=${isFocus ? "focus" : null} />`,
        )}
      </g>
      <polygon points=${HEX} class="cursor" transform=${named(cursor) ? transform(named(cursor)) : "scale(0)"} />
      <polyline class="way" points=${way.map((name) => middle(named(name)).join(",")).join(" ")} />
      <g class="moves">${moves.map(([from, to]) => arrow(named(from), named(to)))}</g>
    `;
    const { isWhole } = this;
    const zoom = html`
      <button type="button" class="command zoom" onClick=${() => this.setState({ isWhole: !isWhole })}>
        ${say(isWhole ? "zoom in" : "whole map")}
      </button>
    `;
    const kind = isWhole ? "whole" : "";
    return this.framed("map", hexes.map(middle), RADIUS + MARGIN, { look, point }, drawn, { kind, more: zoom });
  }
}
