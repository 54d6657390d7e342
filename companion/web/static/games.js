// A finished game: its luck report, its story, and the ways to share it: picture, record, play for BG Stats.

import { html, useState } from "./preact.js";
import { LinkCode } from "./drawings.js";
import { ask, named, say, store, tenths, update } from "./store.js";

const SCALE = 2; // pixels of a shared picture for each unit of its SVG

/** Opens a story, optionally at a moment. Its name is the number of a finished game, or "table" for the current game. */
export function openStory(name, at = null) {
  document.querySelector("dialog")?.close(); // before the story opens: it returns the focus to the same element
  update({ story: { name, at } });
}

/** A button that opens a story and closes its dialog. */
export const StoryButton = ({ name, kind = "command", children = say("story") }) =>
  html`<button type="button" class="${kind} story" onClick=${() => openStory(name)}>${children}</button>`;

export function LuckReport({ game }) {
  if (!game?.luck.length) return html`<p class="quiet">${say("no luck")}</p>`;
  const row = (player, seat) => {
    const { rolls, busts, expected_busts: expected, boldest } = game.luck[seat];
    const bold = boldest ? `${tenths((100 * boldest.bust) / boldest.of)}\u00a0%` : "–"; // busts of all possible rolls
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

/** A button that is replaced by the ways to share. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return html`<${Share} />`;
  return html`<button type="button" class="command" onClick=${() => setOpen(true)}>${say("share")}</button>`;
}

/** The ways to share a game of the history, by default the current game, which has just ended; its file names say so. */
export function Share({ game: shared = { number: "table", game: "companion", begun_at: new Date().toISOString() } }) {
  const { number, game, begun_at: begun } = shared;
  const [shown, show] = useState(null); // a QR code with its text
  const [busy, setBusy] = useState(null);
  const [hasFailed, setFailed] = useState(false);
  const path = `api/record/${number}`, name = `${game}-${begun.slice(0, 10)}-${number}`;
  const ways = {
    "share picture": async () => save(await picture(`${path}/picture.svg?language=${store.language}`), `${name}.png`),
    "share record": async () => save(await ask(`${path}/record.jsonl`, "blob"), `${name}.jsonl`),
    "share play": async () => {
      show(null);
      const { link, code } = await ask(`${path}/bgstats`); // a phone scans the code; a long link has none
      show({ link, code, words: code ? "scan play" : "no code" });
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
      ${shown && html`<${LinkCode} ...${shown} text=${say("open play")} words=${html`<p class="quiet">${say(shown.words)}</p>`} />`}
    </div>
  `;
}

/** Returns an SVG picture of a game as PNG, which every messenger accepts. */
async function picture(path) {
  const image = new Image();
  image.src = path;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SCALE * image.naturalWidth, SCALE * image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** Shares a file with the phone's dialog, or downloads it. */
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
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000); // a browser may ask for a folder first
}
