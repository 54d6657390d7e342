// The arrival: what the game is, in one sentence and three pictures that move, and what a viewer without a link can do.

import { html, useState } from "./preact.js";
import { RulesPicture } from "./drawings.js";
import { openStory } from "./games.js";
import { joins, toggleJoining } from "./join.js";
import { ask, label, say, store } from "./store.js";

export const ATTRACT = "attract"; // the page while no game is played
/** Which section of the rules has the picture, and how many moments that shows. */
const MOVES = { roll: [1, 3], place: [2, 8], end: [4, 4] };

/** What the game is; the form next to it says what can be started. */
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

/** A viewer without a link sees the newest game and how to join. */
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
