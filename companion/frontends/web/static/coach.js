// What the coach says: everybody's win chances as a strip, what may be done and what it is worth.

import { element, ink } from "./make.js";
import { say } from "./words.js";

const LEGIBLE = 0.08; // a smaller share has no room for its figure

/** Shares of the win side by side, in the players' colours. */
export function strip(players, chances) {
  const parts = chances.map(({ share, text }, seat) => {
    const { colour, name } = players[seat];
    const made = element("span", { className: "share", title: `${name}: ${text}` }, share < LEGIBLE ? "" : text);
    made.style.cssText = `--share: ${share}; --seat: ${colour}; --ink: ${ink(colour)}`;
    return made;
  });
  return element("p", { className: "strip", role: "img", ariaLabel: players.map(({ name }, seat) => `${name} ${chances[seat].text}`).join(", ") }, ...parts);
}

/** The strip over the players, while the coach is on; until it has answered, what it said last. */
export class Strip {
  #last = [];

  /** What stands there now; nothing while there is no coach. */
  of({ coach, game }) {
    if (!coach?.on) return [];
    if (coach.chances.length) this.#last = coach.chances;
    const shown = this.#last.length === game.players.length ? [strip(game.players, this.#last)] : [];
    return [element("div", { className: "coached" }, element("h3", { textContent: say("win chances") }), ...shown)];
  }
}

/** What may be done now, the best first, and why: in the place of the turn while the coach is asked; else null. */
export function adviceCard({ coach, game, page }) {
  if (page !== "coach") return null;
  const made = element("section", { className: "card turn coach" }, element("h2", { textContent: game.status }));
  if (game.turn !== null) made.style.setProperty("--seat", game.players[game.turn].colour);
  if (!coach?.chances.length) made.append(element("p", { textContent: say("thinking") }));
  const rows = (coach?.options ?? []).map(({ label, share, text }) => {
    const row = element("li", {}, element("span", { textContent: label }), element("span", { className: "gauge" }), element("strong", { textContent: text }));
    row.style.setProperty("--share", share);
    return row;
  });
  if (rows.length) made.append(element("ol", { className: "options" }, ...rows));
  if (coach?.why) made.append(element("p", { className: "why", textContent: coach.why }));
  return made;
}
