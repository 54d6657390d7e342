// Who sits where: whoever came by the join code says who they are; where two want one seat, the host decides.

import { element } from "./make.js";
import { named, say } from "./words.js";

const WATCHES = "watches"; // this tab only watches: it is not asked again by itself

const button = (key, label, act, pressed) => {
  const made = element("button", { type: "button", className: "choice" }, ...label);
  made.dataset.key = key;
  if (pressed !== undefined) made.ariaPressed = String(pressed);
  made.addEventListener("click", act);
  return made;
};

export class Joining {
  #root;
  #link;
  #may = null;
  #seats = [];
  #watches = sessionStorage.getItem(WATCHES) !== null;
  #asks = !this.#watches;
  #note = null; // a text's key, and the name in it
  #body = element("div");
  #status = element("p", { role: "status" });

  constructor(root, link) {
    this.#root = root;
    this.#link = link;
    root.append(this.#body, this.#status);
    link.addEventListener("seats", () => this.show());
    // The table forgets a request with the connection over which it came.
    link.addEventListener("open", ({ detail: open }) => open && this.#again());
  }

  /** Whether this page came by the join code. */
  get joins() {
    return this.#may !== "all" && this.#link.seats !== null;
  }

  may(may) {
    this.#may = may;
    this.show();
  }

  /** Asks once more: somebody wants another seat, or one at last. */
  toggle() {
    this.#asks = this.#root.hidden;
    this.show();
    this.#body.querySelector("button")?.focus();
  }

  show() {
    const seats = this.#link.seats ?? [];
    if (this.joins) this.#compare(seats);
    this.#seats = seats;
    const parts = this.#may === "all" ? this.#requests(seats) : this.joins && this.#asks ? this.#question(seats) : [];
    const focused = document.activeElement?.closest?.("#join [data-key]")?.dataset.key;
    this.#body.replaceChildren(...parts);
    const { key, name } = this.#note ?? {};
    this.#status.textContent = key && this.joins ? say(key, { name: named(name) }) : "";
    this.#root.hidden = !parts.length;
    if (focused) this.#body.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  /** What has happened to this page's seat, or to its request for one. */
  #compare(seats) {
    const [had, has] = [this.#seats, seats].map((all) => all.find(({ state }) => state === "yours")?.name);
    const [wanted, wants] = [this.#seats, seats].map((all) => all.find((seat) => seat.wanted)?.name);
    if (has !== had) this.#asks = !has && !this.#watches;
    if (wants) this.#note = { key: "asked", name: wants };
    else if (has !== had) this.#note = has || this.#watches ? null : { key: "taken away" };
    else if (wanted) this.#note = seats.some(({ name, state }) => name === wanted && state === "taken") ? { key: "kept", name: wanted } : null;
  }

  #again() {
    const seat = this.#seats.findIndex(({ wanted }) => wanted);
    if (this.joins && seat >= 0) this.#link.claim(seat);
  }

  /** A button for each seat, and one for whoever only watches. */
  #question(seats) {
    const heading = element("h2", { textContent: say("who") });
    if (!seats.length) return [heading, element("p", { textContent: say("nobody yet") })];
    const choices = seats.map((seat, number) => {
      const state = seat.state === "yours" ? "" : say(`seat state ${seat.state}`);
      return button(`seat ${number}`, [element("strong", { textContent: named(seat.name) }), " ", element("small", { textContent: state })], () => this.#claim(number), seat.state === "yours");
    });
    return [heading, element("div", { className: "choices" }, ...choices, button("watch", [say("only watch")], () => this.#watch()))];
  }

  #claim(seat) {
    this.#watches = false;
    sessionStorage.removeItem(WATCHES);
    if (this.#seats[seat].state === "yours") this.toggle();
    else this.#link.claim(seat);
  }

  #watch() {
    this.#watches = true;
    sessionStorage.setItem(WATCHES, "");
    this.#asks = false;
    this.#note = null;
    this.#seats = []; // what was wanted is not any more
    this.#link.claim(null);
    this.show();
  }

  /** What the host is asked: whether a phone gets the seat of another one. */
  #requests(seats) {
    const decision = (verb, seat) => button(`${verb} ${seat}`, [say(verb)], () => this.#link.decide(verb, seat));
    return seats.flatMap(({ name, wanted }, seat) =>
      wanted ? [element("p", {}, say("wanted", { name: named(name) })), element("div", { className: "choices" }, decision("give", seat), decision("refuse", seat))] : [],
    );
  }
}
