// What opens over the page: the rules, the history with its luck reports, the people, the join code.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";
import { releaseFocus } from "./device.js";
import { Icon, Qr, RulesPicture } from "./drawings.js";
import { LuckReport, Share, StoryButton } from "./games.js";
import { SeatStone } from "./join.js";
import { link } from "./link.js";
import { cardOf } from "./screen.js";
import { ask, choose, label, named, say, store, update } from "./store.js";

const OPEN = "dialog"; // the state of the browser's history while one is open
if (history.state === OPEN) history.replaceState(null, ""); // it was reloaded
const MOST = 50; // rows in an answer of the table

const quiet = (words) => html`<p class="quiet">${words}</p>`;

/** The answer to a request: undefined before, null if it does not exist, "failed" without an answer. */
function useAnswer(question) {
  const [answer, setAnswer] = useState(undefined);
  useEffect(() => {
    question().then(setAnswer, () => setAnswer("failed"));
  }, []);
  return answer;
}

/** The one that is open, in a dialog, which says so where the table does not answer. */
export function Dialog() {
  const name = store.dialog, made = useRef(null);
  useLayoutEffect(() => {
    if (name && !made.current.open) made.current.showModal();
    if (!name) return undefined;
    // The browser's Back closes it, and leaves the page open.
    const back = () => made.current?.close();
    history.pushState(OPEN, "");
    addEventListener("popstate", back);
    return () => {
      removeEventListener("popstate", back);
      if (history.state === OPEN) history.back();
    };
  }, [name]);
  if (!name) return null;
  const closed = () => {
    update({ dialog: null });
    releaseFocus(); // it has given the focus back to the tool, also after a click
  };
  return html`
    <dialog class=${name} aria-label=${say(name)} closedby="any" ref=${made} onClose=${closed}>
      <header>
        <h2>${say(name === "invite" ? "join phone" : name)}</h2>
        <button type="button" class="close" aria-label=${say("close")} onClick=${() => made.current.close()}>
          <${Icon} name="close" />
        </button>
      </header>
      <div class="room"><${ROOMS[name]} /></div>
    </dialog>
  `;
}

/** The rules of the game that is on, else of all. */
function Rules() {
  const games = useAnswer(() => ask(`rules-${store.language}.json`));
  if (games === "failed") return quiet(say("failed"));
  const running = document.getElementById("title").textContent;
  const shown = Object.entries(games ?? {}).filter(([title]) => !(running in games) || title === running);
  const isOn = (title, heading) => title === running && store.snapshot?.variants?.includes(heading);
  const named = (title, heading) => (isOn(title, heading) ? `${heading} (${say("on in this game")})` : heading);
  const isShort = store.rules === "short";
  const section = (title) => ({ heading, text, brief, picture, moments }) => html`
    <h4>${named(title, heading)}</h4>
    <div class="ruled">
      ${moments > 0 && html`<${RulesPicture} path=${picture} moments=${moments} />`}
      <p>${(isShort && brief) || text}</p>
    </div>
  `;
  return html`
    <button
      type="button" class="command" aria-pressed=${String(isShort)}
      onClick=${() => choose("rules", isShort ? "long" : "short")}
    >${say("short rules")}</button>
    ${shown.map(
      ([title, sections]) => html`
        <h3>${title}</h3>
        ${sections.map(section(title))}
        ${label(`rulebook ${title}`) && quiet(say(`rulebook ${title}`))}
      `,
    )}
  `;
}

/**
 * A long list, page by page: where there is more, a button in the words of `more` adds the next page.
 *
 * `page` fetches what comes after the entries that are there; `row` draws one; `above` is over them, and `none` where
 * there is nothing.
 */
function List({ page, row, more, none, above = null }) {
  const [entries, setEntries] = useState([]);
  const [state, setState] = useState("busy"); // or "whole", or there is "more"; or the request has "failed"
  const add = async () => {
    setState("busy");
    const added = await page(entries).then((found) => found ?? [], () => null); // without a journal there are none
    setEntries([...entries, ...(added ?? [])]);
    setState(!added ? "failed" : added.length < MOST ? "whole" : "more");
  };
  useEffect(() => void add(), []);
  return html`
    ${above}
    ${entries.map(row)}
    ${state === "failed" && quiet(say("failed"))}
    ${state === "more" && html`<button type="button" class="command older" onClick=${add}>${say(more)}</button>`}
    ${state === "whole" && !entries.length && none && quiet(say(none))}
  `;
}

