// The map of a game with more fields than lights: hexes with all pieces on them.
//
// Fields have axial coordinates q and r (Red Blob Games, "Hexagonal grids"): q grows to the right along a row, r with
// each row below. The unit of the drawing is a tenth of a hex's radius.

import { html } from "./preact.js";
import { Picture } from "./board.js";
import { about, ink } from "./drawings.js";
import { label, say } from "./store.js";

const RADIUS = 10;
const WIDE = RADIUS * Math.sqrt(3); // distance of two hexes in a row
const HIGH = 1.5 * RADIUS; // distance of two rows
const EDGES = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]; // the neighbours, clockwise from the right
const MARGIN = 2;
const HEAD = "M1.8 0l-3.6 -2.3v4.6z"; // of an arrow
const BUTTON = 52; // height of the button over the map, in pixels
const NEAR = 3; // maximum number of steps that a field shows; farther fields show their names

/** The positions of the pieces on a field, by their number: x, y and size. */
const SPOTS = [
  [[0, 0, 0]],
  [[0, 0, 0.86]],
  [[-4.3, 0, 0.78], [3.7, 0.2, 0.82]],
  [[-4.8, 0, 0.62], [1, -2.4, 0.64], [5, 2.2, 0.64]],
  [[-3.4, -3.4, 0.52], [3.4, -3.4, 0.52], [-3.8, 3.4, 0.52], [3.8, 3.4, 0.52]],
  [[-3.2, -3.4, 0.5], [3.2, -3.4, 0.5], [-5.4, 3.4, 0.5], [0, 3.4, 0.5], [5.4, 3.4, 0.5]],
  [[-4.6, -3.2, 0.47], [0, -3.2, 0.47], [4.6, -3.2, 0.47], [-5.2, 3.2, 0.47], [0, 3.2, 0.47], [5.2, 3.2, 0.47]],
];

const middle = ({ q, r }) => [WIDE * (q + r / 2), HIGH * r];
const above = ({ q, r }) => ({ q: q + 1, r: r - 2 }); // the field two rows higher
const corner = (number, radius) => {
  const angle = (Math.PI / 3) * number - Math.PI / 6;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};
const outline = (radius) => Array.from({ length: 6 }, (_, number) => corner(number, radius).join(",")).join(" ");
const HEX = outline(RADIUS - 0.5);
const INNER = outline(RADIUS - 1.3);

/** A cube with its value; `height` 0 is the lower one of a stack. */
const cube = ({ colour, label }, height) => {
  const y = 1 - 7.2 * height;
  return html`
    <path d="M2.9 ${y}l1.6 -1.8v7.2l-1.6 1.8z" fill=${colour} class="side" />
    <path d="M-4.3 ${y}l1.6 -1.8h7.2l-1.6 1.8z" fill=${colour} class="top" />
    <rect x="-4.3" y=${y} width="7.2" height="7.2" fill=${colour} class="front" />
    <text x="-0.7" y=${y + 5.8} fill=${ink(colour)} class="value">${label}</text>
  `;
};

export const Cube = (piece) => html`<svg class="cube hex" viewBox="-4.6 -1.2 9.4 9.8" aria-hidden="true">${cube(piece, 0)}</svg>`;

/** A pirate: a skull on a square of its colour. */
const pirate = ({ colour }) => html`
  <path d="M0 -8.4L8 0L0 8.4L-8 0z" fill=${colour} class="piece" />
  <g fill=${ink(colour)}>
    <path d="M-3.7 -1a3.7 3.6 0 0 1 7.4 0q0 1.8 -1.3 2.5v2h-4.8v-2q-1.3 -0.7 -1.3 -2.5z" />
    <path d="M-1.5 -0.9h0M1.5 -0.9h0M-0.8 3v-1M0.8 3v-1" stroke=${colour} class="hollow" />
  </g>
`;
const ship = ({ colour, label }) => html`
  <path d="M0 -8.4C4.2 -5 4.8 -0.5 4.8 2Q7.2 3.8 7.2 7.7H-7.2Q-7.2 3.8 -4.8 2C-4.8 -0.5 -4.2 -5 0 -8.4z" fill=${colour} class="piece" />
  <text x="0" y="4.6" fill=${ink(colour)} class="letter">${label}</text>
`;

const isNear = ({ steps }) => steps > 0 && steps <= NEAR;

