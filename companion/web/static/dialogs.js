// Dialogs: the rules, the history with its luck reports, the people, the join code.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";
import { releaseFocus } from "./device.js";
import { Icon, LinkCode, RulesPicture } from "./drawings.js";
import { LuckReport, Share, StoryButton } from "./games.js";
import { SeatStone } from "./join.js";
import { link } from "./link.js";
import { cardOf } from "./screen.js";
import { ask, choose, label, named, say, store, update } from "./store.js";

const OPEN = "dialog"; // the state of the browser's history while a dialog is open
if (history.state === OPEN) history.replaceState(null, ""); // the page was reloaded
const PAGE_ROWS = 50; // maximum number of rows in an answer

const quiet = (words) => html`<p class="quiet">${words}</p>`;

/** Returns the answer to a request: undefined before it arrives, null if there is none, "failed" after an error. */
function useAnswer(question) {
  const [answer, setAnswer] = useState(undefined);
  useEffect(() => {
    question().then(setAnswer, () => setAnswer("failed"));
  }, []);
  return answer;
}

export function Dialog() {
  const name = store.dialog, made = useRef(null);
  useLayoutEffect(() => {
    if (name && !made.current.open) made.current.showModal();
    if (!name) return undefined;
    // The browser's Back button closes the dialog, not the page.
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
    releaseFocus(); // the dialog returns the focus to the tool, also after a click
  };
  return html`
    <dialog class=${name} aria-label=${say(name)} closedby="any" ref=${made} onClose=${closed}>
      <header>
        <h2>${say(name === "invite" ? "join phone" : name)}</h2>
        <button type="button" class="close" aria-label=${say("close")} onClick=${() => made.current.close()}>
          <${Icon} name="close" />
        </button>
      </header>
      <div class="room"><${CONTENTS[name]} /></div>
    </dialog>
  `;
}

/** The rules of the current game, or of all games. */
function Rules() {
  const games = useAnswer(() => ask(`rules-${store.language}.json`));
  if (games === "failed") return quiet(say("failed"));
  const running = (document.querySelector('[data-key="game"] :checked + span') ?? document.getElementById("title")).textContent;
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
 * A long list in pages, with the button `more` for the next page.
 *
 * `page` fetches the entries after the given ones; `row` draws an entry; `above` is shown above the list, and the text
 * `none` if it is empty.
 */
function List({ page, row, more, none, above = null }) {
  const [entries, setEntries] = useState([]);
  const [state, setState] = useState("busy"); // or "whole", "more" or "failed"
  const add = async () => {
    setState("busy");
    const added = await page(entries).then((found) => found ?? [], () => null); // null without a journal
    setEntries([...entries, ...(added ?? [])]);
    setState(!added ? "failed" : added.length < PAGE_ROWS ? "whole" : "more");
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

/** A line with details, which are fetched when it is opened for the first time. */
function LazyDetails({ summary, children = null, load, draw, name = null }) {
  const [answer, setAnswer] = useState(undefined);
  const open = () => answer === undefined && load().then(setAnswer, () => setAnswer("failed"));
  return html`
    <details class=${name} onToggle=${open}>
      <summary>${summary}</summary>
      ${children}
      ${answer === "failed" ? quiet(say("failed")) : answer !== undefined && draw(answer)}
    </details>
  `;
}

function History() {
  const isOver = cardOf(store.snapshot)?.mood === "end"; // saved after Done
  return html`
    <${List}
      page=${(games) => ask(games.length ? `api/history?before=${games.at(-1).number}` : "api/history")}
      row=${gameRow} more="older" none=${isOver ? null : "no games"}
      above=${isOver && quiet(say("game to come"))}
    />
  `;
}

/** The note that all dice or tiles were verified with the commitment and the seed. */
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
    <${LazyDetails} key=${game.number} summary=${summary} load=${fetchLuck} draw=${draw}>
      ${!game.damaged && html`<${StoryButton} name=${game.number} />`}
    </${LazyDetails}>
  `;
}

/** All players with a name: games, wins, records and luck. */
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

const won = ({ wins, games }) => `${say("won of", { wins, games })} · ${Math.round((100 * wins) / games)}\u00a0%`;

function personRow(person) {
  // `dir` keeps a name in a right-to-left script from moving the text next to it.
  const summary = html`
    <strong dir="auto">${person.name}</strong>
    <span class="quiet">${won(person)}</span>
  `;
  const query = new URLSearchParams({ name: person.name, language: store.language });
  const fetchPerson = () => ask(`api/person?${query}`);
  return html`<${LazyDetails} key=${person.name} summary=${summary} load=${fetchPerson} draw=${aboutPerson} />`;
}

function aboutPerson({ facts: [, ...facts] }) { // the first fact is in the summary
  return html`
    <table>
      <tbody>
        ${facts.map(([label, figure]) => html`<tr><th scope="row">${label}</th><td>${figure}</td></tr>`)}
      </tbody>
    </table>
  `;
}

/** Returns the join code and the links for seats, and the handler of the switch for phones. */
function useInvitations() {
  const first = useAnswer(() => link.invitations()), [newest, take] = useState(null);
  const letJoin = async ({ target }) => {
    target.disabled = true; // until the answer arrives, so that answers are not mixed up
    take(await link.invitations({ phones: target.checked }).catch(() => "failed"));
    target.disabled = false;
  };
  return { answer: newest ?? first, letJoin };
}

/** A link for phones; a local address has no code, because phones cannot reach it. */
const PhoneLink = ({ words = "", ...link }) =>
  html`<${LinkCode} ...${link} words=${link.code && words} missing=${say("cannot join")} />`;

const Switch = ({ words, isOn, change }) => html`
  <label class="switch"><input type="checkbox" role="switch" checked=${isOn} onChange=${change} /> ${say(words)}</label>
`;

/** The join code with the switch for phones. */
const Invitation = ({ answer: { join, phones, unreachable }, letJoin, children = null }) => html`
  <${PhoneLink} ...${join} text=${join.link.replace(/^https?:\/\/|\/?#.*/g, "")} words=${say("scan or open")} />
  <div class="about">
    ${phones !== null && html`<${Switch} words="phones" isOn=${phones} change=${letJoin} />`}
    ${quiet(say(join.code ? "inviting" : unreachable ? "unreachable" : "local"))}
    ${children}
  </div>
`;

export function SetupCode() {
  const { answer, letJoin } = useInvitations();
  return answer?.join && html`<section class="card at-phones"><${Invitation} ...${{ answer, letJoin }} /></section>`;
}

/** The dialog of the join code, with the holders of seats and the links for single seats. */
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
        <a class="command" href=${join.link.replace("/#", "/tv#")} target="_blank" rel="noopener">
          <span>${say("tv")}</span><small>${say("tv shows", { address: `${new URL(join.link).host}/tv` })}</small>
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
          <div class="codes">${seats.map((seat) => html`<${PhoneLink} ...${seat} text=${named(seat.name)} />`)}</div>
        </details>
      `}
    </div>
  `;
}

/** A seat with its holder; the host can take it back from a phone. */
const Holder = ({ name, state, seat }) => html`
  <li>
    <${SeatStone} seat=${seat} />
    <span><strong>${named(name)}</strong> <small class=${state}>${label(`holder ${state}`) ?? say(`seat state ${state}`)}</small></span>
    ${["taken", "away"].includes(state) &&
    html`
      <button
        type="button" class="choice" aria-label=${say("take back", { name: named(name) })}
        onClick=${() => link.send({ take_back: seat })}
      >${say("take back short")}</button>
    `}
  </li>
`;

/** Shows a host who can only watch where the link is. */
function WayBack() {
  useEffect(() => {
    update({ wayBack: null });
    link.send({ way_back: true });
  }, []);
  useEffect(() => {
    if (store.may === "all") update({ dialog: null }); // the host is back
  });
  const { file = "" } = store.wayBack ?? {};
  return html`
    <p>${say("way back")}</p>
    ${file && html`<p>${say("link file")}</p><p><code class="path">${file}</code></p>`}
  `;
}

const CONTENTS = { rules: Rules, history: History, people: People, invite: Invite, host: WayBack };
