// A record in a file, dropped on the page or chosen: the table checks it, and the page shows its story.

import { element, icon } from "./make.js";
import { openStory } from "./story_button.js";
import { say } from "./words.js";

const RECORD_BYTES = 10_000_000; // the longest that the table takes
const REASONS = { 403: "refused record", 409: "busy record", 503: "slow record" };

let made = null; // the page's

/** A button that lets one choose a file; none for whoever only watches. */
export const recordChooser = (chosen) => made?.chooser(chosen) ?? "";

const holdsFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");

export class Drop {
  #allowed = false;
  #notice = element("section", { className: "notice", hidden: true });
  #words = element("p", { role: "status" });
  #close = element("button", { type: "button", className: "dismiss" }, icon("close"));

  constructor() {
    made = this;
    this.#close.addEventListener("click", () => (this.#notice.hidden = true));
    this.#notice.append(this.#words, this.#close);
    document.body.append(this.#notice);
    // A file that is dropped elsewhere would replace the page.
    for (const way of ["dragover", "drop"]) addEventListener(way, (event) => holdsFiles(event) && event.preventDefault());
    addEventListener("dragover", (event) => holdsFiles(event) && document.body.classList.toggle("dropping", this.#allowed));
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || document.body.classList.remove("dropping"));
    addEventListener("drop", (event) => {
      document.body.classList.remove("dropping");
      if (holdsFiles(event)) this.#take(event.dataTransfer.files[0]);
    });
  }

  name() {
    this.#close.ariaLabel = say("close");
    document.body.dataset.dropping = say("drop record");
  }

  /** Whoever has a link may drop a record: the table's, or a seat's. */
  may(permission) {
    this.#allowed = permission !== null;
  }

  chooser(chosen) {
    if (!this.#allowed) return null;
    const file = element("input", { type: "file", accept: ".jsonl,.json,.txt", hidden: true });
    const button = element("button", { type: "button", className: "command", textContent: say("choose record") });
    button.addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      chosen();
      this.#take(file.files[0]);
    });
    return element("p", {}, button, file);
  }

  async #take(file) {
    if (!file || !this.#allowed) return this.#say(say("refused record"));
    if (file.size > RECORD_BYTES) return this.#say(say("large record", { file: file.name }));
    this.#say(say("checking record", { file: file.name }));
    const answer = await this.#send(file).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (!answer?.ok || !told) return this.#say(`${file.name}: ${this.#reason(answer?.status, told)}`);
    this.#notice.hidden = true;
    document.querySelector("dialog")?.close();
    openStory(told.name, told);
  }

  #send(file) {
    const link = [sessionStorage.getItem("token"), localStorage.getItem("claim")].filter(Boolean);
    const headers = { Authorization: ["companion", ...link].join(" "), "Accept-Language": document.documentElement.lang };
    return fetch("api/story", { method: "POST", body: file, headers });
  }

  #reason(status, told) {
    return status === 422 || status === 413 ? told?.error : say(REASONS[status] ?? "failed");
  }

  #say(words) {
    this.#words.textContent = words;
    this.#notice.hidden = false;
  }
}
