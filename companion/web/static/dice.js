// Dice: those that have just been rolled tumble before they show what they are.

import { html, useRef, useState } from "./preact.js";
import { Die } from "./drawings.js";

export const TUMBLE_MS = 400;
const TURNS = ["-290deg", "340deg", "-220deg", "250deg"];

/** When a value changed last, by `performance.now()`; what was there when the page came has always been. */
export function useChanged(value, counts = true) {
  const kept = useRef({ value: undefined, at: -Infinity });
  if (counts && value !== kept.current.value) {
    const isFirst = kept.current.value === undefined;
    kept.current = { value, at: isFirst ? -Infinity : performance.now() };
  }
  return kept.current.at;
}

/** When the box rolled last: its number of rolls grows with each of them. */
export const useRolled = (scene) => useChanged(scene?.draws, Boolean(scene?.game) && scene.draws !== null);

/** A die; one that has just been rolled tumbles first. */
export function Rolled({ face, number, rolledAt, colour = null, isRound = false }) {
  const [tumble] = useState(() => {
    const ago = performance.now() - rolledAt;
    return ago < TUMBLE_MS ? { "--ago": `${-ago}ms`, "--turn": TURNS[number % TURNS.length] } : null;
  });
  return html`<${Die} ...${{ face, tumble, colour, isRound }} />`;
}
