// The story of a game: its moments on the board, played in order or chosen with the slider.
//
// The companion returns several moments per request; missing ones are requested when they are visible or next. A moment
// replaces the snapshot of the current game, which continues in the background.

import { Component, html } from "./preact.js";
import { analysisOf, resultKey } from "./coach.js";
import { drawFrame, drawLights, releaseFocus } from "./device.js";
import { Icon } from "./drawings.js";
import { link } from "./link.js";
import { Course, Legend, Signs } from "./review.js";
import { cardOf } from "./screen.js";
import { ask, label, say, still, store, update } from "./store.js";

const SPEED = 2; // moments per second
const COSTLIEST = 3; // decisions with a sign over the chart

/** The open story; another story or language creates a new component. */
export class Story extends Component {
  about = {}; // its length, title, players and date
  moments = []; // the loaded moments, by number
  isFetching = false;
  at = 0;
  wanted = this.props.story.at; // the first moment, until the length is known
  isPlaying = this.wanted === null && !still.matches;
  isClosed = false; // answers after the end are dropped
  timer = 0;
  caption = "";
  analysis = null; // the analysis of the coach, when it is ready
  course = null; // the chart of a game without a coach
  opener = /** @type {HTMLElement} */ (document.activeElement);

  componentDidMount() {
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey); // before the keys of the buttons, which listen on the window
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

  close() {
    update({ story: null, moment: null, refusal: null });
    drawFrame();
    this.opener?.focus({ preventScroll: true });
    releaseFocus();
  }

  /** Loads the analysis of the coach: chart, turning point and costliest decisions. */
  async findReview() {
    const { name } = this.props.story;
    this.analysis = this.course ? null : await analysisOf(name, name === "table" ? resultKey() : this.about.commitment);
    if (this.analysis && !this.isClosed) this.go(this.at);
  }

  /** The costliest decisions, each with a sentence about the better choice. */
  get costly() {
    const blunders = this.analysis?.blunders ?? [];
    return blunders.slice(0, COSTLIEST).map((each) => ({ ...each, words: `${each.text} ${each.instead}` }));
  }

  /** Goes to a moment and pauses. */
  leap(to) {
    this.play(false);
    this.go(to);
  }

  go(to) {
    this.at = Math.max(0, Math.min(to, this.last));
    clearTimeout(this.timer);
    const moment = this.moments[this.at];
    if (moment) {
      // Before a costly decision: the choice, and the better field on the board.
      const decision = this.costly.find(({ step }) => step - 1 === this.at);
      const better = decision?.field ? { name: decision.field, effect: decision.instead } : null;
      this.caption = decision?.words ?? moment.caption;
      const isAnnounced = !this.isPlaying && document.activeElement !== this.slider; // which reads the caption itself
      const said = isAnnounced ? this.caption : null, { is_coached: isCoached, commitment: id } = this.about;
      const analysis = isCoached ? { name: this.props.story.name, id } : null; // what the coach's card requests
      update({ moment: { ...moment, better, said, analysis }, refusal: null });
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

  /** Fetches missing moments, one request at a time. */
  async fetchMissing() {
    const ahead = Math.min(this.isPlaying ? this.at + SPEED : this.at + 1, this.last);
    const missing = [this.at, ahead].find((at) => !this.moments[at]);
    if (missing === undefined || this.isFetching || this.isClosed) return;
    this.isFetching = true;
    const { story, language } = this.props, query = new URLSearchParams({ first: `${missing}`, language });
    const found = await ask(`api/story/${story.name}?${query}`).catch(() => null);
    this.isFetching = false;
    if (found && !this.isClosed) return this.take(found);
    this.isPlaying = false;
    this.caption = say("failed");
    this.setState({});
  }

  take({ first, moments, course = this.course, ...about }) {
    const isFirst = this.about.length === undefined;
    Object.assign(this, { course, about });
    moments.forEach((moment, number) => (this.moments[first + number] = moment));
    if (isFirst) this.findReview(); // not earlier: analyses are cached by the commitment of the game
    this.go(isFirst && this.wanted !== null ? this.wanted : this.at);
  }

  /** Handles all keys while the story is open. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
    event.stopPropagation();
    const control = event.target.closest("button, select, input"), isUnused = !control || control === this.slider;
    const moves = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: Infinity };
    if (event.key === "Escape") this.close();
    else if (event.key === " " && isUnused) this.play(!this.isPlaying);
    else if (event.key in moves && (isUnused || control.matches(".step"))) this.leap(moves[event.key]);
    else return;
    event.preventDefault();
  }

  /** Returns title, players and date of the game. */
  heading() {
    const { title, players, begun_at: begun } = this.about, { language } = this.props;
    const day = begun && new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(begun));
    return [title, players?.join(", "), day].filter(Boolean).join(" · ");
  }

  review(players) {
    const { last, analysis, costly } = this, course = analysis?.course ?? this.course;
    if (!course) return null;
    const leap = (to) => this.leap(to), moment = analysis?.moment;
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
    const playOn = () => { // opens the page "Who plays?" for a new game from this position; the current game is kept
      link.choose("play on", shown.play_on);
      this.close();
    };
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
          <button type="button" class="command from-here" onClick=${playOn}>
            ${say("play on", { n: shown.play_on.turn })}
          </button>
        `}
        <p class="quiet" role="status">${status ? say("at the table", { status }) : ""}</p>
      </section>
    `;
  }
}