/** A field without its pieces; gold dashes mark available fields, except distant destinations that are not on the way. */
const ground = (hex, isOnWay = false) => html`
  <polygon points=${HEX} class="ground" />
  ${hex.chance > 0 && html`<polygon points=${HEX} class="threat" fill-opacity=${0.2 + 0.8 * hex.chance} />`}
  ${hex.lit && (isNear(hex) || isOnWay || !hex.steps) && html`<polygon points=${INNER} class="mark" />`}
  ${hex.disc && html`<circle r="6.4" class="disc" />`}
`;

const piecesOf = ({ system, pirates, ships }) =>
  [...(system.length ? [system.map(cube)] : []), ...pirates.map(pirate), ...ships.map(ship)].slice(0, SPOTS.length - 1);

/** The pieces and the label of a field: a pirate's chance, the steps of a journey, or the name. */
function contents(hex, isOnWay = false) {
  const pieces = piecesOf(hex), isTaken = pieces.length > 0 || hex.disc, percent = Math.max(1, Math.round(100 * hex.chance));
  const [kind, words] = hex.chance ? ["tag", `${percent}%`] : isOnWay || isNear(hex) ? ["steps", hex.steps] : ["name", hex.name];
  const placed = pieces.map((piece, number) => {
    const [x, y, size] = SPOTS[pieces.length][number];
    return html`<g transform="translate(${x} ${y}) scale(${size})">${piece}</g>`;
  });
  return html`
    ${placed}
    ${(hex.chance > 0 || !isTaken) && html`<text x="0" y=${isTaken ? 7 : 2} class=${kind}>${words}</text>`}
  `;
}

export const HexPicture = ({ hex }) =>
  html`<svg class="hex" viewBox="-10 -11 20 22" aria-hidden="true">${ground(hex)}${contents(hex)}</svg>`;

/** Draws in a frame whose first axis is the direction from one point to another. */
const along = (at, to, drawn) =>
  html`<g transform="translate(${at}) rotate(${(180 / Math.PI) * Math.atan2(to[1] - at[1], to[0] - at[0])})">${drawn}</g>`;

/** The arrow of a journey over the edge between two fields. */
const stepArrow = (from, to) => along(middle(from), middle(to), html`<path d="M5.5 0h5v-2l3 2l-3 2v-2" />`);

/** The name of a field on the edge that is turned away from another field. */
function tag(hex, other) {
  const [x, y] = middle(hex), [fromX, fromY] = middle(other);
  const share = 8.2 / Math.hypot(x - fromX, y - fromY); // of the distance of the two middles
  return html`<text x=${x + share * (x - fromX)} y=${y + share * (y - fromY) + 1.6} class="tag">${hex.name}</text>`;
}

/** The arrow of a move: from the middle of the origin, or in a curve around the pieces there, to the moved piece. */
function moveArrow(from, to) {
  const [x, y] = middle(from), [toX, toY] = middle(to), pieces = piecesOf(to).length;
  const number = to.pirates.length && to.system.length ? 1 : 0; // of the pirate: a system is drawn first
  const [right, down, size] = SPOTS[pieces][number];
  const end = [toX + right, toY + down], long = Math.hypot(end[0] - x, end[1] - y);
  const tip = pieces ? 5 : 3; // distance of a curve's head from its end
  const curve = html`<path d="M5 5Q${long / 2} 12 ${long - tip} ${tip}" class="shaft" /><path d=${HEAD} transform="translate(${long - tip} ${tip}) rotate(-60)" />`;
  const straight = long - 2.6 - 7.4 * size; // up to the edge of the moved piece, less the head and a gap
  const line = html`<circle r="6" class="left" /><path d="M0 0H${straight}" class="shaft" /><path d=${HEAD} transform="translate(${straight})" />`;
  return html`${along([x, y], end, piecesOf(from).length ? curve : line)}${tag(from, to)}${tag(to, from)}`;
}

/** Returns the borders of all segments, or of one, as an SVG path. */
function borders(hexes, only = null) {
  const segments = new Map(hexes.map(({ q, r, segment }) => [`${q},${r}`, segment]));
  const edge = ({ q, r, segment }, away, number) => {
    if (segments.get(`${q + away[0]},${r + away[1]}`) === segment) return "";
    const [x, y] = middle({ q, r }), end = (at) => corner(at, RADIUS).map((part, axis) => part + [x, y][axis]);
    return `M${end(number)}L${end(number + 1)}`;
  };
  const drawn = hexes.filter(({ segment }) => only === null || segment === only);
  return drawn.flatMap((hex) => EDGES.map((away, number) => edge(hex, away, number))).join("");
}

