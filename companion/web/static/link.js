// The link to the table: one socket that reconnects automatically, and the token of the address.
//
// Messages are JSON objects with one key. Each is an event of that name: `description` (what the table shows), `may`,
// `seats`, `invitations`, `note` (tones and speech), `refused`, `error`.
// Binary ones are frames of the device, event `frame`. `open` says whether there is a connection that answers.

import { browser, store, tab } from "./store.js";

const RETRY_MS = [250, 500, 1000, 2000, 5000];
const KEPT = "token"; // of this tab, else of an installed page
const HOST = "host token"; // beyond the tab, where the host has ticked that this is the host's own computer
const CLAIM = "claim"; // to a seat: kept when the tab is closed and the code scanned again
const PROTOCOL = "companion"; // what the socket speaks; the token is offered next to it: a link gets a place
const ASLEEP_MS = 10_000;
const ENDS = { 1012: "closed", 4001: "shut" }; // close codes: the table ends (RFC 6455), phones may not join any more
const RARELY_MS = 30_000; // how often a phone looks whether it may join again
const PROBE_MS = 3000; // how often the page checks that the table is alive, while it is visible
const ANSWER_MS = 4000; // how long it may take
const SILENT_AFTER = 4; // attempts: about four seconds

/** Whether this page is a television: it came by the join link, shows its code, and takes no seat. */
export const isTelevision = location.search === "?tv";
const installed = matchMedia("(display-mode: standalone)"); // an installed app has no tab: it keeps its token itself

