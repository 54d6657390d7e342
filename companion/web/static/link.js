// The connection to the companion: one WebSocket that reconnects automatically, and the token from the address.
//
// Messages are JSON objects with one key. Each is an event of that name: `description` (the open page), `may`,
// `seats`, `invitations`, `note` (tones and speech), `refused`, `error`.
// Binary ones are frames of the device, event `frame`. `open` says whether there is a connection that answers.

import { browser, isTelevision, store, tab } from "./store.js";

const RETRY_MS = [250, 500, 1000, 2000, 5000];
const KEPT = "token"; // storage key: the token of this tab, or of an installed app
const HOST = "host token"; // storage key: kept for the browser if the host ticked "my computer"
const CLAIM = "claim"; // storage key of the claim to a seat, which survives a closed tab and a new scan
const PROTOCOL = "companion"; // the subprotocol; the token is offered as a second one
const ASLEEP_MS = 10_000;
const ENDS = { 1012: "closed", 4001: "shut" }; // close codes: the companion ends (RFC 6455); phones may no longer join
const RARELY_MS = 30_000; // interval at which a phone checks whether it may join again
const PROBE_MS = 3000; // interval at which a visible page checks that the companion is alive
const ANSWER_MS = 4000; // timeout of an answer
const SILENT_AFTER = 4; // number of failed attempts, about four seconds

const installed = matchMedia("(display-mode: standalone)"); // an installed app keeps its token in the browser

