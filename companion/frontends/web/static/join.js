// Who sits where: whoever came by the join code says who they are; where two want one seat, the host decides.

import { html } from "./preact.js";
import { Qr } from "./drawings.js";
import { link } from "./link.js";
import { flush, label, named, say, store, update } from "./store.js";

const WATCHES = "watches"; // this tab only watches: it is not asked again by itself

const join = (values) => update({ joining: { ...store.joining, ...values } });

/** Whether this page came by the join code. */
export const joins = () => store.may !== "all" && store.seats !== null;

/** Takes down what has happened to this page's seat, or to its request for one, since the last list of seats. */
export function noteSeats() {
  const seats = store.seats ?? [], { seats: before, watches } = store.joining;
  if (!joins()) return join({ seats });
  const [had, has] = [before, seats].map((all) => all.find(({ state }) => state === "yours")?.name);
  const [wanted, wants] = [before, seats].map((all) => all.find((seat) => seat.wanted)?.name);
  if (has !== had) join({ isOpen: !has && !watches });
  if (wants) join({ note: { key: "asked", name: wants } });
  else if (has !== had) join({ note: has || watches ? null : { key: "taken away", name: "" } });
  else if (wanted) {
    const isTaken = seats.some(({ name, state }) => name === wanted && state === "taken");
    join({ note: isTaken ? { key: "kept", name: wanted } : null });
  }
  join({ seats });
}

/** The table forgets a request with the connection over which it came. */
export function claimAgain() {
  const seat = store.joining.seats.findIndex(({ wanted }) => wanted);
  if (joins() && seat >= 0) link.send({ claim: seat });
}

/** Asks once more, or no more: somebody wants another seat, or one at last. */
export function toggleJoining() {
  const panel = document.getElementById("join");
  join({ isOpen: panel.hidden });
  flush();
  panel.querySelector("button")?.focus();
}

function claim(seat) {
  sessionStorage.removeItem(WATCHES);
  join({ watches: false });
  if (store.joining.seats[seat].state === "yours") toggleJoining();
  else link.send({ claim: seat });
}

function watch() {
  sessionStorage.setItem(WATCHES, "");
  join({ watches: true, isOpen: false, note: null, seats: [] }); // what was wanted is not any more
  link.send({ claim: null });
  noteSeats();
}

const Choice = ({ act, isPressed = null, children }) =>
  html`<button type="button" class="choice" aria-pressed=${isPressed} onClick=${act}>${children}</button>`;

/** A button for each seat, and one for whoever only watches. */
function Question({ seats }) {
  if (!seats.length) return html`<h2>${say("who")}</h2><p>${say("nobody yet")}</p>`;
  const seatChoice = ({ name, state }, seat) => state !== "bot" && html`
    <${Choice} key=${seat} act=${() => claim(seat)} isPressed=${String(state === "yours")}>
      <strong>${named(name)}</strong>${" "}<small>${state === "yours" ? "" : say(`seat state ${state}`)}</small>
    </${Choice}>
  `;
  return html`
    <h2>${say("who")}</h2>
    <div class="choices">
      ${seats.map(seatChoice)}
      <${Choice} key="watch" act=${watch}>${say("only watch")}</${Choice}>
    </div>
  `;
}

/** What the host is asked: whether a phone gets the seat of another one. */
const request = ({ name, wanted }, seat) =>
  wanted &&
  html`
    <p key="wanted ${seat}">${say("wanted", { name: named(name) })}</p>
    <div key="choices ${seat}" class="choices">
      ${["give", "refuse"].map(
        (verb) => html`<${Choice} key=${verb} act=${() => link.send({ [verb]: seat })}>${say(verb)}</${Choice}>`,
      )}
    </div>
  `;

/** The join code on a television, as large as there is room; nothing where no phone reaches the page. */
export const JoinCode = () =>
  store.code?.code &&
  html`
    <section id="code" class="card" aria-label=${label("invite")}>
      <${Qr} code=${store.code.code} />
      <p>${say("scan to join")}</p>
    </section>
  `;

/** The requests for seats, where a dialog lies over the page. */
export const Requests = () =>
  store.may === "all" && store.seats?.some(({ wanted }) => wanted)
    ? html`<div class="requests" role="status">${store.seats.map(request)}</div>`
    : null;

export function Joining() {
  const seats = store.seats ?? [], { isOpen, note } = store.joining;
  const isShown = joins() && isOpen, isHost = store.may === "all";
  const isHidden = isHost ? !seats.some(({ wanted }) => wanted) : !isShown;
  return html`
    <section id="join" class="card" aria-label=${label("invite")} hidden=${isHidden}>
      <div>${isHost ? seats.map(request) : isShown && html`<${Question} seats=${seats} />`}</div>
      <p role="status">${note && joins() ? say(note.key, { name: named(note.name) }) : ""}</p>
    </section>
  `;
}
