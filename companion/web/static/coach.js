// The coach: win chances of all players, the options with their values; and the analysis of a finished game with its
// turning point, the parts of the result and the costliest decisions.

import { html, useEffect, useRef, useState } from "./preact.js";
import { Die } from "./drawings.js";
import { openStory } from "./games.js";
import { Course } from "./review.js";
import { cardOf, spoken } from "./screen.js";
import { ask, say, store } from "./store.js";

const SHOWN = 3; // number of options in the card; the board shows all

/** Returns the newest win chance of each player, also while the coach is thinking; null if it is off. */
export function useWinChances({ coach, game }) {
  const last = useRef([]);
  if (coach?.chances.length) last.current = coach.chances;
  return coach?.on ? game.players.map((_, seat) => last.current[seat]?.text ?? "…") : null;
}

/** The chart of the win chances so far; while the coach is thinking, up to the previous move. */
export function ChancesSoFar({ coach, game: { players } }) {
  const last = useRef(null), course = coach.course ?? last.current;
  last.current = course;
  return course && html`
    <section class="card coached"><h2>${say("win chances")}</h2><${Course} ...${{ course, players }} /></section>
  `;
}

/** The options, best first, with a reason; replaces the facts of the turn while the coach is open. */
export function Advice({ scene }) {
  const { coach, game } = scene, options = coach?.options ?? [];
  const row = ({ label, share, text }) => html`
    <li style=${{ "--share": share }}>
      <span>${label}</span><span class="gauge"></span><strong>${text}</strong>
    </li>
  `;
  return html`
    <div class="coach">
      ${coach?.says && options.length < 2 && html`<p class="says">${coach.says}</p>`}
      ${coach?.thinking && html`<p>${say("thinking")}</p>`}
      ${game.dice.length > 0 && html`<p class="dice">${game.dice.map((face) => html`<${Die} face=${face} />`)}</p>`}
      ${coach?.why && html`<p class="why"><span>${coach.why}</span></p>`}
      ${options.length > 1 && html`
        <h3>${say("best first")}</h3>
        <ol class="chances">${options.slice(0, SHOWN).map(row)}</ol>
      `}
    </div>
  `;
}

/**
 * Returns the analysis of a game; null if there is none.
 *
 * `name` is the number of a finished game, or "table" for the game that has just ended. `id` makes the cache key unique:
 * the commitment, because each journal counts its games from 1, or the result of the game that has just ended.
 */
export function analysisOf(name, id = "") {
  const { analyses, language } = store, key = `${name} ${id} ${language}`;
  if (!analyses.has(key)) {
    const path = `api/analysis/${name}?${new URLSearchParams({ language })}`;
    const answer = ask(path).catch(() => null);
    analyses.set(key, answer);
    answer.then((found) => found ?? analyses.delete(key)); // fetched again next time
  }
  return analyses.get(key);
}

/** Returns a key of the current game that differs from earlier games: its result. */
export function resultKey() {
  const players = store.snapshot?.game?.players ?? [], said = cardOf(store.snapshot);
  return [said && spoken(said), ...players.flatMap(({ name, figures }) => [name, ...figures])].join();
}

/** The card with the analysis of the open story (its name and id), or of the current game (`true`). */
export function Analysis({ scene }) {
  const [found, setFound] = useState(undefined);
  const { name, id } = scene.analysis === true ? { name: "table", id: resultKey() } : scene.analysis;
  useEffect(() => {
    let isOther = false;
    setFound(undefined);
    analysisOf(name, id).then((answer) => isOther || setFound(answer));
    return () => (isOther = true);
  }, [name, id, store.language]);
  return found && html`
    <section class="card analysis">
      <h2>${say("coach")}</h2>
      <${Report} ...${found} name=${name} players=${scene.game.players} />
    </section>
  `;
}

/** A player's result as a waterfall chart; each row of `sums` is a name and the seats' points, first and last the totals. */
function Sum({ sums, players }) {
  const results = sums.at(-1).slice(1);
  const [seat, choose] = useState(results.indexOf(Math.max(...results)));
  const points = sums.map((row) => row[seat + 1]), ends = [points[0]];
  for (const part of points.slice(1, -1)) ends.push(ends.at(-1) + part);
  const low = Math.min(0, ...ends), wide = Math.max(100, ...ends) - low;
  const row = ([what], at) => {
    const part = points[at], isWhole = at === 0 || at === points.length - 1;
    const from = Math.min(isWhole ? 0 : ends[at - 1], isWhole ? part : ends[at]);
    const style = { "--from": (from - low) / wide, "--share": Math.abs(part) / wide };
    const kind = isWhole ? "whole" : part < 0 ? "lost" : "won", figure = isWhole || part <= 0 ? part : `+${part}`;
    return html`<tr><th scope="row">${what}</th><td class="part ${kind}" style=${style}></td><td>${figure}</td></tr>`;
  };
  const tab = ({ name }, number) => html`
    <button type="button" class="command" aria-pressed=${String(number === seat)} onClick=${() => choose(number)}>${name}</button>
  `;
  return html`
    <div class="commands">${players.map(tab)}</div>
    <table class="sums"><tbody>${sums.map(row)}</tbody></table>
  `;
}

function Report({ name, sums, unlucky, moment, blunders, smaller, players }) {
  return html`
    ${moment && html`<h3>${say("moment")}</h3><${Step} name=${name} ...${moment} />`}
    <h3>${say("sums")}</h3>
    <${Sum} ...${{ sums, players }} />
    ${unlucky && html`<p class="quiet">${unlucky}</p>`}
    ${blunders.length + smaller.length > 0 && html`<h3>${say("decisions")}</h3>`}
    <ol class="blunders">${blunders.map((each) => html`<li><${Step} name=${name} ...${each} /></li>`)}</ol>
    ${smaller.map((line) => html`<p class="quiet">${line}</p>`)}
  `;
}

/** A line about an event, which opens the story at its position. */
const Step = ({ name, step, instead, text }) => html`
  <button type="button" class="command at" onClick=${() => openStory(name, step - 1)}>
    ${text}${instead && html` <small>${instead}</small>`}
  </button>
`;
