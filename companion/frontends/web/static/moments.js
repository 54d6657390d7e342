// Moments that everybody shares: dice that tumble before they show, a bust, the last round, the end of a game.

import { die, drawn, element } from "./make.js";
import { luck } from "./more.js";
import { shareButton } from "./share_button.js";
import { storyButton } from "./story_button.js";
import { say } from "./words.js";

const LOSS = "loss";
const END = "end";
const TUMBLE_MS = 400;
const ENTER_MS = 1000; // a card that is older has come to rest
const TURNS = ["-290deg", "340deg", "-220deg", "250deg"];

/** How long the same thing has been shown, in ms; what was there when the page came has always been. */
class Age {
  #key = null;
  #since = -Infinity;

  of(key) {
    if (key !== this.#key) {
      if (this.#key !== null) this.#since = performance.now();
      this.#key = key;
    }
    return performance.now() - this.#since;
  }
}

export class Moments {
  #dice = new Age();
  #card = new Age();
  #fell = Infinity; // how long ago the dice did
  #came = Infinity;
  #story = false; // whether this is a moment of a story: dice do not fall there

  /** Notes what the table tells; whatever is made after that knows how old it is. */
  note({ draws, game, page }) {
    this.#story = page === "story";
    if (game && draws !== null) this.#fell = this.#dice.of(draws);
    this.#came = this.#card.of(`${game?.moment} ${game?.status}`);
  }

  /** A die; one that has just been rolled tumbles first. It is drawn anew with each message, and goes on where it was. */
  die(face, number) {
    const made = die(face);
    if (this.#fell >= TUMBLE_MS) return made;
    made.classList.add("tumbling");
    made.style.setProperty("--ago", `${-this.#fell}ms`);
    made.style.setProperty("--turn", TURNS[number % TURNS.length]);
    if (made instanceof SVGElement) made.append(...[1, 3].map((step) => other(face + step)));
    return made;
  }

  /** Dresses the card of the turn for what has just happened; while dice tumble it keeps what they lead to to itself. */
  dress(made, { moment, reasons, notice, players }) {
    if (notice) made.prepend(element("p", { className: "lasting", textContent: notice }));
    if (!moment) return;
    made.classList.add("moment", moment);
    if (moment !== LOSS && reasons.length) made.append(list(reasons));
    if (this.#came < ENTER_MS) {
      made.classList.add("entering");
      made.style.setProperty("--ago", `${Math.max(0, TUMBLE_MS - this.#fell) - this.#came}ms`);
    }
    if (moment !== END) return;
    crown(made, players.filter(({ rank }) => rank === 1));
    if (!this.#story) made.append(element("div", { className: "commands" }, storyButton("table"), shareButton()));
  }
}

const list = (reasons) => element("ul", { className: "reasons" }, ...reasons.map((textContent) => element("li", { textContent })));

/** Why a turn was lost: on a phone six lines have no room above the buttons. */
export const whyCard = ({ moment, reasons }) => (moment === LOSS && reasons.length ? [element("section", { className: "card why" }, element("h2", { textContent: say("why") }), list(reasons))] : []);

/** A face that shows while the die tumbles. */
const other = (face) => drawn("g", { class: "other" }, ...die(1 + (face % 6)).querySelectorAll("circle"));

/** A cup on a foot in the winner's colour, or in those of the first and the last who share the win. */
const cup = () =>
  drawn(
    "svg",
    { class: "cup", viewBox: "0 0 40 40", "aria-hidden": "true" },
    drawn("path", { d: "M11 8H6q0 10 8 11M29 8h5q0 10-8 11", class: "handle" }),
    drawn("path", { d: "M11 4h18v9q0 11-7 12v5h-4v-5q-7-1-7-12z", class: "gold" }),
    drawn("path", { d: "M10 36v-6h10v6z", class: "first" }),
    drawn("path", { d: "M20 36v-6h10v6z", class: "last" }),
  );

/** Whose win it is, in colours. */
function crown(made, winners) {
  if (!winners.length) return;
  made.style.setProperty("--seat", winners[0].colour);
  made.style.setProperty("--sharer", winners.at(-1).colour);
  made.prepend(cup());
}

/** The luck of a game that is over, as in the history; none of a game without odds. */
export function luckCard({ moment, players }, told) {
  if (!told || moment !== END) return [];
  const report = luck({ game: told.game, players: players.map(({ name }) => name), luck: told.seats });
  return [element("section", { className: "card luck" }, element("h2", { textContent: say("luck") }), ...report)];
}
