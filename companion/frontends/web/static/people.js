// Everybody who has played under a name: games and wins, records, and luck evening by evening.

import { drawn, element } from "./make.js";
import { asked } from "./more.js";
import { listed } from "./pages.js";
import { say, tenths } from "./words.js";

export async function people(room, language) {
  let told = 0;
  let damaged = [];
  const page = async () => {
    const found = (await asked(`api/people?after=${told}`)) ?? { people: [], damaged: [] };
    told += found.people.length;
    damaged = found.damaged;
    return found.people;
  };
  await listed(room, "more people", page, (person) => row(person, language));
  if (!told) room.append(quiet(say("nobody played")));
  if (damaged.length) room.prepend(quiet(say("uncounted", { numbers: damaged.join(", ") })));
}

const quiet = (textContent) => element("p", { className: "quiet", textContent });
const share = ({ wins, games }) => `${Math.round((100 * wins) / games)}\u00a0%`;
const won = (tally) => `${say("won of", tally)} · ${share(tally)}`;
const part = (tally) => `${say("part of", tally)} · ${share(tally)}`;

function row(person, language) {
  // Its direction is the name's own: what stands beside it stays where it is.
  const name = element("strong", { dir: "auto", textContent: person.name });
  const details = element("details", {}, element("summary", {}, name, element("span", { className: "quiet", textContent: won(person) })));
  details.addEventListener("toggle", async () => details.append(...(await asked(`api/person?name=${encodeURIComponent(person.name)}`).then((found) => about(found, language)).catch(() => [quiet(say("failed"))]))), { once: true });
  return details;
}

function about({ by_game: games, by_players: players, bests, boldest, evenings }, language) {
  const lines = [
    ...games.map((tally) => [tally.title, part(tally)]),
    ...players.map((tally) => [say("n players", { n: tally.players }), part(tally)]),
    ...bests.map((best) => [say(`best ${best.game}`), best.value]),
    ...(boldest ? [[say("boldest roll"), `${tenths((100 * boldest.bust) / boldest.of)}\u00a0%`]] : []),
  ].map(([label, figure]) => element("tr", {}, element("th", { scope: "row", textContent: label }), element("td", { textContent: figure })));
  const known = evenings.some(({ expected_busts: expected }) => expected);
  return [element("table", {}, element("tbody", {}, ...lines)), ...(known ? luck(evenings, language) : [])];
}

const signed = (value) => (value > 0 ? "+" : "") + tenths(value);

const WIDE = 600;
const HIGH = 160;
const MARGIN = 28;

/** The luck after each evening, with all before it: above the line in the middle the dice were kind. */
function luck(evenings, language) {
  let sum = 0;
  const course = evenings.map(({ busts, expected_busts: expected }) => (sum += expected - busts));
  const most = Math.max(1, ...course.map(Math.abs));
  const x = (place) => MARGIN + ((WIDE - 2 * MARGIN) * place) / course.length;
  const y = (value) => HIGH / 2 - ((HIGH / 2 - MARGIN) * value) / most;
  const line = drawn("path", { d: `M${x(0)} ${y(0)}${course.map((value, place) => `L${x(place + 1)} ${y(value)}`).join("")}`, class: "line seat0" });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const [first, last] = [evenings[0], evenings.at(-1)].map(({ date }) => day.format(new Date(date)));
  const grid = drawn("path", { d: `M${MARGIN} ${y(0)}H${WIDE - MARGIN}`, class: "grid" });
  const label = `${first} – ${last}: ${signed(sum)}`;
  const chart = drawn("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label }, grid, line);
  return [element("h3", { textContent: say("evenings") }), chart, quiet(label)];
}
