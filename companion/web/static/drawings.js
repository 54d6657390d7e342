// Drawings that several parts of the page use: icons, stones, dice, codes, charts.

import { html, useEffect, useState } from "./preact.js";
import { still } from "./store.js";

/** Returns black or white, the more legible one on a colour `#rrggbb` (WCAG's relative luminance). */
export function ink(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000000" : "#ffffff";
}

/** Returns the colour of a stone for the colour of a light; dark colours are lightened for the dark board. */
export const tint = (colour) => (ink(colour) === "#ffffff" ? `color-mix(in srgb, ${colour} 82%, #fff)` : colour);

export const Icon = ({ name }) =>
  html`<svg class="icon" aria-hidden="true"><use href="icons.svg#${name.replace(" ", "-")}" /></svg>`;

/** Returns what is on a place, why it is lit, and what can be done there. */
export const about = ({ holds, why, use }) => [`${holds}.`, why, use].filter(Boolean).join(" ");

const STONE_HIGH = 9, BLACK = "#111111"; // an ownership stone

/** A stack of stones, bottom stone first; with `isComing`, the top stone is a preview. */
export function Stack({ pieces, isComing = false, motion = "" }) {
  const top = 24 - STONE_HIGH * (pieces.length - 1);
  const stones = pieces.map(({ colour, label }, height) => {
    const y = 24 - STONE_HIGH * height;
    const kind = `${isComing && height === pieces.length - 1 ? "coming" : ""} ${colour === BLACK ? "own" : ""}`;
    return html`
      <g class=${kind} style=${{ "--stone": tint(colour) }}>
      <path d="M4 ${y}v7a16 8 0 0 0 32 0v-7z" class="edge" />
      <ellipse cx="20" cy=${y} rx="16" ry="8" class="face" />
      <ellipse cx="20" cy=${y - 0.3} rx="13.7" ry="6.5" class="shine" />
      <text x="20" y=${y + 4.6} fill=${ink(colour)} class=${+label ? null : "mark"}>${isComing && height < pieces.length - 1 ? "" : label}</text>
      </g>
    `;
  });
  return html`<svg class="stack ${motion}" viewBox="2 ${top - 9} 36 ${50 - top}" aria-hidden="true">${stones}</svg>`;
}

/** The pips of a die by its value, as indexes of a 3 by 3 grid. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 3, 6, 2, 5, 8]];

/** Draws the pips of a value around the centre of a square. */
export const pips = (value, pitch, r, middle = 0) =>
  PIPS[value].map((spot) => {
    const [column, row] = [spot % 3, Math.floor(spot / 3)];
    return html`<circle cx=${middle + pitch * (column - 1)} cy=${middle + pitch * (row - 1)} r=${r} />`;
  });

/** A die with pips, or with text if its face is not a number up to six. */
export function Die({ face, colour = null, isRound = false }) {
  if (PIPS[face] === undefined) return html`<span class="face">${face}</span>`;
  return html`
    <svg
      class="die" style=${colour ? { "--colour": colour, "--pip": ink(colour) } : null}
      viewBox="0 0 40 40" role="img" aria-label=${face}
    >
      <rect x="1" y="1" width="38" height="38" rx=${isRound ? 19 : 8} />
      ${pips(face, 10, 3.4, 20)}
    </svg>
  `;
}

/** A QR code, given as one string of 0 and 1 per row. */
export function Qr({ code }) {
  const dark = (row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""));
  const side = code.length + 8;
  return html`
    <svg class="code" viewBox="0 0 ${side} ${side}" aria-hidden="true">
      <rect width=${side} height=${side} fill="#fff" />
      <path d=${code.flatMap(dark).join("")} fill="#000" />
    </svg>
  `;
}

/** A link with its QR code, and words before it. `missing` replaces a missing code. */
export const LinkCode = ({ link, code, text, words, missing = "" }) => html`
  <figure>
    ${code ? html`<${Qr} code=${code} />` : missing && html`<p class="code">${missing}</p>`}
    <figcaption>${words} <a href=${link} target="_blank" rel="noopener">${text}</a></figcaption>
  </figure>
`;

const MOMENT_MS = 1400;

/** A picture of the rules that cycles through its moments; with reduced motion, only the last is shown. */
export function RulesPicture({ path, moments }) {
  const last = moments - 1;
  const [shown, show] = useState(still.matches ? last : 0);
  useEffect(() => {
    if (still.matches || last < 1) return;
    let now = 0;
    const timer = setInterval(() => document.hidden || show((now = (now + 1) % moments)), MOMENT_MS);
    return () => clearInterval(timer);
  }, [moments]);
  const image = (number) => html`<img key=${number} src="${path}-${number}.svg" alt="" hidden=${number !== shown} />`;
  return html`<div class="rules-picture">${Array.from({ length: moments }, (_, number) => image(number))}</div>`;
}

const WIDE = 600, HIGH = 100; // the view box of a chart, which is stretched
const DASHES = ["", "8 4", "2 4", "12 3 2 3", "1 3"];

/**
 * A chart of values over time for each seat in its colour: stacked areas, or lines.
 *
 * `courses` are lists of values from 0 to `high`, all of the same length; `steps` are the times of the values; `grid`
 * are the values with a grid line.
 */
export function Chart({ courses, high, grid, label, steps, end, colours, areLines }) {
  const x = (step) => (WIDE * step) / Math.max(1, end), y = (value) => HIGH - (HIGH * value) / high;
  const path = (values, places) => places.map((place) => `${x(steps[place])} ${y(values[place])}`).join("L");
  const points = [...steps.keys()];
  let floor = courses[0].map(() => 0);
  const seats = courses.map((course, seat) => {
    if (areLines) {
      return html`<path d="M${path(course, points)}L${x(end)} ${y(course.at(-1))}" class="line" stroke=${colours[seat]} style=${{ "--seat": colours[seat] }} stroke-dasharray=${DASHES[seat]} />`;
    }
    const top = course.map((value, place) => floor[place] + value);
    const d = `M${path(top, points)}L${path(floor, points.toReversed())}z`;
    floor = top;
    return html`<path d=${d} class="area" fill=${colours[seat]} />`;
  });
  return html`
    <svg class="chart" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${label} preserveAspectRatio="none">
      ${grid.map((value) => html`<path d="M0 ${y(value)}H${WIDE}" class="grid" />`)}${seats}
    </svg>
  `;
}
