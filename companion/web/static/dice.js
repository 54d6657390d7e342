// Dice: drawn where they fell, or standing on the board as column, row and stone, where they can be read otherwise.

import { html, useRef, useState } from "./preact.js";
import { Die } from "./drawings.js";
import { link } from "./link.js";
import { announce, say, store, update } from "./store.js";

export const TUMBLE_MS = 400;
const TURNS = ["-290deg", "340deg", "-220deg", "250deg"];
const DRAG_PX = 8; // a finger that moves less has tapped
const ROLES = ["column", "row", "stone"];

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
export function Rolled({ face, number, rolledAt, colour = null }) {
  const [tumble] = useState(() => {
    const ago = performance.now() - rolledAt;
    return ago < TUMBLE_MS ? { "--ago": `${-ago}ms`, "--turn": TURNS[number % TURNS.length] } : null;
  });
  return html`<${Die} ...${{ face, tumble, colour }} />`;
}

/** The place of a die with this role: at the edge of its column or its row, or in their corner. */
const spotOf = ([column, row], role) => [[column, 0], [0, row], [0, 0]][role];

/**
 * The dice of a roll on the board, as the chosen field reads them.
 *
 * One that is dragged to another, or tapped before it, changes places with it: then they name another field, which is
 * chosen at the table, or says here why it cannot be used. Dragged onto a field they are read as they name it.
 */
export function BoardDice({ scene, rolledAt }) {
  const { game, draws, chosen } = scene, { dice, readings, places } = game;
  const [held, hold] = useState(-1); // the part whose die was tapped
  const [kept, keep] = useState({ of: "", reading: null }); // what this viewer reads only
  const of = `${draws} ${dice} ${chosen?.name}`, own = kept.of === of ? kept.reading : null;
  const reading = own ?? readings.find(({ field }) => field === chosen?.name);
  const read = (next) => {
    hold(-1);
    if (!next || next.field === reading?.field) return;
    const isUsable = places.some(({ name, usable }) => usable && name === next.field);
    if (isUsable && scene.points && store.may !== null) return link.point(next.field);
    keep({ of, reading: next });
    update({ tip: { board: "board", name: next.field, text: next.says } });
    announce(next.says);
  };
  const faces = reading?.dice ?? dice;
  const swap = (one, other) => {
    const next = [...faces];
    [next[one], next[other]] = [faces[other], faces[one]];
    read(readings.find((each) => `${each.dice}` === `${next}`) ?? readings[0]);
  };
  const tap = (role) => {
    if (held < 0) return hold(role);
    if (held === role) return hold(-1);
    swap(held, role);
  };
  const drop = (role, below) => {
    const parts = below.map((each) => each.closest("[data-role], .field"));
    const part = parts.find((each) => each && each.dataset.role !== `${role}`);
    if (part?.dataset.role) swap(role, +part.dataset.role);
    else if (part) read(readings.find(({ field }) => field === part.dataset.place));
  };
  // Each die keeps its element, so that it can be seen where it goes.
  const free = [0, 1, 2];
  const roles = faces.map((face) => free.splice(free.findIndex((number) => dice[number] === face), 1)[0]);
  const shown = dice.map((face, number) => {
    const role = roles.indexOf(number), [x, y] = spotOf(faces, role);
    return html`
      <${BoardDie} key=${number} ...${{ face, number, role, x, y, rolledAt, drop, tap }} isHeld=${held === role} />
    `;
  });
  return html`<div key=${`${rolledAt}`} class="dice" role="group" aria-label=${say("dice")}>${shown}</div>`;
}

/** One of them: a button, which a finger or a mouse can drag. */
function BoardDie({ face, number, role, x, y, rolledAt, drop, tap, isHeld }) {
  const drag = useRef(null);
  const down = (event) => {
    event.preventDefault(); // a click leaves the keys to the table's buttons
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, isMoved: false };
  };
  const move = ({ currentTarget, clientX, clientY }) => {
    const from = drag.current;
    if (!from) return;
    const [right, down] = [clientX - from.x, clientY - from.y];
    from.isMoved ||= Math.hypot(right, down) > DRAG_PX;
    if (from.isMoved) currentTarget.style.translate = `${right}px ${down}px`;
  };
  const up = ({ currentTarget, clientX, clientY }) => {
    currentTarget.style.translate = "";
    if (drag.current?.isMoved) drop(role, document.elementsFromPoint(clientX, clientY));
  };
  const click = () => {
    if (!drag.current?.isMoved) tap(role);
    drag.current = null;
  };
  const name = say(`die as ${ROLES[role]}`, { face });
  return html`
    <button
      type="button" class="board-die ${ROLES[role]}" data-role=${role} style=${{ "--x": x, "--y": y }}
      aria-label=${name} title=${name} aria-pressed=${String(isHeld)} onPointerDown=${down} onPointerMove=${move}
      onPointerUp=${up} onPointerCancel=${up} onClick=${click}
    >
      <${Rolled} ...${{ face, number, rolledAt }} />
    </button>
  `;
}
