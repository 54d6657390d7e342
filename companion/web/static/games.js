// A game that is over: its luck, its story, and the ways to share it: its picture and its record are saved, or it goes
// to BG Stats on a phone, or its dice are checked.

import { html, useState } from "./preact.js";
import { Qr } from "./drawings.js";
import { ask, named, say, store, tenths, update } from "./store.js";

const SHARPER = 2; // pixels of the picture for each of the drawing

/** Opens a story: by the number of a finished game, or "table" for the one on the table once it is over; perhaps at
 * one of its moments. */
export function openStory(name, at = null) {
  document.querySelector("dialog")?.close(); // which gives the focus back, as the story will
  update({ story: { name, at } });
}

/** A button that opens it, and closes its dialog. */
export const StoryButton = ({ name, kind = "command", children = say("story") }) =>
  html`<button type="button" class="${kind} story" onClick=${() => openStory(name)}>${children}</button>`;

/** The luck of each player in a game. */
export function LuckReport({ game }) {
  if (!game?.luck.length) return html`<p class="quiet">${say("no luck")}</p>`;
  const row = (player, seat) => {
    const { rolls, busts, expected_busts: expected, boldest } = game.luck[seat];
    const bold = boldest ? `${tenths((100 * boldest.bust) / boldest.of)}\u00a0%` : "–";
    return html`
      <tr>
        <th scope="row">${named(player)}</th>
        ${[rolls, busts, tenths(expected), bold].map((figure) => html`<td>${figure}</td>`)}
      </tr>
    `;
  };
  const heads = ["rolls", "busts", "expected", "boldest"].map((key) => html`<th scope="col">${say(key)}</th>`);
  return html`
    <table>
      <thead><tr><td></td>${heads}</tr></thead>
      <tbody>${game.players.map(row)}</tbody>
    </table>
  `;
}

/** A button in whose place the ways to share appear. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return html`<${Share} />`;
  return html`<button type="button" class="command" onClick=${() => setOpen(true)}>${say("share")}</button>`;
}

/** The game on the table, as it is named once it is over. */
const onTable = () => ({ number: "table", game: "companion", begun_at: new Date().toISOString() });

/** The ways to share a game of the history, else the one on the table. */
export function Share({ game: shared = onTable() }) {
  const { number, game, begun_at: begun } = shared;
  const [shown, show] = useState(null); // a code, and what it is for
  const [busy, setBusy] = useState(null);
  const [hasFailed, setFailed] = useState(false);
  const path = `api/record/${number}`, name = `${game}-${begun.slice(0, 10)}-${number}`;
  const ways = {
    "share picture": async () => save(await picture(`${path}/picture.svg?language=${store.language}`), `${name}.png`),
    "share record": async () => save(await ask(`${path}/record.jsonl`, "blob"), `${name}.jsonl`),
    "share play": async () => {
      show(null);
      const { link, code } = await ask(`${path}/bgstats`); // the code leads a phone to the app, and not to this table
      show({ code, text: code ? "scan play" : "no code", href: link });
    },
  };
  const use = async (key) => {
    setFailed(false);
    setBusy(key);
    await ways[key]().catch(() => setFailed(true));
    setBusy(null);
  };
  const button = (key) => html`
    <button type="button" class="command" disabled=${busy === key} onClick=${() => use(key)}>${say(key)}</button>
  `;
  return html`
    <div class="share" role="group" aria-label=${say("share")}>
      ${Object.keys(ways).map(button)}
      <p class="quiet" role="status">${hasFailed ? say("failed") : ""}</p>
      ${shown && html`<${Code} ...${shown} />`}
    </div>
  `;
}

const Code = ({ code, text, href }) => html`
  <figure>
    ${code && html`<${Qr} code=${code} />`}
    <figcaption>
      <p class="quiet">${say(text)}</p>
      <a href=${href} target="_blank" rel="noopener">${say("open play")}</a>
    </figcaption>
  </figure>
`;

/** The table draws it; here it becomes points of colour, which every messenger takes. */
async function picture(path) {
  const image = new Image();
  image.src = path;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SHARPER * image.naturalWidth, SHARPER * image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** A phone's own list of ways to share, where the browser has one here; else a file. */
async function save(blob, name) {
  const kept = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [kept] })) {
    return navigator.share({ files: [kept] }).catch((fault) => {
      if (fault.name !== "AbortError") throw fault;
    });
  }
  const anchor = document.createElement("a");
  [anchor.href, anchor.download] = [URL.createObjectURL(blob), name];
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000); // a browser may ask first where it goes
}
