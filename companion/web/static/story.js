// The story of a game: its moments on the board of the page, one after the other or at the slider.
//
// The table answers with several moments at once, from the requested one; what is missing is requested when it is
// visible, or played next. A moment is shown in the place of the table's snapshot, which goes on meanwhile.

import { Component, html } from "./preact.js";
import { analysisOf, endOfTable } from "./coach.js";
import { drawFrame, drawLights, releaseFocus } from "./device.js";
import { Icon } from "./drawings.js";
import { link } from "./link.js";
import { Course, Legend, Signs } from "./review.js";
import { cardOf } from "./screen.js";
import { ask, label, say, still, store, update } from "./store.js";

const SPEED = 2; // moments a second
const COSTLIEST = 3; // decisions with a sign over the chart

/** The story that is open in the store; another one, or another language, is another component. */
export class Story extends Component {
  about = {}; // its length, and whose it is
  moments = []; // by their number, as far as they have come
  isAsking = false;
  at = 0;
  wanted = this.props.story.at; // where it is opened, once its length is known
  isPlaying = this.wanted === null && !still.matches;
  isClosed = false; // an answer may come after the end: it is dropped
  timer = 0;
  caption = "";
  found = null; // what the coach says of the game, once it has gone through it
  course = null; // how a game without a coach went
  opener = /** @type {HTMLElement} */ (document.activeElement);

  componentDidMount() {
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey); // before the table's buttons, which listen to the window
    this.go(0);
    this.slider.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  componentWillUnmount() {
    this.isClosed = true;
    document.removeEventListener("keydown", this.onKey);
    clearTimeout(this.timer);
  }

  get slider() {
    return this.base.querySelector("[type=range]");
  }

  get last() {
    return (this.about.length ?? 1) - 1;
  }

  /** The request to the coach about a game of the history. */
  get analysis() {
    return this.about.is_coached ? { name: this.props.story.name, id: this.about.commitment } : null;
  }

  close() {
    update({ story: null, moment: null, tip: null, refusal: null });
    drawFrame();
    this.opener?.focus({ preventScroll: true });
    releaseFocus();
  }

  /** Finds what the coach says of the game: how it went, what decided it, which decisions cost most. */
  async findReview() {
    const { name } = this.props.story;
    this.found = this.course ? null : await analysisOf(name, name === "table" ? endOfTable() : this.about.commitment);
    if (this.found && !this.isClosed) this.go(this.at);
  }

  /** The decisions that cost most, each with the words for what would have been better. */
  get costly() {
    const blunders = this.found?.blunders ?? [];
    return blunders.slice(0, COSTLIEST).map((each) => ({ ...each, words: `${each.text} ${each.instead}` }));
  }

  /** Goes to a moment, and stays there. */
  leap(to) {
    this.play(false);
    this.go(to);
  }

  go(to) {
    this.at = Math.max(0, Math.min(to, this.last));
    clearTimeout(this.timer);
    const moment = this.moments[this.at];
    if (moment) {
      // Before a decision that cost much: what was chosen then, and the better field on the board.
      const decision = this.costly.find(({ step }) => step - 1 === this.at);
      const better = decision?.field ? { name: decision.field, effect: decision.instead } : null;
      this.caption = decision?.words ?? moment.caption;
      const isSaid = !this.isPlaying && document.activeElement !== this.slider;
      const said = isSaid ? this.caption : null, { analysis } = this;
      update({ moment: { ...moment, better, said, analysis }, tip: null, refusal: null });
      drawLights(Uint8Array.from(moment.lights.match(/../g), (byte) => parseInt(byte, 16)));
      if (this.isPlaying && this.at === this.last) this.isPlaying = false;
      else if (this.isPlaying) this.timer = setTimeout(() => this.go(this.at + 1), 1000 / SPEED);
    }
    this.setState({});
    this.fetchMissing();
  }

  play(on) {
    if (on && this.at === this.last) this.at = 0;
    if (on === this.isPlaying) return;
    this.isPlaying = on;
    this.go(this.at);
  }

