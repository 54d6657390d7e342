// What is done with a finished game: its picture and its record are saved, or it goes to BG Stats on a phone.

import { qr } from "./invite.js";
import { element } from "./make.js";
import { asked } from "./more.js";
import { say } from "./words.js";

const SHARPER = 2; // pixels of the picture for each of the drawing

/** The buttons for a game: one of the history by its number, its name and when it began; else the one on the table, once it is over. */
export function share({ number = "table", game = "companion", begun_at: begun = new Date().toISOString() } = {}) {
  const path = `api/record/${number}`;
  const name = `${game}-${begun.slice(0, 10)}-${number}`;
  const room = element("div", { className: "share", role: "group", ariaLabel: say("share") });
  const said = element("p", { className: "quiet", role: "status" });
  const add = (key, act) => {
    const button = element("button", { type: "button", className: "command", textContent: say(key) });
    button.addEventListener("click", async () => {
      said.textContent = "";
      button.disabled = true;
      await act().catch(() => (said.textContent = say("failed")));
      button.disabled = false;
    });
    room.append(button);
  };
  add("share picture", async () => save(await picture(`${path}/picture.svg?language=${document.documentElement.lang}`), `${name}.png`));
  add("share record", async () => save(await file(`${path}/record.jsonl`), `${name}.jsonl`));
  add("share play", async () => {
    room.querySelector("figure")?.remove();
    room.append(play(await asked(`${path}/bgstats`)));
  });
  add("share proof", async () => {
    room.querySelector("figure")?.remove();
    room.append(proof(await asked(`${path}/proof`)));
  });
  room.append(said);
  return room;
}

async function file(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.blob();
}

/** The table draws it; here it becomes points of colour, which every messenger takes. */
async function picture(path) {
  const image = new Image();
  image.src = path;
  await image.decode();
  const canvas = element("canvas", { width: SHARPER * image.naturalWidth, height: SHARPER * image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, lost) => canvas.toBlob((blob) => (blob ? done(blob) : lost(new Error("no picture"))), "image/png"));
}

/** A phone's own list of ways to share, where the browser has one here; else a file. */
async function save(blob, name) {
  const kept = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [kept] })) return navigator.share({ files: [kept] }).catch(({ name: why }) => why === "AbortError" || Promise.reject());
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a browser may ask first where it goes
}

/** The link holds all that the dice are checked by; one that would be too long leads to the page that reads the record. */
function proof({ link, code, is_long: isLong }) {
  const words = element("p", { className: "quiet", textContent: say(isLong ? "long proof" : link ? "scan proof" : "no proof") });
  if (!link && !isLong) return element("figure", {}, element("figcaption", {}, words));
  const open = element("a", { href: link ?? "verify.html", target: "_blank", rel: "noopener", textContent: say("open proof") });
  return element("figure", {}, ...(code ? [qr(code)] : []), element("figcaption", {}, words, open));
}

/** The code leads a phone to the app, and not to this table. */
function play({ link, code }) {
  const words = element("p", { className: "quiet", textContent: say(code ? "scan play" : "no code") });
  const open = element("a", { href: link, target: "_blank", rel: "noopener", textContent: say("open play") });
  return element("figure", {}, ...(code ? [qr(code)] : []), element("figcaption", {}, words, open));
}