/** A line that opens; its content is fetched, and drawn, when it does so for the first time. */
function Opening({ summary, children = null, fetch: fetchIt, draw, name = null }) {
  const [answer, setAnswer] = useState(undefined);
  const open = () => answer === undefined && fetchIt().then(setAnswer, () => setAnswer("failed"));
  return html`
    <details class=${name} onToggle=${open}>
      <summary>${summary}</summary>
      ${children}
      ${answer === "failed" ? quiet(say("failed")) : answer !== undefined && draw(answer)}
    </details>
  `;
}

function History() {
  const isOver = cardOf(store.snapshot)?.mood === "end"; // and waits for Done
  return html`
    <${List}
      page=${(games) => ask(games.length ? `api/history?before=${games.at(-1).number}` : "api/history")}
      row=${gameRow} more="older" none=${isOver ? null : "no games"}
      above=${isOver && quiet(say("game to come"))}
    />
  `;
}

/** Only where every draw of the box was checked against commitment and seed. */
const verified = (record) => record.verified && quiet(say(`${record.verified} verified`));

function gameRow(game) {
  const when = new Intl.DateTimeFormat(store.language, { dateStyle: "medium", timeStyle: "short" });
  const began = game.begun_at && when.format(new Date(game.begun_at));
  if (!game.players) return html`<p class="game">${say("damaged game", { number: game.number })}</p>`;
  const names = (seats) => seats.map(named).join(", ");
  const winners = names(game.winners.map((seat) => game.players[seat])) || say("no winner");
  const figures = [
    game.title, began, `${game.minutes}\u00a0min`, game.joined && say("joined game"), game.damaged && say("damaged"),
  ];
  const summary = html`
    <strong>${say("won by", { names: winners })}</strong>
    <span class="quiet">${say("players of", { names: names(game.players) })}</span>
    <span class="quiet">${figures.filter(Boolean).join(" · ")}</span>
  `;
  const fetchLuck = () => ask(`api/record/${game.number}`).catch(() => "none");
  const draw = (record) => html`
    ${record === "none" ? quiet(say("failed")) : html`<${LuckReport} game=${record} />${verified(record)}`}
    ${!game.damaged && html`<${Share} game=${game} />`}
  `;
  return html`
    <${Opening} key=${game.number} summary=${summary} fetch=${fetchLuck} draw=${draw}>
      ${!game.damaged && html`<${StoryButton} name=${game.number} />`}
    </${Opening}>
  `;
}

/** Everybody who has played under a name: games, wins, records and luck. */
function People() {
  const [damaged, setDamaged] = useState([]);
  const page = async ({ length }) => {
    const found = await ask(`api/people?after=${length}`);
    setDamaged(found.damaged);
    return found.people;
  };
  const above = damaged.length > 0 && quiet(say("uncounted", { numbers: damaged.join(", ") }));
  return html`<${List} page=${page} row=${personRow} more="more people" none="no people yet" above=${above} />`;
}

const share = ({ wins, games }) => `${Math.round((100 * wins) / games)}\u00a0%`;
const won = (tally) => `${say("won of", tally)} · ${share(tally)}`;

function personRow(person) {
  // Its direction is the name's own: what is next to it stays in place.
  const summary = html`
    <strong dir="auto">${person.name}</strong>
    <span class="quiet">${won(person)}</span>
  `;
  const query = new URLSearchParams({ name: person.name, language: store.language });
  const fetchPerson = () => ask(`api/person?${query}`);
  return html`<${Opening} key=${person.name} summary=${summary} fetch=${fetchPerson} draw=${aboutPerson} />`;
}

function aboutPerson({ facts: [, ...facts] }) { // the first is in the line that opens
  return html`
    <table>
      <tbody>
        ${facts.map(([label, figure]) => html`<tr><th scope="row">${label}</th><td>${figure}</td></tr>`)}
      </tbody>
    </table>
  `;
}

