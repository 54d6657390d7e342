// A form: what the table asks now, with the answers that it has. It asks by the kind of each question, never by its name.

import { element, icon, ink } from "./make.js";
import { say } from "./words.js";

const PATIENCE_MS = 500; // how long a command waits for the answer to a text that was typed just before

/** Makes these the children of a parent; those that are there already are not touched, so they keep their focus. */
function place(parent, made) {
  made.forEach((node, at) => parent.children[at] === node || parent.insertBefore(node, parent.children[at] ?? null));
  while (parent.children.length > made.length) parent.lastChild.remove();
}

const COMMANDS = Symbol("commands");

function commands(members) {
  const row = members[0].made.closest(".commands") ?? element("div", { className: "commands" });
  place(row, members.map(({ made }) => made));
  return row;
}

/** What a question's element is made of; the rest is shown in an element that stays. */
const fixed = ({ kind, label, answers, letters, main }) => JSON.stringify([kind, label, kind === "text" ? letters : answers, main]);

export class Form {
  #root;
  #link;
  #title = element("h2", { id: "asked" });
  #note = element("p", { className: "quiet" });
  #made = new Map();
  #asked = []; // the texts whose answers are awaited, in the order in which they were sent
  #patience = 0; // the timer that stops waiting for them
  #waiting = null; // what is done after that answer

