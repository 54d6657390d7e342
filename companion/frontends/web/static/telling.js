// What the table has to say, larger than the screen can: the turn, the dice, the risk, the players, a field, the log.

import { analysisCard } from "./analysis.js";
import { adviceCard, Strip } from "./coach.js";
import { about, element, stack } from "./make.js";
import { picture } from "./map.js";
import { luckCard, Moments, whyCard } from "./moments.js";
import { say } from "./words.js";

const ATTRACT = "attract"; // the page while nobody plays
const card = (name, ...children) => element("section", { className: `card ${name}` }, ...children);
const titled = (name, key, ...children) => card(name, element("h2", { textContent: say(key) }), ...children);

export class Telling {
  #now;
  #rest;
  #told = null;
  #field = null;
  #moments = new Moments();
  #strip = new Strip();

  constructor(root) {
    this.#now = root.querySelector(".now");
    this.#rest = root.querySelector(".rest");
  }

  show(told) {
    if (!told.game?.places.length && !told.game?.map) this.#field = null;
    this.#told = told;
    this.#moments.note(told);
    this.#draw();
  }

  /** Tells of a field of the board, by its number, or of the map, by its name; null: of the one under the cursor, if there is one. */
  point(field) {
    if (field === this.#field) return;
    this.#field = field;
    if (this.#told?.game) this.#rest.querySelector(".about")?.replaceWith(this.#about(this.#told.game));
  }

  #draw() {
    const { page, reading, game, form, buttons, shows_screen: aside } = this.#told;
    const invites = page === ATTRACT;
    const watches = invites && !buttons.length; // "press ok to play" is not for whoever cannot
    const now = [...(aside && !form && !watches ? [screen(reading, page)] : []), ...(game ? [adviceCard(this.#told) ?? this.#turn(game)] : [])];
    if (invites) now.push(titled("welcome", "welcome", element("p", { textContent: say(watches ? "watch begin" : "begin") })));
    this.#now.replaceChildren(...now);
    const reads = this.#rest.contains(document.activeElement);
    this.#rest.replaceChildren(...(game ? this.#game(game) : []));
    const list = this.#rest.querySelector(".lines");
    if (list) list.scrollTop = list.scrollHeight;
    if (reads) list?.focus({ preventScroll: true }); // the only thing there that takes the focus
  }

  #game(game) {
    return [...whyCard(game), players(game, this.#strip.of(this.#told)), ...analysisCard(this.#told), ...luckCard(game, this.#told.luck), ...(game.places.length || game.map ? [this.#about(game)] : []), ...(game.log.length ? [log(game)] : [])];
  }

  #turn(game) {
    const { status, news, players, turn: seat, dice, dice_names: names, risk, advice } = game;
    const made = card("turn", element("h2", { textContent: status }));
    if (seat !== null) made.style.setProperty("--seat", players[seat].colour);
    if (news) made.append(element("p", { className: "news", textContent: news }));
    if (dice.length) made.append(element("p", { className: "dice" }, ...dice.map((face, number) => thrown(this.#moments.die(face, number), names[number]))));
    if (risk) made.append(meter(risk));
    if (advice && this.#told.buttons.length && !this.#told.shows_screen) made.append(element("p", { className: "advice", textContent: advice }));
    this.#moments.dress(made, game);
    return made;
  }

  #about({ places, map, supply, chosen }) {
    const named = (name) => (map?.hexes ?? places).find((place) => place.name === name);
    const place = (map ? named(this.#field) : places[this.#field]) ?? named(chosen?.name ?? map?.cursor);
    const told = place
      ? [element("h3", { textContent: place.name }), map ? picture(place) : stack(place.pieces), element("p", { textContent: about(place) })]
      : [element("p", { className: "quiet", textContent: say("point") })];
    return titled("about", "field", element("div", { className: "place" }, ...told), element("p", { className: "quiet", textContent: supply }));
  }
}

function log({ log }) {
  const lines = log.map(({ text, undone }) => element("li", {}, undone ? element("s", { textContent: text }) : text));
  return titled("log", "log", element("ol", { className: "lines", tabIndex: 0, ariaLabel: say("log") }, ...lines));
}

/** What the screen says, large: its lines, and what can be chosen, with the cursor on one. */
function screen({ lines, items, cursor }, page) {
  const list = items.map((item, place) => element("li", { textContent: item, ariaCurrent: String(place === cursor) }));
  const made = element("section", { className: `card screen ${page}` }, ...lines.filter(Boolean).map((line) => element("p", { textContent: line })));
  if (list.length) made.append(element("ol", { className: "items" }, ...list));
  return made;
}

/** A die, and what it is called where the dice are not alike. */
const thrown = (made, name) => (name ? element("span", { className: "thrown" }, made, element("small", { textContent: name })) : made);

function meter({ share, odds, stake }) {
  const bar = element("div", { className: "bar", ariaHidden: "true" });
  bar.style.setProperty("--share", share);
  bar.append(element("span"));
  return element("div", { className: "risk" }, bar, element("p", {}, element("strong", { textContent: odds }), " · ", element("span", { textContent: stake })));
}

/** The players; after the end the best first. */
function players({ players, figures, turn: seat }, strip) {
  const ranked = players.some(({ rank }) => rank);
  const head = element("tr", {}, element("td"), ...figures.map((figure) => element("th", { scope: "col", textContent: figure })));
  const rows = players.map((player, number) => {
    const name = element("th", { scope: "row" }, stack([{ colour: player.colour, label: player.name[0] }]), element("span", {}, player.rank ? `${player.rank}. ${player.name}` : player.name, element("small", { textContent: player.note })));
    const row = element("tr", {}, name, ...player.figures.map((figure) => element("td", { textContent: figure })));
    if (number === seat) row.setAttribute("aria-current", "true");
    return { row, rank: player.rank || Infinity };
  });
  if (ranked) rows.sort((one, other) => one.rank - other.rank || 0);
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows.map(({ row }) => row)));
  return titled("players", ranked ? "final table" : "players", ...strip, table);
}