/** The join code and the links for seats, as the host gets them; and what a switch for phones does. */
function useInvitations() {
  const first = useAnswer(() => link.invitations()), [newest, take] = useState(null);
  const letJoin = async ({ target }) => {
    target.disabled = true; // until it is answered: the answer to another click would be taken for this one's
    take(await link.invitations({ phones: target.checked }).catch(() => "failed"));
    target.disabled = false;
  };
  return { answer: newest ?? first, letJoin };
}

/** A link with its code; no phone reaches a local address. */
const Code = ({ link: href, code, text, words = "" }) => html`
  <figure>
    ${code ? html`<${Qr} code=${code} />` : html`<p class="code">${say("cannot join")}</p>`}
    <figcaption>${code && words} <a href=${href} target="_blank" rel="noopener">${text}</a></figcaption>
  </figure>
`;

const Switch = ({ words, isOn, change }) => html`
  <label class="switch"><input type="checkbox" role="switch" checked=${isOn} onChange=${change} /> ${say(words)}</label>
`;

/** The join code with its switch, where that has been started here, and what else can be done. */
const Invitation = ({ answer: { join, phones, unreachable }, letJoin, children = null }) => html`
  <${Code} ...${join} text=${join.link.replace(/^https?:\/\/|\/?#.*/g, "")} words=${say("scan or open")} />
  <div class="about">
    ${phones !== null && html`<${Switch} words="phones" isOn=${phones} change=${letJoin} />`}
    ${quiet(say(join.code ? "inviting" : unreachable ? "unreachable" : "local"))}
    ${children}
  </div>
`;

/** The join code in the setup, for the host. */
export function SetupCode() {
  const { answer, letJoin } = useInvitations();
  return answer?.join && html`<section class="card at-phones"><${Invitation} ...${{ answer, letJoin }} /></section>`;
}

/** The join code, for the host: who came by it, and the links for single seats. */
function Invite() {
  const { answer, letJoin } = useInvitations();
  if (answer === "failed") return quiet(say("failed"));
  if (!answer) return null;
  const { join, seats } = answer;
  const keep = ({ target }) => {
    link.keepHost(target.checked);
    update({});
  };
  return html`
    <${Invitation} ...${{ answer, letJoin }}>
      <ul class="holders">${store.seats?.map((seat, number) => html`<${Holder} ...${seat} seat=${number} />`)}</ul>
      ${seats.length === 0 && quiet(say("no seats"))}
      <div class="foot">
        <a class="command" href=${join.link.replace("/#", "/?tv#")} target="_blank" rel="noopener">
          <span>${say("tv")}</span><small>${say("tv shows")}</small>
        </a>
        <button type="button" class="command main done" onClick=${({ target }) => target.closest("dialog").close()}>
          ${say("done")}
        </button>
      </div>
    </${Invitation}>
    <div class="host">
      <${Switch} words="my computer" isOn=${link.keepsHost} change=${keep} />
      ${seats.length > 0 &&
      html`
        <details>
          <summary>${say("seat links")}</summary>
          <div class="codes">${seats.map((seat) => html`<${Code} ...${seat} text=${named(seat.name)} />`)}</div>
        </details>
      `}
    </div>
  `;
}

/** Who holds a seat; the host can take it back from a phone. */
const Holder = ({ name, state, seat }) => html`
  <li>
    <${SeatStone} seat=${seat} />
    <span><strong>${named(name)}</strong> <small class=${state}>${label(`holder ${state}`) ?? say(`seat state ${state}`)}</small></span>
    ${state === "taken" &&
    html`
      <button
        type="button" class="choice" aria-label=${say("take back", { name: named(name) })}
        onClick=${() => link.send({ take_back: seat })}
      >${say("take back short")}</button>
    `}
  </li>
`;

/** For a host who only watches: where the link is. */
function WayBack() {
  useEffect(() => {
    update({ wayBack: null });
    link.send({ way_back: true });
  }, []);
  useEffect(() => {
    if (store.may === "all") update({ dialog: null }); // there again
  });
  const { file = "" } = store.wayBack ?? {};
  return html`
    <p>${say("way back")}</p>
    ${file && html`<p>${say("link file")}</p><p><code class="path">${file}</code></p>`}
  `;
}

const ROOMS = { rules: Rules, history: History, people: People, invite: Invite, host: WayBack };
