// What opens over the page: the rules, the history with its luck reports, the people, the join code.

import { releaseFocus } from "./focus.js";
import { recordChooser } from "./drop.js";
import { invite } from "./invite.js";
import { abandonedGame } from "./sealed.js";
import { drawn, element, icon } from "./make.js";
import { listed } from "./pages.js";
import { storyButton } from "./story_button.js";
import { named, say, tenths } from "./words.js";

const quiet = (key) => element("p", { className: "quiet", textContent: say(key) });

/** Opens one of them in a dialog, which says so where the table does not answer. */
export async function open(name, language, link) {
  if (document.querySelector("dialog")) return;
  const dialog = element("dialog", { className: name, ariaLabel: say(name) });
  dialog.setAttribute("closedby", "any"); // a click beside it closes it, too
  const close = element("button", { type: "button", className: "close", ariaLabel: say("close") }, icon("close"));
  const room = element("div", { className: "room" });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    releaseFocus(); // it has given the focus back to the tool, also after a click
  });
  dialog.append(close, element("h2", { textContent: say(name) }), room);
  document.body.append(dialog);
  dialog.showModal();
  await ROOMS[name](room, language, link).catch(() => room.replaceChildren(quiet("failed")));
}

const people = async (room, language) => (await import("./people.js")).people(room, language);
const ROOMS = { rules, history, people, invite };

/** What the table answers; null: there is no such thing. */
export async function asked(path) {
  const answer = await fetch(path);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

async function rules(room, language) {
  const games = await asked(`rules-${language}.json`);
  const { textContent: running, dataset } = document.getElementById("title");
  const variants = JSON.parse(dataset.variants ?? "[]");
  const told = running in games ? [[running, games[running]]] : Object.entries(games);
  for (const [title, sections] of told) {
    room.append(element("h3", { textContent: title }));
    for (const { heading, text } of sections) {
      const marked = title === running && variants.includes(heading) ? `${heading} (${say("on in this game")})` : heading;
      room.append(element("h4", { textContent: marked }), element("p", { textContent: text }));
    }
  }
}

async function history(room, language) {
  room.append(recordChooser(() => room.closest("dialog").close()));
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const row = (game) => {
    if (game.abandoned) return abandonedGame(game, day);
    if (!game.players) return element("p", { className: "game", textContent: say("damaged game", { number: game.number }) });
    const details = element("details", {}, heading(game, day));
    if (!game.damaged) details.append(storyButton(game.number));
    details.addEventListener("toggle", async () => details.append(...(await asked(`api/record/${game.number}`).then(luck).catch(() => [quiet("failed")])), ...(game.damaged ? [] : [await shared(game)])), { once: true });
    return details;
  };
  const page = async (newest) => (await asked(newest ? `api/history?before=${newest.number}` : "api/history")) ?? [];
  await listed(room, "older", page, row);
  if (!room.querySelector("details, .game")) room.append(quiet("no games"));
}

const shared = async (game) => (await import("./share.js")).share(game);

/** A game in a few words: who won, who played what, when and for how long; and whether it is damaged. */
function heading(game, day) {
  const names = (seats) => seats.map(named).join(", ");
  const won = element("strong", { textContent: say("won by", { names: names(game.winners.map((seat) => game.players[seat])) || say("nobody") }) });
  const figures = [game.title, day.format(new Date(game.begun_at)), `${game.minutes}\u00a0min`, game.joined && say("joined game"), game.damaged && say("damaged")];
  const told = [say("players of", { names: names(game.players) }), figures.filter(Boolean).join(" · ")];
  return element("summary", {}, won, ...told.map((textContent) => element("span", { className: "quiet", textContent })));
}

/** The luck of each player in a game, and the course of it. */
export function luck(game) {
  if (!game?.luck.length) return [quiet("no luck")];
  const heads = ["rolls", "busts", "expected", "boldest"].map((key) => element("th", { scope: "col", textContent: say(key) }));
  const rows = game.players.map((player, seat) => {
    const { rolls, busts, expected_busts: expected, boldest } = game.luck[seat];
    const bold = boldest ? `${tenths((100 * boldest.bust) / boldest.of)}\u00a0%` : "–";
    const cells = [rolls, busts, tenths(expected), bold].map((figure) => element("td", { textContent: figure }));
    return element("tr", {}, element("th", { scope: "row" }, mark(seat), named(player)), ...cells);
  });
  const table = element("table", {}, element("thead", {}, element("tr", {}, element("td"), ...heads)), element("tbody", {}, ...rows));
  return [table, element("h3", { textContent: say(`course ${game.game}`) }), chart(game)];
}

const WIDE = 600;
const HIGH = 180;
const MARGIN = 24;
const DASHES = ["", "8 4", "2 4", "12 3 2 3", "1 3"];

/** The sign of a seat's line: a line of the same pattern, so that no colour is needed. */
const mark = (seat) => drawn("svg", { class: "mark", viewBox: "0 0 30 10", "aria-hidden": "true" }, drawn("path", { d: "M0 5H30", class: `line seat${seat}`, "stroke-dasharray": DASHES[seat] }));

/** The course of each seat, turn by turn. */
function chart({ game, players, luck }) {
  const top = Math.max(1, ...luck.flatMap(({ course }) => course));
  const turns = Math.max(1, luck[0].course.length - 1);
  const x = (turn) => MARGIN + ((WIDE - 2 * MARGIN) * turn) / turns;
  const y = (value) => HIGH - MARGIN - ((HIGH - 2 * MARGIN) * value) / top;
  const steps = [...new Set([0, Math.round(top / 2), top])];
  const grid = steps.flatMap((value) => [drawn("path", { d: `M${MARGIN} ${y(value)}H${WIDE - MARGIN}`, class: "grid" }), drawn("text", { x: MARGIN - 6, y: y(value) + 4 }, value)]);
  const lines = luck.map(({ course }, seat) => drawn("path", { d: `M${course.map((value, turn) => `${x(turn)} ${y(value)}`).join("L")}`, class: `line seat${seat}`, "stroke-dasharray": DASHES[seat] }));
  const ends = players.map((player, seat) => `${named(player)} ${luck[seat].course.at(-1)}`).join(", ");
  return drawn("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${say(`course ${game}`)}: ${ends}` }, ...grid, ...lines);
}
