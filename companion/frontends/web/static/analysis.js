// What the coach says of a game that is over: the result without luck, the moment that decided, the worst decisions.

import { strip } from "./coach.js";
import { element } from "./make.js";
import { openStory } from "./story_button.js";
import { say } from "./words.js";

const asked = new Map(); // by the game's name and the language: it takes the table seconds
let ended = ""; // tells the games apart that end on the table one after the other

/**
 * Fetches it; null where there is none. `name` is a finished game's number, or "table" for the one whose end is shown;
 * `commitment` is the game's: another journal may count from 1 again.
 */
export function analysisOf(name, commitment = "") {
  const language = document.documentElement.lang, id = `${name} ${name === "table" ? ended : commitment} ${language}`;
  if (!asked.has(id)) {
    const answer = fetch(`api/analysis/${name}?${new URLSearchParams({ language })}`).then((found) => (found.ok ? found.json() : null));
    asked.set(id, answer.catch(() => null));
    asked.get(id).then((found) => found ?? asked.delete(id)); // whoever looks again asks again
  }
  return asked.get(id);
}

/** A card for it, which says that the coach thinks until it has come. */
export function analysisCard({ analysis, game }) {
  if (!analysis) return [];
  const made = element("section", { className: "card analysis" }, element("h2", { textContent: say("coach") }), element("p", { textContent: say("thinking") }));
  ended = [...game.reasons, ...game.players.flatMap(({ name, figures }) => [name, ...figures])].join();
  analysisOf("table").then((found) => {
    if (found) made.replaceChildren(element("h2", { textContent: say("coach") }), ...report(found, game.players));
    else made.lastChild.textContent = say("coach silent");
  });
  return [made];
}

function report({ without_luck: shares, shares: texts, luck, lost, even, moment, blunders }, players) {
  const chances = shares.map((share, seat) => ({ share, text: texts[seat] }));
  const parts = [element("h3", { textContent: say("without luck") }), strip(players, chances)];
  if (even) parts.push(element("p", { className: "quiet", textContent: even }));
  if (moment) parts.push(element("h3", { textContent: say("moment") }), step(moment, `${moment.caption}: ${moment.swing}`));
  for (const [head, figures] of [["rolls' luck", luck], ["decisions", lost]]) {
    parts.push(element("h3", { textContent: say(head) }));
    parts.push(element("p", { textContent: players.map(({ name }, seat) => `${name} ${figures[seat]}`).join(" · ") }));
  }
  if (blunders.length) parts.push(element("ol", { className: "blunders" }, ...blunders.map((each) => element("li", {}, step(each, `${each.caption}: ${each.loss}`)))));
  return parts;
}

/** A line about one event: it opens the story there. */
function step({ step: at, instead, why }, text) {
  const made = element("button", { type: "button", className: "command at" }, text);
  const more = [instead && say("instead", { option: instead }), why].filter(Boolean).join(": ");
  if (more) made.append(element("small", { textContent: more }));
  made.addEventListener("click", () => openStory("table", null, at));
  return made;
}