/** Returns the token; one in the address bar, where others could read it, is moved to the storage of the tab. */
function token() {
  const given = location.hash.slice(1);
  if (given) {
    tab.set(KEPT, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  const own = tab.get(KEPT) ?? (installed.matches ? browser.get(KEPT) : null);
  return own ?? browser.get(HOST);
}

/** The claim to a seat: that of the tab, or the newest of the browser, so that two tabs keep two seats. */
const claim = () => (isTelevision ? null : tab.get(CLAIM) ?? browser.get(CLAIM));

/** Fetches without the cache. The timeout is for a stopped companion, which accepts a connection but never answers. */
const fetchFresh = (path) => fetch(path, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });

class Link extends EventTarget {
  #socket = null;
  #failures = 0;
  #timer = 0;
  #language = null;
  #hiddenAt = 0; // the time when the page was hidden
  #ended = null; // the reason that the companion gave, a value of ENDS
  #heardAt = 0; // time of the last message
  #refused = false; // whether the companion serves the page but refuses the WebSocket
  #frames = null; // maximum number of frames per second; null: all
  #hostToken = null; // the token with which this page is the host
  #recognition = null; // a challenge, and the answer that only the same companion can give
  #attempt = 0;
  isOurs = true; // whether the same companion answers; another program gets no token

  /** Connects, and reconnects when the page becomes visible or the network is back. */
  start() {
    addEventListener("online", () => this.#reopen());
    document.addEventListener("visibilitychange", () => this.#visibilityChanged(document.hidden));
    addEventListener("hashchange", () => this.#useNewLink());
    setInterval(() => this.#probe(), PROBE_MS);
    addEventListener("appinstalled", () => !this.#hostToken && browser.set(KEPT, token() ?? ""));
    this.#open();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** The reason for a missing connection: "closed", "shut", "refused", "silent" or "lost". */
  get trouble() {
    if (this.#refused) return "refused";
    return this.#ended ?? (this.#failures >= SILENT_AFTER ? "silent" : "lost");
  }

  /** Presses or holds a button of the device. */
  press(button, held) {
    this.send({ [held ? "hold" : "press"]: button, view: store.snapshot?.view }); // the view that it is meant for
  }

  /** Points at a place of the board, given by its name. */
  point(place) {
    this.send({ point: place });
  }

  /** Answers a question of the form, given by its key. */
  choose(name, value) {
    this.send({ choose: { [name]: value }, view: store.snapshot?.view });
  }

  /** Requests all texts in a language. */
  requestLanguage(language) {
    this.#language = language;
    if (language) this.send({ language });
  }

  /** Sets the maximum number of frames per second; null: all. */
  limitFrames(most) {
    this.#frames = most;
    this.send({ frames: most });
  }

  /** Requests the join code and the links for seats, or lets phones join; rejects if the connection is lost.
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

  /** Keeps the host's token in the browser, or only in this tab. */
  keepHost(keeps) {
    const kept = token();
    browser.remove(HOST);
    if (keeps) browser.set(HOST, kept);
    else tab.set(KEPT, kept);
  }

  async #open() {
    const attempt = ++this.#attempt, isOurs = await this.#isSameCompanion().catch(() => null);
    if (attempt !== this.#attempt) return;
    if (isOurs === null) return this.#closed(this.#socket, 0); // no answer
    this.isOurs = isOurs;
    const kept = isOurs && token();
    const address = new URL("socket", location.href); // relative to the page, because a proxy may add a path and TLS
    address.protocol = location.protocol.replace("http", "ws");
    const offers = [PROTOCOL, kept, kept && claim()].filter(Boolean);
    const socket = new WebSocket(address, offers);
    socket.binaryType = "arraybuffer";
    // A stopped companion accepts a connection but never answers.
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

  /** Returns whether the same companion answers, and not another program on its port. */
  async #isSameCompanion() {
    if (!this.#recognition) return true;
    const { name, answer } = this.#recognition, given = await fetchFresh(`recognition/${name}`);
    if (given.status >= 500 || given.status === 429) throw new Error("busy"); // or a proxy while the companion starts
    return given.ok && (await given.text()) === answer;
  }

  /** Checks that the companion answers, because a stopped process keeps its connections open. */
  #probe() {
    if (!this.open || document.hidden) return;
    if (performance.now() - this.#heardAt <= PROBE_MS + ANSWER_MS) return this.send({ alive: true });
    this.#failures = Math.max(this.#failures, SILENT_AFTER);
    const old = this.#socket;
    this.#closed(old, 0);
    old.close();
  }

  /** Checks whether the companion or a proxy has refused the WebSocket; browsers do not report the reason. */
  async #checkRefusal() {
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
    this.requestLanguage(this.#language);
    if (this.#frames !== null) this.limitFrames(this.#frames);
    if (!this.isOurs) this.#notify("refused", "token");
    else if (!token()) this.#notify("may", null);
  }

  /** Handles a new link in the address bar, which may have other permissions. */
  #useNewLink() {
    const kept = token();
    this.#notify("seats", null);
    if (!kept) return;
    if (this.isOurs) return this.send({ token: kept });
    this.#recognition = null; // a new link may be for another companion
    this.#renew();
  }

  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#ended = ENDS[code] ?? this.#ended;
    this.isOurs &&= !this.#recognition; // until the answer to the challenge shows that it is the same companion
    this.#notify("open", false);
    const delay = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)];
    const wait = this.#ended === "shut" ? RARELY_MS : delay;
    this.#timer = setTimeout(() => this.#open(), wait);
    if (this.#failures >= SILENT_AFTER) this.#checkRefusal();
  }

  /** Reconnects when the page is visible again: a connection may have failed unnoticed while the page was hidden. */
  #visibilityChanged(hidden) {
    if (hidden) this.#hiddenAt = Date.now();
    else if (Date.now() - this.#hiddenAt <= ASLEEP_MS) {
      this.#heardAt = performance.now(); // a hidden page does not probe
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

  /** Deletes the rejected token, but not another token that the host has kept. */
  #forget() {
    const presented = token();
    tab.remove(KEPT);
    for (const key of [KEPT, HOST]) if (browser.get(key) === presented) browser.remove(key);
    this.#notify("seats", null);
  }

  #reopen() {
    if (this.#socket && this.#socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  #receive(message) {
    for (const [name, detail] of Object.entries(message)) {
      if (name === "refused" && detail === "token" && this.isOurs) this.#forget();
      if (name === "may") {
        const presented = token();
        if (detail === null && this.#hostToken === presented && this.isOurs) this.#forget(); // the host has renewed the links
        this.#hostToken = detail === "all" ? presented : null;
      }
      if (name === "recognition") this.#recognition = detail;
      if (name === "claimed") for (const kept of [tab, browser]) kept.set(CLAIM, detail);
      this.#notify(name, detail);
    }
  }

  /** Sends a message (docs/protocol.md); without a connection it is dropped. */
  send(message) {
    if (this.open) this.#socket.send(JSON.stringify(message));
  }

  #notify(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

export const link = new Link();