/** Takes the token out of the address bar, where a whole room could read it, and keeps it for this tab. */
function token() {
  const given = location.hash.slice(1);
  if (given) {
    tab.set(KEPT, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  const own = tab.get(KEPT) ?? (installed.matches ? browser.get(KEPT) : null);
  return own ?? browser.get(HOST);
}

/** The claim to a seat: the tab's own goes before the browser's newest, so that two tabs keep two seats. */
const claim = () => (isTelevision ? null : tab.get(CLAIM) ?? browser.get(CLAIM));

/** Fetches without the cache. The timeout is for a stopped companion, which accepts a connection but never answers. */
const fetchFresh = (path) => fetch(path, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });

class Link extends EventTarget {
  #socket = null;
  #failures = 0;
  #timer = 0;
  #language = null;
  #hidden = 0;
  #ended = null; // why, where the table has said so; a word of ENDS
  #heardAt = 0; // when the last message came
  #refused = false; // the table hands out the page's files, but takes no socket from it
  #frames = null; // how many a second are wanted at most; null: all
  #host = null; // the token by which this page is the host's
  #recognition = null; // the name that the table has given to this page, and what only that table answers to it
  #attempt = 0;
  isOurs = true; // whether the table of this page answers: no one else gets a token

  /** Connects, and stays connected: a page that wakes up, or is back in the network, connects at once. */
  start() {
    addEventListener("online", () => this.#reopen());
    document.addEventListener("visibilitychange", () => this.#seen(document.hidden));
    addEventListener("hashchange", () => this.#unlock());
    setInterval(() => this.#probe(), PROBE_MS);
    addEventListener("appinstalled", () => !this.#host && browser.set(KEPT, token() ?? ""));
    this.#open();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Why nothing comes: the table has ended, refuses this page, is silent, or the connection was lost a moment ago. */
  get trouble() {
    if (this.#refused) return "refused";
    return this.#ended ?? (this.#failures >= SILENT_AFTER ? "silent" : "lost");
  }

  /** Presses a button of the device, or holds it. */
  press(button, held) {
    this.send({ [held ? "hold" : "press"]: button, view: store.snapshot?.view }); // without a view it names none
  }

  /** Points at a place of the board, by the table's name for it. */
  point(place) {
    this.send({ point: place });
  }

  /** Answers a question of the form, by its key. */
  choose(name, value) {
    this.send({ choose: { [name]: value }, view: store.snapshot?.view });
  }

  /** Requests everything in a language. */
  speak(language) {
    this.#language = language;
    if (language) this.send({ language });
  }

  /** Requests at most this many frames a second; null: all. */
  limitFrames(most) {
    this.#frames = most;
    this.send({ frames: most });
  }

  /** Requests the join code and the links for seats, or that phones may join; rejects where the connection is lost first.
   * @param {object} request */
  invitations(request = { invite: true }) {
    return new Promise((resolve, reject) => {
      if (!this.open) reject(new Error("no connection"));
      this.addEventListener("invitations", (event) => resolve(event["detail"]), { once: true });
      this.addEventListener("open", reject, { once: true });
      this.send(request);
    });
  }

  get keepsHost() {
    return browser.get(HOST) !== null;
  }

  /** Keeps the host's token beyond this tab, or in this tab only. */
  keepHost(keeps) {
    const kept = token();
    browser.remove(HOST);
    if (keeps) browser.set(HOST, kept);
    else tab.set(KEPT, kept);
  }

  async #open() {
    const attempt = ++this.#attempt, isOurs = await this.#recognise().catch(() => null);
    if (attempt !== this.#attempt) return;
    if (isOurs === null) return this.#closed(this.#socket, 0); // no answer
    this.isOurs = isOurs;
    const kept = isOurs && token();
    const address = new URL("socket", location.href); // next to the page: a proxy may serve it under a path, with TLS
    address.protocol = location.protocol.replace("http", "ws");
    const offers = [PROTOCOL, kept, kept && claim()].filter(Boolean);
    const socket = new WebSocket(address, offers);
    socket.binaryType = "arraybuffer";
    // A companion that has stopped takes a connection and never answers it.
    setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), ANSWER_MS);
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#heardAt = performance.now();
      if (typeof data === "string") this.#receive(JSON.parse(data));
      else this.#notify("frame", data);
    };
    socket.onclose = ({ code }) => this.#closed(socket, code);
    this.#socket = socket;
  }

  /** Whether our table answers, and not another program on its port; the page itself came from there. */
  async #recognise() {
    if (!this.#recognition) return true;
    const { name, answer } = this.#recognition, given = await fetchFresh(`recognition/${name}`);
    if (given.status >= 500 || given.status === 429) throw new Error("busy"); // or a proxy before a table that starts
    return given.ok && (await given.text()) === answer;
  }

  /** A companion that has stopped keeps its connections: only an answer shows that it is there. */
  #probe() {
    if (!this.open || document.hidden) return;
    if (performance.now() - this.#heardAt <= PROBE_MS + ANSWER_MS) return this.send({ alive: true });
    this.#failures = Math.max(this.#failures, SILENT_AFTER);
    const old = this.#socket;
    this.#closed(old, 0);
    old.close();
  }

  /** A browser does not say why a socket was not opened: a table that is there has refused it, or a proxy has. */
  async #askWhy() {
    const refused = await fetchFresh("version.json").then(({ ok }) => ok, () => false);
    if (this.open || refused === this.#refused) return;
    this.#refused = refused;
    this.#notify("open", false);
  }

  #opened() {
    this.#failures = 0;
    this.#heardAt = performance.now();
    [this.#ended, this.#refused] = [null, false];
    this.#notify("open", true);
    this.speak(this.#language);
    if (this.#frames !== null) this.limitFrames(this.#frames);
    if (!this.isOurs) this.#notify("refused", "token");
    else if (!token()) this.#notify("may", null);
  }

  /** Another link was put into the address bar; it may be of another kind. */
  #unlock() {
    const kept = token();
    this.#notify("seats", null);
    if (!kept) return;
    if (this.isOurs) return this.send({ token: kept });
    this.#recognition = null; // opening a link means the table that is there
    this.#renew();
  }

  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#ended = ENDS[code] ?? this.#ended;
    this.isOurs &&= !this.#recognition;
    this.#notify("open", false);
    const delay = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)];
    const wait = this.#ended === "shut" ? RARELY_MS : delay;
    this.#timer = setTimeout(() => this.#open(), wait);
    if (this.#failures >= SILENT_AFTER) this.#askWhy();
  }

  /** A socket that slept with its page for long may be dead without knowing it: a new one shows the present. */
  #seen(hidden) {
    if (hidden) this.#hidden = Date.now();
    else if (Date.now() - this.#hidden <= ASLEEP_MS) {
      this.#heardAt = performance.now(); // a hidden page does not look
      this.#reopen();
    }
    else this.#renew();
  }

  #renew() {
    const old = this.#socket;
    clearTimeout(this.#timer);
    this.#socket = null;
    this.#open();
    old?.close();
  }

  /** Forgets the token that this tab has presented; a seat's that was refused leaves alone what the host has kept. */
  #forget() {
    const presented = token();
    tab.remove(KEPT);
    for (const key of [KEPT, HOST]) if (browser.get(key) === presented) browser.remove(key);
  }

  #reopen() {
    if (this.#socket && this.#socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  #receive(message) {
    for (const [name, detail] of Object.entries(message)) {
      if (name === "refused" && detail === "token" && this.isOurs) {
        this.#forget();
        this.#notify("seats", null);
      }
      if (name === "may") {
        const presented = token();
        if (detail === null && this.#host === presented && this.isOurs) {
          this.#forget(); // the links were renewed
          this.#notify("seats", null);
        }
        this.#host = detail === "all" ? presented : null;
      }
      if (name === "recognition") this.#recognition = detail;
      if (name === "claimed") for (const kept of [tab, browser]) kept.set(CLAIM, detail);
      this.#notify(name, detail);
    }
  }

  /** Sends a message; docs/protocol.md says which there are. Without a connection it is dropped. */
  send(message) {
    if (this.open) this.#socket.send(JSON.stringify(message));
  }

  #notify(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

export const link = new Link();
