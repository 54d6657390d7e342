// The arrival: what the game is, in one sentence and three pictures that move, and what whoever may not press can do;
// and the first turn, explained step by step.

import { html, useRef, useState } from "./preact.js";
import { RulesPicture } from "./drawings.js";
import { openStory } from "./games.js";
import { joins, toggleJoining } from "./join.js";
import { ask, label, say, store } from "./store.js";

export const ATTRACT = "attract"; // the page while nobody plays
/** Which section of the rules has the picture, and how many moments that shows. */
const MOVES = { roll: [1, 3], place: [2, 8], end: [4, 4] };

/** What the game is; the form beside it says what can be begun. */
export function Arrival({ scene }) {
  if (scene?.page !== ATTRACT) return null;
  const move = (name) => html`
    <figure>
      <${RulesPicture} path="rules/claimit/${MOVES[name][0]}" moments=${MOVES[name][1]} />
      <figcaption>${say(`arrival ${name}`)}</figcaption>
    </figure>
  `;
  return html`
    <section id="arrival" class="card" aria-label=${label("welcome")}>
      <h2>${say("arrival")}</h2>
      <div class="moves">${Object.keys(MOVES).map(move)}</div>
      ${!scene.form && !store.code && html`<${Visitor} />`}
    </section>
  `;
}

/** Whoever may not press can look at the newest game, and is told how to join. */
function Visitor() {
  const [note, setNote] = useState(null);
  const watch = async () => {
    const games = await ask("api/history").catch(() => null);
    const newest = games?.find(({ players, damaged }) => players && !damaged);
    if (newest) openStory(newest.number);
    else setNote("nothing to watch");
  };
  const join = () => (joins() ? toggleJoining() : setNote("watch begin"));
  return html`
    <div class="commands">
      <button type="button" class="command main" onClick=${watch}>${say("watch")}</button>
      <button type="button" class="command" onClick=${join}>${say("join")}</button>
    </div>
    <p role="status">${note ? say(note) : ""}</p>
  `;
}

/**
 * How the first turn of a game that was begun on the title is dismissed; null: it is over, was dismissed, or is none.
 * Until then each step is explained as it comes, in the turn's own card: a phone has no room for another one.
 */
export function useFirstTurn(scene) {
  const [dismissed, dismiss] = useState(null); // the first turn of which game
  const kept = useRef({ came: false, seat: null, games: 0 }).current;
  const { page, game, buttons = [] } = scene ?? {};
  if (page === ATTRACT) Object.assign(kept, { came: true, seat: null });
  else if (scene && kept.came) {
    const isNew = game && scene.draws === 0; // and neither one that goes on nor one that is set up first
    Object.assign(kept, { came: false, seat: isNew ? game.turn : null, games: kept.games + 1 });
  }
  if (kept.seat !== null && game && game.turn !== kept.seat) kept.seat = null; // it was banked, or lost
  const isOn = kept.seat !== null && dismissed !== kept.games && store.may !== null && buttons.length > 0;
  return isOn ? () => dismiss(kept.games) : null;
}