/** The map; `look` receives the field under the pointer or null, `point` a clicked field. On a phone it shows a part
 * that can be scrolled, or the whole map. */
export class StarMap extends Picture {
  state = { stop: null, isWhole: null }; // null: the whole map is shown for several moves
  pick = "[data-name]";
  followed = ""; // what was scrolled into view last

  componentDidMount = () => this.follow();
  componentDidUpdate = () => this.follow();

  get isWhole() {
    return this.state.isWhole ?? this.props.map.moves.length > 1;
  }

  /** Scrolls to the cursor, a ship or the segment; to moves; or to a journey that is not visible. */
  follow() {
    if (!this.props.map) return;
    const { cursor, focus, hexes, way, moves } = this.props.map, isJourney = way.length > 1;
    const field = cursor || this.props.own[0] || hexes.find(({ segment }) => segment === focus)?.name;
    const arrows = isJourney ? ".way" : moves.length ? ".moves" : "", followed = `${this.isWhole} ${field} ${way} ${moves}`;
    if (followed === this.followed || !(field || arrows)) return;
    const pan = this.base.querySelector(".pan"), drawn = arrows ? this.base.querySelector(arrows) : this.at(field);
    if (!pan.clientWidth) return; // hidden, as on a phone while cargo is loaded
    this.followed = followed;
    const [seen, target] = [pan, drawn].map((each) => each.getBoundingClientRect());
    const isSeen = target.left > seen.left && target.top > seen.top && target.right < seen.right && target.bottom < seen.bottom - BUTTON;
    const [right, down] = [target.left + target.right - seen.left - seen.right, target.top + target.bottom - seen.top - seen.bottom + BUTTON];
    if (!isJourney || !isSeen) pan.scrollBy(right / 2, down / 2);
  }

  render({ map, own, look, point }) {
    if (!map) return html`<section id="map" aria-label=${label("map")} hidden></section>`;
    const { hexes, cursor, focus, moves, way } = map, { isWhole } = this;
    this.places = hexes.map((hex) => ({ name: hex.name, middle: middle(hex) }));
    const named = (name) => hexes.find((hex) => hex.name === name);
    const transform = (hex) => `translate(${middle(hex).join(" ")})`;
    // White rings mark the travelling ship or the ships of the active player, a golden one the destination.
    const white = way.length ? [way[0]] : cursor ? [] : own, ringed = cursor ? [...white, cursor] : white;
    const ring = (hex) => html`<polygon points=${HEX} class=${hex.lit ? "cursor" : "cursor still"} transform=${transform(hex)} />`;
    const drawn = html`
      ${hexes.map(
        (hex, number) => html`
          <g
            key=${hex.name} class="hex segment${hex.segment}" role="button" data-name=${hex.name}
            tabindex=${this.tabIndex(hex.name, number)} transform=${transform(hex)}
            aria-label="${hex.name}: ${about(hex)}" aria-current=${String(hex.name === cursor)}
          >
            ${ground(hex, way.includes(hex.name))}
          </g>
        `,
      )}
      <path d=${borders(hexes)} class="border" />
      ${focus !== null && html`<path d=${borders(hexes, focus)} class="border focus" />`}
      ${ringed.map((name) => ring(named(name)))}
      ${hexes.map((hex) => html`<g key="on ${hex.name}" class="hex tokens" aria-hidden="true" transform=${transform(hex)}>${contents(hex, way.includes(hex.name))}</g>`)}
      ${hexes.map((hex) => hex.claims.map((colour, at) => html`<g class="hex" aria-hidden="true" transform=${transform(hex)}><path d="M${1.2 - 4.4 * at} -4v-6l5 2.2l-5 2.2" fill=${colour} class="claim" /></g>`))}
      <g class="way hex" aria-hidden="true">${way.slice(1).map((name, at) => stepArrow(named(way[at]), named(name)))}${way.slice(1).slice(-1).map((name) => tag(named(name), above(named(name))))}</g>
      <g class="moves hex" aria-hidden="true">${moves.map(([from, to]) => moveArrow(named(from), named(to)))}</g>
    `;
    const zoom = html`
      <button type="button" class="command zoom" onClick=${() => this.setState({ isWhole: !isWhole })}>
        ${say(isWhole ? "zoom in" : "whole map")}
      </button>
    `;
    return this.framed("map", hexes.map(middle), RADIUS + MARGIN, { look, point }, drawn, { kind: isWhole ? "whole" : "", more: zoom });
  }
}