  /** Fetches moments that are missing, one request after the other. */
  async fetchMissing() {
    const ahead = Math.min(this.isPlaying ? this.at + SPEED : this.at + 1, this.last);
    const missing = [this.at, ahead].find((at) => !this.moments[at]);
    if (missing === undefined || this.isAsking || this.isClosed) return;
    this.isAsking = true;
    const { story, language } = this.props, query = new URLSearchParams({ first: `${missing}`, language });
    const found = await ask(`api/story/${story.name}?${query}`).catch(() => null);
    this.isAsking = false;
    if (found && !this.isClosed) return this.take(found);
    this.isPlaying = false;
    this.caption = say("failed");
    this.setState({});
  }

  take({ first, moments, course = this.course, ...about }) {
    const isFirst = this.about.length === undefined;
    Object.assign(this, { course, about });
    moments.forEach((moment, number) => (this.moments[first + number] = moment));
    if (isFirst) this.findReview(); // not before: what the coach has said is kept by the game's commitment
    this.go(isFirst && this.wanted !== null ? this.wanted : this.at);
  }

  /** Has the table ask who plays on from there; a game that is on is kept. */
  playOn(position) {
    link.choose("play on", position);
    this.close();
  }

  /** All keys are the story's while it is open; the table's buttons hear none. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
    event.stopPropagation();
    const own = event.target.closest("button, select, input"), isFree = !own || own === this.slider;
    const moves = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: Infinity };
    if (event.key === "Escape") this.close();
    else if (event.key === " " && isFree) this.play(!this.isPlaying);
    else if (event.key in moves && (isFree || own.matches(".step"))) this.leap(moves[event.key]);
    else return;
    event.preventDefault();
  }

  /** Whose story, and when it began. */
  heading() {
    const { title, players, begun_at: begun } = this.about, { language } = this.props;
    const day = begun && new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(begun));
    return [title, players?.join(", "), day].filter(Boolean).join(" · ");
  }

  review(players) {
    const { last, found, costly } = this, course = found?.course ?? this.course;
    if (!course) return null;
    const leap = (to) => this.leap(to), moment = found?.moment;
    const signs = costly.map((each) => ({ ...each, kind: "costly" }));
    if (moment && !signs.some(({ step }) => step === moment.step)) {
      signs.push({ ...moment, kind: "decided", words: `${say("moment")}. ${moment.text}` });
    }
    return html`
      <h3 class="quiet">${say(course.are_chances ? "win chances" : "scores")}</h3>
      <${Course} ...${{ course, players, leap }} end=${last} at=${this.at}>
        <${Signs} ...${{ signs, leap }} end=${last} />
      </${Course}>
      <${Legend} marks=${course.marks} signs=${signs} title=${this.about.title} />
    `;
  }

  render() {
    const { at, last, caption, isPlaying } = this, { moment: shown } = store, count = `${at}/${last}`;
    const status = cardOf(store.snapshot)?.sentence, name = say("story"), toggle = isPlaying ? "pause" : "play";
    const step = (kind, words, act, drawing) => html`
      <button type="button" class="step ${kind}" aria-label=${words} title=${words} onClick=${act}>${drawing}</button>
    `;
    const icon = (kind) => html`<${Icon} name=${kind} />`;
    return html`
      <section id="story" class="card" aria-label=${label("story")}>
        ${step("leave", say("back to table"), () => this.close(), icon("close"))}
        <h2>${name}</h2>
        <p class="quiet about">${this.heading()}</p>
        <p class="caption">${caption}</p>
        <input
          type="range" min="0" step="1" max=${last} value=${at} aria-label=${name} title=${name}
          aria-valuetext="${count}: ${caption}" onInput=${({ target }) => this.leap(target.valueAsNumber)}
        />
        ${shown && this.review(shown.game.players)}
        <div class="steps">
          ${step("step back", say("step back"), () => this.leap(at - 1), icon("left"))}
          ${step("play", say(toggle), () => this.play(!isPlaying), icon(toggle))}
          ${step("step on", say("step on"), () => this.leap(at + 1), icon("right"))}
          <span class="quiet count">${count}</span>
        </div>
        ${store.may === "all" && shown?.play_on &&
        html`
          <button type="button" class="command from-here" onClick=${() => this.playOn(shown.play_on)}>
            ${say("play on", { n: shown.play_on.turn })}
          </button>
        `}
        <p class="quiet" role="status">${status ? say("at the table", { status }) : ""}</p>
      </section>
    `;
  }
}
