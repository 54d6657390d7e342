// The join code, for whoever holds the table's link: who came by it, and the links for single seats.

import { drawn, element } from "./make.js";
import { named, say } from "./words.js";

/** The links; there are none where the connection is lost first. */
const invitations = (link) => new Promise((done, lost) => {
  if (!link.open) lost();
  link.addEventListener("invitations", ({ detail }) => done(detail), { once: true });
  link.addEventListener("open", lost, { once: true });
  link.invite();
});

export async function invite(room, _, link) {
  const { join, seats } = await invitations(link);
  const holders = element("ul", { className: "holders" });
  const list = () => holders.replaceChildren(...(link.seats ?? []).map((seat, number) => holder(seat, number, link)));
  link.addEventListener("seats", list);
  room.closest("dialog").addEventListener("close", () => link.removeEventListener("seats", list));
  list();
  // No phone reaches a local address: there is no code then, but how to get one.
  room.append(element("p", { className: "quiet", textContent: say("inviting") }));
  if (!join.code) room.append(element("p", { textContent: say("local") }));
  room.append(figure(join, say("invite")), holders);
  if (!seats.length) return room.append(element("p", { textContent: say("no seats") }));
  const links = element("div", { className: "codes" }, ...seats.map((seat) => figure(seat, named(seat.name))));
  room.append(element("details", {}, element("summary", { textContent: say("seat links") }), links));
}

/** Who holds a seat; the host can take it back from a phone. */
function holder({ name, state }, seat, link) {
  const made = element("li", {}, element("strong", { textContent: named(name) }), " ", element("span", { className: "quiet", textContent: say(`seat state ${state}`) }));
  if (state !== "taken") return made;
  const button = element("button", { type: "button", className: "choice", textContent: say("take back", { name: named(name) }) });
  button.addEventListener("click", () => link.decide("take_back", seat));
  made.append(button);
  return made;
}

function figure({ link, code }, text) {
  const caption = element("figcaption", {}, element("a", { href: link, target: "_blank", rel: "noopener", textContent: text }));
  return element("figure", {}, ...(code ? [qr(code)] : []), caption);
}

export function qr(code) {
  const d = code.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  const side = code.length + 8;
  return drawn("svg", { class: "code", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" }, drawn("rect", { width: side, height: side, fill: "#fff" }), drawn("path", { d, fill: "#000" }));
}
