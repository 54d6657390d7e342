// The story of a game: its moments on the board of the page, one after the other or wherever the slider stands.

import { analysisOf } from "./analysis.js";
import { releaseFocus } from "./focus.js";
import { element, icon } from "./make.js";
import { say } from "./words.js";

const SPEEDS = [1, 2, 4, 8]; // moments a second
const LEAP = 10; // what Page up and Page down skip
const KEPT = 32; // answers that are kept, each with several moments
const AGAIN_MS = 1000; // after an answer that there were too many questions
const WORDS = { slider: "story", leave: "back to table" };
const LIGHTS_AT = 1; // in a frame, after the screen's contrast

/** The lights of a moment as in a frame, for the board. */
const frame = (lights) => new Uint8Array([...Array(LIGHTS_AT).fill(0), ...lights.match(/../g).map((byte) => parseInt(byte, 16))]);

export class Story {
  #root;
  #show;
  #made = {};
  #name = null; // of the story that is open
  #about = {};
  #answers = new Map(); // by the number of their first moment
  #asking = false;
  #at = 0;
  #playing = false;
  #timer = 0;
  #speed = SPEEDS[0];
  #opener = null;
  #wanted = null; // the moment at which it is opened, once its length is known

  /** In this element; `show` draws a moment, its game and its lights, or with null the table again. */
  constructor(root, show) {
    this.#root = root;
    this.#show = show;
    this.#build();
    document.addEventListener("keydown", (event) => this.#key(event)); // before the table's buttons, which listen to the window
  }

  get isOpen() {
    return this.#name !== null;
  }

  /** Opens a story by its name; `answer` is the beginning of one that was just read; `at` a moment, where it stays. */
  open(name, answer = null, at = null) {
    if (!this.isOpen) this.#opener = document.activeElement;
    this.#name = name;
    this.#about = {};
    this.#at = 0;
    this.#wanted = at;
    this.#playing = at === null && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#answers.clear();
    this.#root.hidden = false;
    document.body.classList.add("telling-story");
    this.name();
    if (answer) this.#take(answer);
    this.#go(0);
    this.#mark();
    this.#made.slider.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  close() {
    clearTimeout(this.#timer);
    this.#name = null;
    this.#root.hidden = true;
    document.body.classList.remove("telling-story");
    this.#show(null);
    this.#opener?.focus({ preventScroll: true });
    releaseFocus();
  }

  /** Says everything in the page's language: the moments are asked for again. */
  name() {
    for (const [key, made] of Object.entries(this.#made)) if (made.matches("button, input")) made.ariaLabel = made.title = say(WORDS[key] ?? key);
    this.#made.title.textContent = say("story");
    this.#draw();
    if (!this.isOpen) return;
    this.#answers.clear();
    this.#go(this.#at);
    this.#mark();
  }

  /** Marks the moment that decided the game over the slider, once the coach has found it. */
  async #mark() {
    const { marks } = this.#made, name = this.#name;
    marks.replaceChildren();
    if (this.#about.name) return; // the coach knows the games of the table only, no dropped record
    const found = await analysisOf(name, this.#about.commitment);
    if (!found?.moment || name !== this.#name) return;
    const { step, caption, swing, instead } = found.moment;
    const told = [say("moment"), `${caption}: ${swing}`, instead && say("instead", { option: instead })].filter(Boolean).join(". ");
    const made = element("button", { type: "button", ariaLabel: told, title: told });
    made.addEventListener("click", () => this.#leap(step));
    made.dataset.step = step;
    marks.replaceChildren(made);
    this.#draw();
  }

  #last() {
    return (this.#about.length ?? 1) - 1;
  }

  /** Says what happens at the table meanwhile. */
  tell(status) {
    this.#made.table.textContent = status ? say("at the table", { status }) : "";
  }

  #build() {
    const button = (name, drawing, act) => {
      const made = element("button", { type: "button", className: `step ${name}` }, drawing);
      made.addEventListener("click", act);
      return (this.#made[name] = made);
    };
    const slider = element("input", { type: "range", min: 0, step: 1, value: 0 });
    slider.addEventListener("input", () => this.#leap(slider.valueAsNumber));
    Object.assign(this.#made, {
      slider,
      title: element("h2", {}),
      about: element("p", { className: "quiet about" }),
      caption: element("p", { className: "caption" }),
      count: element("span", { className: "quiet count" }),
      table: element("p", { className: "quiet", role: "status" }),
    });
    const steps = element(
      "div",
      { className: "steps" },
      button("step back", icon("left"), () => this.#leap(this.#at - 1)),
      button("play", icon("play"), () => this.#play(!this.#playing)),
      button("step on", icon("right"), () => this.#leap(this.#at + 1)),
      button("speed", element("span", {}), () => this.#hurry()),
      this.#made.count,
    );
    const { title, about, caption, table } = this.#made;
    const marks = (this.#made.marks = element("div", { className: "marks" }));
    this.#root.append(button("leave", icon("close"), () => this.close()), title, about, caption, marks, slider, steps, table);
  }

  #draw() {
    const { slider, caption, count, about, marks, play, speed } = this.#made;
    const moment = this.#moment(this.#at), last = this.#last();
    slider.max = last;
    for (const mark of marks.children) mark.style.setProperty("--at", mark.dataset.step / Math.max(1, last));
    slider.value = this.#at;
    count.textContent = `${this.#at}/${last}`;
    if (moment) caption.textContent = moment.caption;
    slider.ariaValueText = `${count.textContent}: ${caption.textContent}`;
    about.textContent = this.#heading();
    play.replaceChildren(icon(this.#playing ? "pause" : "play"));
    play.ariaLabel = play.title = say(this.#playing ? "pause" : "play");
    speed.firstChild.textContent = `${this.#speed}×`;
    speed.ariaLabel = speed.title = say("speed", { n: this.#speed });
  }

  /** Whose story, when it began, and of a record from elsewhere whether its dice were fair. */
  #heading() {
    const { title, players, begun_at: begun, verdict } = this.#about;
    const day = begun && new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(new Date(begun));
    return [title, players?.join(", "), day, ...(verdict ?? [])].filter(Boolean).join(" · ");
  }

  /** Goes where somebody wants to look, and stays there. */
  #leap(to) {
    this.#play(false);
    this.#go(to);
  }

  #go(to) {
    this.#at = Math.max(0, Math.min(to, (this.#about.length ?? 1) - 1));
    clearTimeout(this.#timer);
    const moment = this.#moment(this.#at);
    if (moment) {
      this.#show(moment.game, moment.axes, frame(moment.lights));
      if (!this.#playing && document.activeElement !== this.#made.slider) document.getElementById("live").textContent = moment.caption;
      if (this.#playing) this.#wait();
    }
    this.#draw();
    this.#ask();
  }

  #wait() {
    if (this.#at === this.#about.length - 1) this.#playing = false;
    else this.#timer = setTimeout(() => this.#go(this.#at + 1), 1000 / this.#speed);
  }

  #play(on) {
    if (on && this.#at === this.#about.length - 1) this.#at = 0;
    if (on === this.#playing) return;
    this.#playing = on;
    this.#go(this.#at);
  }

  #hurry() {
    this.#speed = SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length];
    this.#draw();
  }

  #moment(at) {
    for (const { first, moments } of this.#answers.values()) if (moments[at - first]) return moments[at - first];
    return null;
  }

  /** Asks for what is missing, one thing at a time: the moment that is looked at, then the next ones. */
  async #ask() {
    const ahead = this.#playing ? this.#at + this.#speed : this.#at + 1;
    const missing = [this.#at, Math.min(ahead, (this.#about.length ?? 1) - 1)].find((at) => !this.#moment(at));
    if (missing === undefined || this.#asking || !this.isOpen) return;
    this.#asking = true;
    const name = this.#name, language = document.documentElement.lang;
    const answer = await fetch(`api/story/${name}?${new URLSearchParams({ first: missing, language })}`).catch(() => null);
    const told = answer?.ok ? await answer.json().catch(() => null) : null;
    this.#asking = false;
    if (name !== this.#name || language !== document.documentElement.lang) return this.#ask();
    if (told) {
      this.#take(told);
      this.#go(this.#at);
    } else if (answer?.status === 429) setTimeout(() => this.#ask(), AGAIN_MS);
    else this.#fail(answer?.status);
  }

  #take({ first, moments, ...about }) {
    this.#about = about;
    if (this.#wanted !== null) this.#at = Math.min(this.#wanted, this.#last());
    this.#wanted = null;
    this.#answers.set(first, { first, moments });
    if (this.#answers.size > KEPT) this.#answers.delete(this.#answers.keys().next().value);
  }

  #fail(status) {
    this.#playing = false;
    this.#draw();
    this.#made.caption.textContent = status === 500 ? say("damaged game", { number: this.#name }) : say("failed");
  }

  /** All keys are the story's while it is open; the table's buttons hear none. */
  #key(event) {
    if (!this.isOpen || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
    event.stopPropagation();
    const own = event.target.closest("button, select, input"), slides = own === this.#made.slider;
    const moves = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, PageUp: this.#at - LEAP, PageDown: this.#at + LEAP, Home: 0, End: Infinity };
    if (event.key === "Escape") this.close();
    else if (event.key === " " && (!own || slides)) this.#play(!this.#playing);
    else if (event.key in moves && (!own || slides || own.matches(".step"))) this.#leap(moves[event.key]);
    else return;
    event.preventDefault();
  }
}
