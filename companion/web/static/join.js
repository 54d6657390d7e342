// Seats for phones: a viewer with the join code takes a free seat; its holder or the host can free it again.

import { html } from "./preact.js";
import { Qr, Stack } from "./drawings.js";
import { link } from "./link.js";
import { flush, isTelevision, label, named, say, store, tab, update } from "./store.js";

const WATCHES = "watches"; // storage key: this tab only watches and does not ask again

const join = (values) => update({ joining: { ...store.joining, ...values } });

/** Returns whether this page was opened with the join code and may take a seat. */
export const joins = () => store.may !== "all" && store.seats !== null && !isTelevision;

/** Returns for the host the player whose turn it is if that player acts on a phone; or whose phone is "away". */
export const playsOnPhone = ({ game, shows_screen: isAside }, state = "taken") =>
  store.may === "all" && !isAside && store.seats?.[game?.turn]?.state === state ? game.players[game.turn] : null;

/** Compares the seats with the previous list, to notice that this page's seat was taken away. */
export function noteSeats() {
  const seats = store.seats ?? [], { seats: before, watches } = store.joining;
  if (!joins()) return join({ seats });
  const [nameBefore, name] = [before, seats].map((all) => all.find(({ state }) => state === "yours")?.name);
  if (name !== nameBefore) join({ isOpen: !name && !watches, note: name || watches ? null : "taken away" });
  join({ seats });
}

/** Opens or closes the choice of a seat. */
export function toggleJoining() {
  const panel = document.getElementById("join");
  join({ isOpen: panel.hidden });
  flush();
  panel.querySelector("button")?.focus();
}

function claim(seat) {
  tab.remove(WATCHES);
  join({ watches: false });
  if (store.joining.seats[seat].state === "yours") toggleJoining();
  else link.send({ claim: seat });
}

function watch() {
  tab.set(WATCHES, "");
  join({ watches: true, isOpen: false, note: null, seats: [] });
  link.send({ claim: null });
}

/** The stone of a seat, if a game is shown. */
export function SeatStone({ seat }) {
  const player = store.snapshot?.game?.players[seat];
  return player && html`<${Stack} pieces=${[{ colour: player.colour, label: player.initial || player.name[0] }]} />`;
}

/** The list of seats with the buttons to take one or to watch. */
function Question({ seats }) {
  if (!seats.length) return html`<h2>${say("who")}</h2><p>${say("no game")}</p>`;
  const { picked } = store.joining, isPossible = ({ state }) => state === "yours" || state === "free";
  const own = seats.findIndex(({ state }) => state === "yours"), last = seats.findLastIndex(isPossible); // the host is the first
  const at = picked !== null && isPossible(seats[picked] ?? {}) ? picked : own >= 0 ? own : last;
  const seatChoice = ({ name, state }, seat) => html`
    <button
      type="button" class="choice" key=${seat} aria-pressed=${String(seat === at)} disabled=${!isPossible({ state })}
      onClick=${() => join({ picked: seat })}
    >
      <${SeatStone} seat=${seat} />
      <span><strong>${named(name)}</strong> <small>${say(`seat state ${state}`)}</small></span>
    </button>
  `;
  return html`
    <h2>${say("who")}</h2>
    <div class="choices">${seats.map(seatChoice)}</div>
    <p class="quiet">${say("on this phone")}</p>
    <div class="commands">
      ${at >= 0 &&
      html`
        <button type="button" class="command main sit" onClick=${() => claim(at)}>
          ${say(seats[at].state === "yours" ? "back to table" : "sit here")}<small>${say("play as", { name: named(seats[at].name) })}</small>
        </button>
      `}
      <button type="button" class="command watch" onClick=${watch}>${say("only watch")}</button>
    </div>
  `;
}

const FEW = 12; // number of rolls at the beginning of a game

/** How to join, on a television: the code, larger at first, until all seats are taken. A typed address has no code. */
export function JoinCode({ scene, isOver }) {
  const { code, link: address } = store.code ?? { link: location.href }, people = (store.seats ?? []).filter(({ state }) => state !== "bot");
  if (!isTelevision || (!code && (store.code || location.hostname === "localhost"))) return null; // phones cannot reach it
  const { game, draws } = scene ?? {}, free = people.filter(({ state }) => state === "free").length, isNew = !isOver && free > 0 && draws < FEW && !game?.notice;
  const isShown = code && (!game || isOver || isNew || (free > 1 && !game.notice)); // the host may play without a phone
  return html`
    <section id="code" class=${`card ${isNew ? "large" : ""}`} aria-label=${label("invite")}>
      ${isShown && html`<${Qr} code=${code} />`}
      <div>
        ${code && html`<strong>${say(!isShown ? "watch" : isOver ? "scan to join" : "join phone")}</strong>`}
        <p>${isShown ? say("scan or open") : code ? "" : say("code elsewhere")} <b>${new URL(address).host}</b></p>
        <ul>${game && !isOver && people.map(({ name, state }) => html`<li class=${state}>${named(name)} <small>${say(state === "free" ? "no phone" : `seat state ${state}`)}</small></li>`)}</ul>
      </div>
    </section>
  `;
}

export function Joining() {
  const seats = store.seats ?? [], { isOpen, note } = store.joining;
  const isShown = joins() && isOpen;
  return html`
    <section id="join" class="card" aria-label=${label("invite")} hidden=${!isShown}>
      <div>${isShown && html`<${Question} seats=${seats} />`}</div>
      <p role="status">${note && joins() ? say(note) : ""}</p>
    </section>
  `;
}
