// The content of the open page, with one function for each kind of block.

import { html } from "./preact.js";
import { Die, Qr } from "./drawings.js";
import { say, sentences } from "./store.js";

const CALM = 0.1; // a lower risk is not alarming
const pointing = matchMedia("(hover: hover)"); // a mouse, and therefore a keyboard
/** Makes changes, percentages, fields and a number at the end bold. */
export const withBoldFigures = (text) =>
  text.split(/(\d+ → \d+|\d+(?:[.,]\d+)?\s?%|\b\d\/\d\b| \d+$)/).map((part, at) => (at % 2 ? html`<b>${part}</b>` : part));
const BLOCKS = {
  big: ({ text, sub }) => html`<p class="big">${text}${sub && html` <small>${sub}</small>`}</p>`,
  text: ({ text, style }) => html`<p class=${style}>${["gain", "risk", "reason"].includes(style) ? withBoldFigures(text) : text}</p>`,
  row: ({ label, figures }) => html`
    <p class="row"><span>${label}</span> <strong>${figures.map((each) => html`<i>${each.replace(/(\S+) → /g, "$1\u00a0→\u00a0")}</i>`)}</strong></p>
  `,
  meter: ({ share, value, label, note }) => html`
    <div class="meter">
      <strong class="figure ${share < CALM ? "" : "high"}">${value}</strong><p><strong>${label}</strong>${" "}<span class="quiet">${note}</span></p>
      <div class="bar" aria-hidden="true" style=${{ "--share": share }}><span></span></div>
    </div>
  `,
  dice: ({ values, solid: entered }) => html`
    <p class="dice entered">
      ${values.map((face, at) => (entered === null || at < entered ? html`<${Die} face=${face} />` : html`<span class=${at === entered ? "die next" : "die"}></span>`))}
      ${values.length < 4 && pointing.matches && html`<small class="quiet" style=${{ alignSelf: "center" }}>${say("face keys")}</small>`}
    </p>
  `,
  code: ({ rows }) => html`<figure><${Qr} code=${rows} /></figure>`,
  table: Figures,
};

/** Draws blocks below each other, and consecutive rows next to each other. */
export function Blocks({ blocks, players = null }) {
  const drawn = ({ type, ...shown }) => html`<${BLOCKS[type]} ...${shown} players=${players} />`;
  const groups = [];
  for (const block of blocks) {
    if (block.type === "row" && groups.at(-1)?.[0].type === "row") groups.at(-1).push(block);
    else groups.push([block]);
  }
  return groups.map((group) => (group.length > 1 ? html`<div class="rows">${group.map(drawn)}</div>` : drawn(group[0])));
}

/** Returns the content of the game's page: the open page, or the one below it if that shows no game. */
export const cardOf = (scene) => scene && (scene.shows_screen ? scene.turn : scene.screen);

/** Returns the place under the cursor; null if no place can be chosen. */
export function chosenOf({ screen, shows_screen: isAside }) {
  const option = !isAside && screen?.options[screen.cursor];
  return option?.place ? { name: option.place } : null;
}

/** Returns the content of a page as text for speech. */
export const spoken = ({ sentence, blocks }) =>
  sentences(sentence, ...blocks.flatMap(({ text, rows, figures, value, label }) =>
    text ?? rows?.map((row) => row.join(": ")) ?? (figures ? `${label}: ${figures.join(", ")}` : value && `${value} ${label}`)));

/** A page as a card: its title, blocks, note and options. */
export const Screen = ({ page, title, note, blocks, options, cursor, isInformation, players }) => html`
  <section class=${`card screen ${page} ${isInformation ? "sheet" : ""}`}>
    ${title && html`<h2>${title}</h2>`}
    <${Blocks} ...${{ blocks, players }} />
    ${note && html`<p class="quiet">${note}</p>`}
    ${options.length > 0 && html`<${Options} ...${{ options, cursor }} />`}
  </section>
`;

export function Options({ options, cursor }) {
  const item = ({ label, value, detail }, place) => html`
    <li aria-current=${String(place === cursor)}>${[label, value].filter(Boolean).join(" ")}${detail && html` <small>${detail}</small>`}</li>
  `;
  return html`<ol class="items">${options.map(item)}</ol>`;
}

/** A table; if it has a row for each player, with full names. */
function Figures({ heads, rows, players }) {
  const hasPlayers = rows.length === players?.length;
  const head = ([, ...others]) => html`
    <thead><tr><td></td>${others.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
  `;
  const line = (row, seat) => html`
    <tr><th scope="row">${hasPlayers ? players[seat].name : row[0]}</th>${row.slice(1).map((cell) => html`<td>${cell}</td>`)}</tr>
  `;
  return html`<table>${heads.length > 0 && head(heads)}<tbody>${rows.map(line)}</tbody></table>`;
}
