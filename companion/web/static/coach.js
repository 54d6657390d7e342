// What the coach says: everybody's win chances as a strip, what may be done and what it is worth; and of a game that is
// over the moment that decided, what the result is made of, the worst decisions.

import { html, useEffect, useRef, useState } from "./preact.js";
import { Die } from "./drawings.js";
import { openStory } from "./games.js";
import { Course } from "./review.js";
import { cardOf, spoken } from "./screen.js";
import { ask, say, store } from "./store.js";

const SHOWN = 3; // options; the others are seen on the board, the brighter the better

/** What the coach said last of each player's chance to win, while it is on: it may be thinking. */
export function useWinChances({ coach, game }) {
  const last = useRef([]);
  if (coach?.chances.length) last.current = coach.chances;
  return coach?.on ? game.players.map((_, seat) => last.current[seat]?.text ?? "…") : null;
}

/** How the chances went so far; while the coach is thinking, until the move before. */
export function ChancesSoFar({ coach, game: { players } }) {
  const last = useRef(null), course = (last.current = coach.course ?? last.current);
  return course && html`
    <section class="card coached"><h2>${say("win chances")}</h2><${Course} ...${{ course, players }} /></section>
  `;
}

/** What may be done now, the best first, and why: instead of the turn while the coach is open. */
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
 * What the coach says of a game; null where there is nothing. `name` is a finished game's number, or "table" for the
 * one whose end is shown there; `id` distinguishes those that end there one after the other, and the games of two
 * journals, which both count from 1: there it is the commitment.
 */
export function analysisOf(name, id = "") {
  const { analyses, language } = store, key = `${name} ${id} ${language}`;
  if (!analyses.has(key)) {
    const path = `api/analysis/${name}?${new URLSearchParams({ language })}`;
    const answer = ask(path).catch(() => null);
    analyses.set(key, answer);
    answer.then((found) => found ?? analyses.delete(key)); // looking again fetches again
  }
  return analyses.get(key);
}

/** What distinguishes the game on the table from others that ended there. */
export function endOfTable() {
  const players = store.snapshot?.game?.players ?? [], said = cardOf(store.snapshot);
  return [said && spoken(said), ...players.flatMap(({ name, figures }) => [name, ...figures])].join();
}

/** A card for it, once it has come; of the story that is open, else of the table. */
export function Analysis({ scene }) {
  const [found, setFound] = useState(undefined);
  const { name, id } = scene.analysis === true ? { name: "table", id: endOfTable() } : scene.analysis;
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

/** What made the result of one player, first of the winner: each part's bar goes on where the one before ends. */
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

/** A line about one event: it opens the game's story at the position in which that was decided. */
const Step = ({ name, step, instead, text }) => html`
  <button type="button" class="command at" onClick=${() => openStory(name, step - 1)}>
    ${text}${instead && html` <small>${instead}</small>`}
  </button>
`;
