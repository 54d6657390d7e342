// The tools in the header: language, sound, appearance, full screen, and what opens over the page.

import { element, icon } from "./make.js";
import { open } from "./more.js";
import { say } from "./words.js";

const THEMES = ["auto", "light", "dark"];
const LANGUAGE = "language";
const THEME = "theme";
const ADVICE = "advice"; // whether the turn says what a beginner can do now

export class Tools {
  #link;
  #sound;
  #joining;
  #may = null;
  #made = {};

  constructor(root, link, sound, joining) {
    this.#link = link;
    this.#joining = joining;
    this.#sound = sound;
    this.#paint(localStorage.getItem(THEME) ?? "auto");
    const opened = (name) => () => open(name, document.documentElement.lang, link);
    this.#add(root, "rules", opened("rules"));
    this.#add(root, "history", opened("history"));
    this.#add(root, "people", opened("people"));
    this.#add(root, "invite", () => (joining.joins ? joining.toggle() : opened("invite")()));
    const more = this.#more(root);
    this.#add(more, "sound", () => this.#mute());
    this.#add(more, "theme", () => this.#theme());
    this.#add(more, "advice", () => this.#advise(document.documentElement.dataset.advice === "off" ? "on" : "off"));
    this.#advise(localStorage.getItem(ADVICE) ?? "on");
    this.#add(more, "full screen", () => this.#full());
    more.append(this.#languages());
    this.#made.invite.hidden = true;
  }

  /** Says what the tools are. */
  name() {
    for (const [name, made] of Object.entries(this.#made)) {
      made.ariaLabel = made.title = say(name);
      made.querySelector(".name")?.replaceChildren(say(name));
    }
    this.#made.sound.ariaPressed = String(this.#sound.on);
    this.#made.language.value = document.documentElement.lang;
  }

  /** Whoever may press for the whole table shows the join code; whoever came by it takes another seat. */
  may(permission) {
    this.#may = permission;
    this.#made.invite.hidden = permission !== "all" && !this.#joining.joins;
  }

  #add(root, name, act) {
    const made = element("button", { type: "button", className: `tool ${name.split(" ")[0]}` }, icon(name), element("span", { className: "name" }));
    made.addEventListener("click", act);
    this.#made[name] = made;
    root.append(made);
    return made;
  }

  /** The tools that are seldom needed: on a phone behind a button, elsewhere beside the others. */
  #more(root) {
    const more = element("div", { id: "more", popover: "auto" });
    this.#add(root, "more", () => {}).popoverTargetElement = more;
    root.append(more);
    return more;
  }

  #languages() {
    const languages = document.documentElement.dataset.languages.split(" ");
    const name = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);
    const select = element("select", { className: "tool" }, ...languages.map((code) => element("option", { value: code, textContent: code.toUpperCase(), ariaLabel: name(code) })));
    select.addEventListener("change", () => {
      this.#speak(select.value);
      select.blur(); // what is chosen is chosen: the keys are the table's again
    });
    this.#made.language = select;
    const kept = localStorage.getItem(LANGUAGE);
    if (languages.includes(kept)) this.#link.speak(kept);
    return select;
  }

  /** Whoever holds the table's link sets the language of the table; everybody else the one they read in. */
  #speak(language) {
    if (this.#may === "all") return this.#link.choose("language", language);
    localStorage.setItem(LANGUAGE, language);
    this.#link.speak(language);
  }

  #mute() {
    this.#sound.switch();
    this.#made.sound.ariaPressed = String(this.#sound.on);
  }

  #theme() {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
    localStorage.setItem(THEME, next);
    this.#paint(next);
  }

  #advise(choice) {
    localStorage.setItem(ADVICE, choice);
    document.documentElement.dataset.advice = choice;
    this.#made.advice.ariaPressed = String(choice === "on");
  }

  #paint(theme) {
    document.documentElement.dataset.theme = theme;
  }

  #full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  }
}
