// Drawings that several parts of the page use: icons, stones, dice, codes, charts.

import { html, useEffect, useState } from "./preact.js";
import { still } from "./store.js";

/** Black or white, whichever is read better on a colour `#rrggbb` (WCAG's relative luminance). */
export function ink(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000000" : "#ffffff";
}

const ICONS = {
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  ok: "M5 13l5 5 9-11",
  bank: "M4 9l8-5 8 5z M6.5 10v7 M12 10v7 M17.5 10v7 M4 20h16",
  up: "M5 15l7-7 7 7",
  undo: "M9 5L4 10l5 5 M4 10h10a5 5 0 0 1 0 10h-3",
  rules: "M4 19.5V6a2 2 0 0 1 2-2h13v13H6.5a2.5 2.5 0 0 0 0 4H19 M9 8h6",
  history: "M5 20V11 M12 20V4 M19 20v-6",
  people:
    "M8 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M1.5 20c0-3.5 3-6 6.5-6s6.5 2.5 6.5 6 M15.5 4.3a4 4 0 0 1 0 7.4 " +
    "M17.5 14.4c3 .7 5 2.9 5 5.6",
  invite: "M7 2.5h10v19H7z M11 18.5h2",
  host: "M7.5 12a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z M10 13l9-9 M15.5 7.5l3 3",
  sound: "M4 9v6h4l5 4V5L8 9z M17 8a5 5 0 0 1 0 8",
  theme: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z M12 3v18 M12 8h7 M12 13h8.5 M12 18h5",
  advice: "M8.5 9a3.5 3.5 0 1 1 5.5 2.8c-1.3 0.9-2 1.6-2 3.2 M12 19h0.1",
  marks: "M12 4c-5 0-9 2.5-9 5.5S7 15 12 15s9-2.5 9-5.5S17 4 12 4z M3 10v4c0 3 4 5.5 9 5.5s9-2.5 9-5.5v-4 M12 7.5v4",
  "full screen": "M4 9V4h5 M20 9V4h-5 M4 15v5h5 M20 15v5h-5",
  menu: "M4 6.5h16 M4 12h16 M4 17.5h16",
  coach: "M9 17.5h6 M10 21h4 M12 3a6.2 6.2 0 0 0-3.6 11.3c.6.5.9 1.2.9 2v1.2h5.4v-1.2c0-.8.3-1.5.9-2A6.2 6.2 0 0 0 12 3z",
  lesson: "M2 9l10-5 10 5-10 5z M6 11.5v5c3.5 3 8.5 3 12 0v-5 M22 9v6",
  device: "M4 5h16v14H4z M7 8h10v5H7z M8 16h0.1 M12 16h0.1 M16 16h0.1",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14 M16 5v14",
  close: "M6 6l12 12 M18 6L6 18",
};

/** A small drawing, for those who see it only. */
export const Icon = ({ name }) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

/** The description of a place. */
export const about = ({ holds, why, use }) => [`${holds}.`, why, use].filter(Boolean).join(" ");

const STONE_HIGH = 9;

/** A stack of stones seen from above the table's edge, bottom first; the top one may be only about to come. */
export function Stack({ pieces, isComing = false, motion = "" }) {
  const top = 24 - STONE_HIGH * (pieces.length - 1);
  const stones = pieces.map(({ colour, label }, height) => {
    const y = 24 - STONE_HIGH * height;
    return html`
      <g class=${isComing && height === pieces.length - 1 ? "coming" : null}>
      <path d="M4 ${y}v7a16 8 0 0 0 32 0v-7z" fill=${colour} class="edge" />
      <ellipse cx="20" cy=${y} rx="16" ry="8" fill=${colour} class="face" />
      <text x="20" y=${y + 4.6} fill=${ink(colour)} class=${+label ? null : "mark"}>${label}</text>
      </g>
    `;
  });
  return html`<svg class="stack ${motion}" viewBox="2 ${top - 9} 36 ${50 - top}" aria-hidden="true">${stones}</svg>`;
}

/** Which spots of a die, row by row from the upper left, are its pips, by its value. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 3, 6, 2, 5, 8]];

/** The pips of a value around the middle of a square. */
export const pips = (value, pitch, r, middle = 0) =>
  PIPS[value].map((spot) => {
    const [column, row] = [spot % 3, Math.floor(spot / 3)];
    return html`<circle cx=${middle + pitch * (column - 1)} cy=${middle + pitch * (row - 1)} r=${r} />`;
  });

const DIE = [10, 3.4, 20];

/** A die that shows a number of pips, or a word if its faces are not numbers up to six; `tumble` is the style of one that
 * does. */
export function Die({ face, tumble, colour = null, isRound = false }) {
  const tumbling = tumble ? " tumbling" : "";
  if (PIPS[face] === undefined) return html`<span class="face${tumbling}" style=${tumble}>${face}</span>`;
  const others = tumble ? [1, 3].map((step) => pips(1 + ((Number(face) + step) % 6), ...DIE)) : [];
  return html`
    <svg
      class="die${tumbling}" style=${colour ? { ...tumble, "--colour": colour, "--pip": ink(colour) } : tumble}
      viewBox="0 0 40 40" role="img" aria-label=${face}
    >
      <rect x="1" y="1" width="38" height="38" rx=${isRound ? 19 : 8} />
      ${pips(face, ...DIE)}
      ${others.map((circles) => html`<g class="other">${circles}</g>`)}
    </svg>
  `;
}

/** A QR code: a string of 0 and 1 a row. */
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

const MOMENT_MS = 1400;

/** A picture of the rules, whose moments follow each other; without motion only the last is shown. */
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
  return html`<span class="rules-picture">${Array.from({ length: moments }, (_, number) => image(number))}</span>`;
}

const WIDE = 600, HIGH = 100; // of a chart, in its own unit; it is stretched to its place
const DASHES = ["", "8 4", "2 4", "12 3 2 3", "1 3"];

/**
 * Values over time, one course for each seat, in its colour: areas on top of each other, or lines as stairs.
 *
 * `courses` are their values, all as many, from 0 to `high`; `grid` the values with a line of their own; `steps` when
 * each value came.
 */
export function Chart({ courses, high, grid, label, steps, end, colours, areStairs }) {
  const x = (step) => (WIDE * step) / Math.max(1, end), y = (value) => HIGH - (HIGH * value) / high;
  const stairs = (values) => values.map((value, place) => `H${x(steps[place])}V${y(value)}`).join("");
  let floor = courses[0].map(() => 0);
  const seats = courses.map((course, seat) => {
    if (areStairs) {
      const d = `M${x(0)} ${y(course[0])}${stairs(course)}H${x(end)}`;
      return html`<path d=${d} class="line" stroke=${colours[seat]} style=${{ "--seat": colours[seat] }} stroke-dasharray=${DASHES[seat]} />`;
    }
    const top = course.map((value, place) => floor[place] + value), points = [...steps.keys()];
    const path = (values, places) => places.map((place) => `${x(steps[place])} ${y(values[place])}`).join("L");
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
