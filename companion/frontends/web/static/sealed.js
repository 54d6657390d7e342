// Sealed dice: the commitment and the words, while they are added and as long as the game goes on; and abandoned games.

import { qr } from "./invite.js";
import { element } from "./make.js";
import { named, say } from "./words.js";

const quoted = (word) => (word === null ? say("no word yet") : `“${word}”`);

/** 64 digits in groups of four, so that people find their place. */
const digits = (text) => element("code", { className: "digits", textContent: text.match(/.{4}/g).join(" ") });

function wordList(words) {
  const rows = words.map(({ name, word }) => [element("dt", { textContent: name }), element("dd", { dir: "auto", textContent: quoted(word) })]);
  return element("dl", { className: "seal-words" }, ...rows.flat());
}

export class SealedDice {
  #root;
  #shown = "";
  #wasSealing = false;

  constructor(root) {
    this.#root = root;
  }

  /** Shows them, or nothing: open while words are missing, else folded away. */
  show(sealed) {
    const told = JSON.stringify(sealed ?? null);
    if (told === this.#shown) return;
    this.#shown = told;
    this.#root.hidden = !sealed;
    if (!sealed) return this.#root.replaceChildren();
    const opened = !this.#wasSealing && this.#root.querySelector("details")?.open; // with the first roll it is folded away
    const open = sealed.is_sealing || opened;
    this.#wasSealing = sealed.is_sealing;
    const code = element("figure", {}, qr(sealed.code));
    const proves = element("p", { className: "quiet", textContent: sealed.proves });
    const words = wordList(sealed.words);
    const folded = element("details", { open: Boolean(open) }, element("summary", { textContent: sealed.title }), words, digits(sealed.commitment), code, proves);
    this.#root.replaceChildren(folded);
  }
}

/** A game of the history that was abandoned after its commitment was shown. */
export function abandonedGame(game, day) {
  const when = [game.title, day.format(new Date(game.begun_at)), say("abandoned")].join(" · ");
  const names = element("strong", { textContent: game.players.map(named).join(", ") });
  const drawn = game.draws === null ? [] : [element("p", { textContent: say("drawn", { n: game.draws }) })];
  const facts = [["commitment", game.commitment], ["seed", game.seed]].filter(([, value]) => value);
  const told = facts.flatMap(([key, value]) => [element("p", { className: "quiet", textContent: say(key) }), digits(value)]);
  const words = game.players.map((player, seat) => ({ name: named(player), word: game.words[seat] }));
  return element("details", { className: "abandoned" }, element("summary", {}, names, element("span", { className: "quiet", textContent: when })), wordList(words), ...drawn, ...told);
}
