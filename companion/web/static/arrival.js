// The start page: the idea of the game in three pictures, and tiles for other games and the lesson.

import { html } from "./preact.js";
import { Die, Icon, pips, Stack } from "./drawings.js";
import { link } from "./link.js";
import { label, say } from "./store.js";

export const ATTRACT = "attract"; // the id of the page

const [GREEN, BLUE, WHITE] = ["#12c98b", "#3a55ff", "#ffffff"];
const STEPS = {
  roll: [2, 3].map((face) => html`<${Die} face=${face} />`),
  place: html`<${Stack} pieces=${[{ colour: WHITE, label: 5 }]} />`,
  bank: html`<${Stack} pieces=${[{ colour: GREEN, label: "M" }]} />`,
};

/** The idea of the game, next to the form that starts one. */
export function Arrival() {
  const step = (name) => html`
    <li>
      <span class="picture" aria-hidden="true">${STEPS[name]}</span>
      <span><strong>${say(`arrival ${name}`)}</strong> <span class="words">${say(`arrival ${name} words`)}</span></span>
    </li>
  `;
  return html`
    <section id="arrival" aria-label=${label("welcome")}>
      <h2>${say("arrival")}</h2>
      <ol>${Object.keys(STEPS).map(step)}</ol>
      <img class="sample" src="sample.svg" alt="" />
    </section>
  `;
}

const half = (value, y) => html`<g transform="translate(12 ${y})">${pips(value, 6, 1.9)}</g>`;
const tile = (one, other) => html`
  <svg viewBox="0 0 24 46"><rect width="24" height="46" rx="3" fill="#fdf8ec" /><path d="M3 23h18" stroke="#8a8375" />${half(one, 12)}${half(other, 34)}</svg>
`;
/** The pictures of the tiles; games of plug-ins have a die. */
const PICTURES = {
  resume: html`<${Stack} pieces=${[{ colour: GREEN, label: "" }]} /><${Stack} pieces=${[{ colour: BLUE, label: "" }]} />`,
  klondike: [tile(4, 6), tile(0, 2)],
  piratenclaim: html`
    <svg viewBox="-26 -32 52 62">
      <path d="M0-30c9 8 12 18 12 28l12 18v8h-48v-8l12-18c0-10 3-20 12-28z" fill=${GREEN} stroke="#fff" stroke-width="2.5" />
    </svg>
  `,
  lesson: html`<${Icon} name="lesson" />`,
};

export function Tiles({ form }) {
  const shown = form?.questions.filter(({ kind }) => kind === "tile") ?? [];
  const drawn = ({ key, label: title, answers: [{ detail }] }) => html`
    <button type="button" class="card" key=${key} data-key=${key} onClick=${() => link.choose(key, true)}>
      <span class="picture" aria-hidden="true">${PICTURES[key] ?? html`<${Die} face=${5} />`}</span>
      <span><strong>${title}</strong> <small>${detail}</small></span>
    </button>
  `;
  return shown.length > 0 && html`<nav id="tiles" aria-label=${label("tiles")}>${shown.map(drawn)}</nav>`;
}