  constructor(root, link) {
    this.#root = root;
    this.#link = link;
    link.addEventListener("error", ({ detail }) => this.#refused(detail.question, detail.words ?? detail.message));
  }

  /** Shows the form, or none. */
  show(form) {
    this.#root.hidden = !form;
    if (!form) {
      this.#made.clear();
      this.#root.replaceChildren();
      return this.#goOn([]);
    }
    this.#title.textContent = form.title;
    this.#note.textContent = form.note;
    const kept = document.activeElement?.closest?.("#form [data-key]") && [document.activeElement.closest("[data-key]").dataset.key, document.activeElement.dataset.answer];
    place(this.#root, [this.#title, ...(form.note ? [this.#note] : []), ...this.#blocks(form)]);
    for (const key of this.#made.keys()) if (!form.questions.some((question) => question.key === key)) this.#made.delete(key);
    if (kept && !this.#root.contains(document.activeElement)) this.#focus(...kept);
    // A form may come for another reason: only those texts are accepted that it shows.
    this.#goOn(this.#asked.filter(({ key, value }) => form.questions.some((question) => question.key === key && question.value !== value)));
  }

  /** The questions as they stand: those of one group together, and commands that follow each other. */
  #blocks({ questions, cursor }) {
    const blocks = [];
    for (const question of questions) {
      const made = this.#question(question);
      if (question.key === cursor) made.setAttribute("aria-current", "true");
      else made.removeAttribute("aria-current");
      const together = question.kind === "command" ? COMMANDS : question.group;
      if (together && blocks.at(-1)?.together === together) blocks.at(-1).members.push({ question, made });
      else blocks.push({ together, members: [{ question, made }] });
    }
    return blocks.map(({ together, members }) => (together === COMMANDS ? commands(members) : together ? this.#group(together, members) : members[0].made));
  }

  #group(name, members) {
    const group = members[0].made.closest(".group") ?? element("fieldset", { className: "group" }, element("legend", { className: "unseen" }));
    group.firstChild.textContent = name;
    place(group, [group.firstChild, ...members.map(({ made }) => made)]);
    const position = members.find(({ question }) => question.kind === "position");
    if (position) this.#draggable(group, position.question);
    return group;
  }

  #question(question) {
    const key = fixed(question);
    let known = this.#made.get(question.key);
    if (known?.fixed !== key) {
      known = { fixed: key, made: MAKERS[question.kind](question, (value) => this.#choose(question, value)) };
      known.made.dataset.key = question.key;
      this.#made.set(question.key, known);
    }
    SHOWN[question.kind]?.(known.made, question);
    return known.made;
  }

  #choose(question, value) {
    if (question.kind === "text") {
      this.#fault(question.key, "");
      if ([...value].length > question.letters) return this.#fault(question.key, say("long name", { n: question.letters }));
      this.#asked.push({ key: question.key, value });
      clearTimeout(this.#patience);
      this.#patience = setTimeout(() => this.#goOn([]), PATIENCE_MS);
    }
    if (question.kind !== "command") return this.#link.choose(question.key, value);
    this.#waiting = question.key;
    this.#goOn(this.#asked);
  }

  /** Where no text is awaited any more, what waited for them is done, unless one was refused. */
  #goOn(asked) {
    this.#asked = asked;
    const waiting = this.#waiting;
    if (waiting === null || asked.length) return;
    this.#waiting = null;
    const wrong = this.#root.querySelector("[aria-invalid=true]");
    if (wrong && this.#made.get(waiting)?.made.classList.contains("main")) wrong.focus();
    else this.#link.choose(waiting, true);
  }

  #refused(key, words) {
    // A press or a point that was refused, meanwhile or by the keys, is about no text.
    const at = this.#asked.findIndex((asked) => asked.key === key);
    if (at < 0) return;
    this.#fault(key, words);
    this.#goOn(this.#asked.toSpliced(at, 1));
  }

  /** Says beneath a text what is wrong with it; no words: nothing is. */
  #fault(key, words) {
    const made = this.#made.get(key)?.made;
    if (!made) return;
    made.querySelector("input").ariaInvalid = String(Boolean(words));
    made.querySelector(".fault").textContent = words;
  }

  #focus(key, answer) {
    const made = this.#made.get(key)?.made;
    (made?.querySelector(`[data-answer="${answer}"]`) ?? made?.querySelector("input:checked, input, select, button") ?? made)?.focus();
  }

  /** A seat is dragged to another one's place, which takes it. */
  #draggable(group, { key, value }) {
    const handle = group.querySelector(".handle");
    if (!handle) return;
    group.dataset.place = value;
    handle.ondragstart = ({ dataTransfer }) => {
      dataTransfer.setData("text/plain", key);
      dataTransfer.setDragImage(group, 0, 0);
    };
    group.ondragover = (event) => event.preventDefault();
    group.ondrop = (event) => {
      event.preventDefault();
      const dragged = event.dataTransfer.getData("text/plain");
      if (this.#made.has(dragged)) this.#link.choose(dragged, Number(group.dataset.place));
    };
  }
}

const radio = (name, answer, at, choose, ...shown) => {
  const input = element("input", { type: "radio", name });
  input.dataset.answer = at;
  input.addEventListener("change", () => choose(answer.value));
  return element("label", {}, input, ...shown);
};

const words = ({ label, detail }) => element("span", {}, label, ...(detail ? [" ", element("small", { textContent: detail })] : []));

const MANY = 9; // answers; more are a list that opens

function list(label, answers, choose) {
  const select = element("select", {}, ...answers.map(({ label: text, detail }, at) => element("option", { value: at, textContent: detail ? `${text}: ${detail}` : text })));
  select.addEventListener("change", () => {
    choose(answers[select.value].value);
    select.blur();
  });
  return element("label", { className: "choice many" }, element("span", { textContent: label }), select);
}

/** How each kind of question is asked. */
const MAKERS = {
  choice: ({ key, label, answers }, choose) =>
    answers.length > MANY ? list(label, answers, choose) : element("fieldset", { className: "choice" }, element("legend", { textContent: label }), ...answers.map((answer, at) => radio(key, answer, at, choose, words(answer)))),

  pick: ({ label, answers }, choose) => list(label, answers, choose),

  colour: ({ key, label, answers }, choose) => {
    const swatch = (answer) => {
      const made = element("span", { className: "swatch" }, element("span", { className: "unseen", textContent: answer.label }), icon("ok"));
      made.style.setProperty("--seat", answer.colour);
      made.style.setProperty("--ink", ink(answer.colour));
      return made;
    };
    return element("fieldset", { className: "colours" }, element("legend", { className: "unseen", textContent: label }), ...answers.map((answer, at) => radio(key, answer, at, choose, swatch(answer))));
  },

  text: ({ key, label }, choose) => {
    const input = element("input", { type: "text", ariaLabel: label, autocomplete: "off", spellcheck: false, dir: "auto" });
    const fault = element("p", { className: "fault", id: `fault ${key}`.replace(" ", "-"), role: "alert" });
    const known = element("select", { className: "known", ariaLabel: say("known") });
    input.setAttribute("aria-describedby", fault.id);
    input.addEventListener("change", () => choose(input.value.trim()));
    input.addEventListener("keydown", ({ key: pressed, isComposing }) => pressed === "Enter" && !isComposing && input.blur());
    known.addEventListener("change", () => {
      input.value = known.value;
      choose(known.value);
      known.blur();
    });
    return element("div", { className: "text" }, input, known, fault);
  },

  position: ({ label, answers }, choose) => {
    const up = element("button", { type: "button", className: "move" }, icon("up"));
    const handle = element("span", { className: "handle", draggable: true, title: label, ariaHidden: "true", textContent: "⠿" });
    const made = element("div", { className: "position" }, handle, up);
    up.addEventListener("click", () => choose((Number(made.dataset.value) + answers.length - 1) % answers.length));
    return made;
  },

  command: ({ label, main, answers }, choose) => {
    const made = element("button", { type: "button", className: main ? "command main" : "command" }, words({ label, detail: answers[0].detail }));
    made.addEventListener("click", () => choose(true));
    return made;
  },
};

const check = (made, { answers, value }) => {
  made.querySelectorAll("input, option").forEach((part, at) => (part[part.matches("input") ? "checked" : "selected"] = answers[at].value === value));
};

/** How each kind shows the answer that it has. */
const SHOWN = {
  choice: check,
  pick: check,
  colour: check,

  text(made, { value, placeholder, label, answers }) {
    const [input, known] = made.querySelectorAll("input, select");
    input.placeholder = placeholder;
    input.ariaLabel = `${label}: ${placeholder}`;
    if (input !== document.activeElement && input.ariaInvalid !== "true") input.value = value;
    known.hidden = !answers.length;
    const names = ["", ...answers.map((answer) => answer.value)];
    if (JSON.stringify(names) !== known.dataset.names) {
      known.dataset.names = JSON.stringify(names);
      known.replaceChildren(...names.map((name) => element("option", { value: name, textContent: name })));
    }
    known.value = ""; // the name stands beside it, and may be chosen again
  },

  position(made, { value, label, group }) {
    made.dataset.value = value;
    made.querySelector("button").disabled = value === 0;
    made.querySelector("button").ariaLabel = say("move up", { name: group || label });
  },
};
