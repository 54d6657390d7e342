// A phone's first screen: the board gets what the turn, the buttons and a question leave of it.

const MARGIN_PX = 8; // below the last button

const inStory = () => document.body.classList.contains("telling-story"); // from its opening on, before there is a moment to show

export class Fit {
  #main;
  #told = null;
  #kept = 0; // the most that turn and buttons have needed: the board must not change its size with every sentence
  #kind = ""; // of page for which that was

  constructor(main) {
    this.#main = main;
    const sizes = new ResizeObserver(() => this.#measure());
    for (const part of main.querySelectorAll(".now, #actions, #form, #join, #story")) sizes.observe(part);
    addEventListener("resize", () => this.#measure());
  }

  tell(told) {
    this.#told = told;
    this.#measure();
  }

  #measure() {
    const seen = (selector) => [...this.#main.querySelectorAll(selector)].map((part) => part.getBoundingClientRect()).filter(({ height }) => height);
    const [board] = seen(document.body.classList.contains("mapped") ? "#map, #layout" : "#table");
    if (!this.#told || (this.#told.form && this.#told.shows_screen) || !board || getComputedStyle(this.#main).display !== "flex") return;
    const needs = Math.max(0, ...seen(inStory() ? "#story" : ".now, #actions, #form").map(({ bottom }) => bottom - board.bottom));
    const asks = seen("#join").reduce((sum, { height }) => sum + height + MARGIN_PX, 0);
    const below = board.top + scrollY + this.#steady(needs) + asks + MARGIN_PX;
    this.#main.style.setProperty("--below", `${Math.ceil(below)}px`);
  }

  /** In a game the board only ever gets smaller; a menu's lines beneath it count as long as they are there. */
  #steady(needs) {
    const { game, form, shows_screen: aside, language } = this.#told;
    const kind = `${inStory()} ${game?.title} ${language} ${innerWidth}`;
    if (kind !== this.#kind) [this.#kind, this.#kept] = [kind, 0];
    if (!game || aside) return needs;
    if (form) return Math.max(this.#kept, needs); // it is gone with the answer
    return (this.#kept = Math.max(this.#kept, needs));
  }
}
