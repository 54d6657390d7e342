// A form: the questions of the table with its answers; drawn by the kind of each question, not by its name.
//
// An answer goes to the table at once, and what is shown is what the table says then. Only texts are different: what
// was typed stays until the table has taken it. A command that is used right after a text (typing a name, then "Begin")
// waits for the answer to the text, and is not sent where the text was refused.

import { Component, html, useLayoutEffect, useRef } from "./preact.js";
import { Die, Icon, Stack } from "./drawings.js";
import { link } from "./link.js";
import { say } from "./store.js";

const ANSWER_MS = 500; // maximum wait of a command for the answer to a text that was typed just before it
const MANY = 6; // answers; more are a list that opens
const COMMANDS = "commands", MORE = "more";
const FACE = /^[1-6]$/; // of a die that is entered; its key does the same

export class Form extends Component {
  faults = {}; // what is wrong with texts, by their keys, until another form comes
  awaited = null; // the key of the text whose answer is awaited
  waiting = null; // the command that is sent after that answer

  componentDidMount() {
    link.addEventListener("error", (event) => {
      const { question, words, message } = event["detail"];
      if (question !== this.awaited) return; // a press or a point that was refused is about no text
      this.faults = { ...this.faults, [question]: words ?? message };
      this.setState({});
      this.goOn();
    });
  }

  /** Between two snapshots the answers stay as clicked: the table's come with the next one. */
  shouldComponentUpdate({ form }, state) {
    if (form !== this.props.form) this.faults = {};
    return form !== this.props.form || state !== this.state;
  }

  componentDidUpdate({ form }) {
    if (form !== this.props.form) this.goOn();
  }

  choose(question, value) {
    const { key, kind, letters } = question;
    if (kind === "text") {
      const isLong = [...value].length > letters;
      this.faults = { ...this.faults, [key]: isLong ? say("long name", { n: letters }) : "" };
      this.setState({});
      if (isLong) return;
      this.awaited = key;
      setTimeout(() => this.goOn(), ANSWER_MS);
    }
    if (!["command", "remove"].includes(kind)) return link.choose(key, value);
    this.waiting = question;
    if (!this.awaited) this.goOn();
  }

  /** Does what has waited for a text; nothing is begun while one is wrong. */
  goOn() {
    const { waiting } = this, wrong = Object.keys(this.faults).find((key) => this.faults[key]);
    this.awaited = this.waiting = null;
    if (wrong && waiting?.main) this.base.querySelector(`[data-key="${wrong}"] input`)?.focus();
    else if (waiting) link.choose(waiting.key, true);
  }

  /** The questions by the sections of the page, in them those of one group and commands that follow each other. */
  sections({ questions, cursor }) {
    const sections = [];
    for (const question of questions) {
      if (question.key === "players") this.seats = question.answers.map(({ label }) => label); // added one by one
      if (question.kind === "tile" || question.key === "players" || question.place === "header") continue; // elsewhere
      const isMore = question.place === "more", place = isMore ? "options" : question.place;
      if (sections.at(-1)?.place !== place) sections.push({ place, blocks: [] });
      const { blocks } = sections.at(-1);
      const together = isMore ? MORE : question.group || (question.kind === "command" ? COMMANDS : "");
      const member = { question, part: this.question(question, question.key === cursor) };
      if (together && blocks.at(-1)?.together === together) blocks.at(-1).members.push(member);
      else blocks.push({ together, members: [member] });
    }
    return sections.map(({ place, blocks }) => {
      const parts = blocks.map(block);
      return place ? html`<div key="at ${place}" class="card at-${place}">${place === "seats" && html`<p><strong>${say("players")}</strong><span class="quiet">${say("in turn order", { least: this.seats[0], most: this.seats.at(-1) })}</span></p>`}${parts}</div>` : parts;
    });
  }

  question(question, isCurrent) {
    const common = { "data-key": question.key, "aria-current": isCurrent ? "true" : null };
    const choose = (value) => this.choose(question, value);
    // If one text is the only question, Enter sends it and continues.
    const questions = this.props.form.questions, texts = questions.filter(({ kind }) => kind === "text");
    const next = texts.length === 1 && questions.find(({ kind, main }) => kind === "command" && main);
    const done = () => next && this.choose(next, true);
    const given = { question, common, choose, done, fault: this.faults[question.key] ?? "" };
    const kind = FACE.test(question.label) && questions.filter(({ label }) => FACE.test(label)).length === 6 ? Face : KINDS[question.kind];
    return html`<${kind} key="${question.kind} ${question.key}" ...${given} />`;
  }

  render({ form, isTitled }) {
    return html`
      <section id="form" class="card" aria-labelledby=${form?.title ? "form-title" : null} hidden=${!form}>
        ${form?.title && html`<h2 id="form-title" class=${isTitled ? null : "unseen"} key="title">${form.title}</h2>`}
        ${form?.note && html`<p class="quiet" key="note">${form.note}</p>`}
        ${form && this.sections(form)}
      </section>
    `;
  }
}

/** Questions that belong together: folded ones, which say in a line what is chosen, commands, and those of a group. */
function block({ together, members }) {
  const parts = members.map(({ part }) => part), first = members[0].question.key;
  if (together === COMMANDS) return html`<div key="commands ${first}" class="commands">${parts}</div>`;
  if (!together) return parts[0];
  if (together !== MORE) {
    return html`
      <fieldset key="group ${first}" class="group"><legend class="unseen">${together}</legend>${parts}</fieldset>
    `;
  }
  const chosen = ({ question: { label, answers, value } }) =>
    answers.length > 1 ? `${label}: ${answers.find((answer) => answer.value === value).label}` : "";
  return html`
    <details key="more">
      <summary><strong>${say("more options")}</strong> <span class="quiet">${members.map(chosen).filter(Boolean).join(" · ")}</span></summary>
      ${parts}
    </details>
  `;
}

/** What follows a colon is a part of its own, which is left out where there is no room. */
const Words = ({ label, detail }) =>
  html`<span>${label}${detail && [" ", html`<small>${detail.split(/(?=: )/).map((part) => html`<i>${part}</i>`)}</small>`]}</span>`;

/** One of the answers to a question, of which one holds. */
const Radio = ({ question, at, choose, children }) => html`
  <label>
    <input
      type="radio" name=${question.key} data-answer=${at} checked=${question.answers[at].value === question.value}
      onChange=${() => choose(question.answers[at].value)}
    />
    ${children}
  </label>
`;

/** What a list that opens does with the chosen answer; then the keys are the table's again. */
const change = (choose) => ({ target }) => {
  choose(Number(target.value));
  target.blur();
};

/** Many answers, as a list that opens. */
function List({ question: { label, answers, value }, common, choose }) {
  const isShared = answers.every(({ detail }) => detail === answers[0].detail); // such as that of a number
  const option = ({ label: text, detail }, at) =>
    html`<option value=${at}>${detail && !isShared ? `${text}: ${detail}` : text}</option>`;
  return html`
    <label class="choice many" ...${common}>
      <${Words} ...${{ label, detail: isShared ? answers[0].detail : "" }} />
      <select onChange=${change((at) => choose(answers[at].value))} value=${answers.findIndex((answer) => answer.value === value)}>
        ${answers.map(option)}
      </select>
    </label>
  `;
}

/** A number, with buttons for one less and one more. */
function Stepper({ question: { label, answers, value }, common, choose }) {
  const step = (sign, other) => html`
    <button
      type="button" aria-label="${label} ${sign}" disabled=${!answers.some((answer) => answer.value === other)}
      onClick=${() => choose(other)}
    >${sign}</button>
  `;
  return html`
    <div class="stepper" role="group" aria-label=${label} ...${common}>
      <${Words} label=${html`<strong>${label}</strong>`} detail=${answers[0].detail} />
      ${step("−", value - 1)}<output>${value}</output>${step("+", value + 1)}
    </div>
  `;
}

function Choice({ question, common, choose }) {
  if (question.answers.length > MANY) return html`<${List} ...${{ question, common, choose }} />`;
  const answer = (each, at) => html`<${Radio} ...${{ question, at, choose }}><${Words} ...${each} /></${Radio}>`;
  return html`
    <fieldset class="choice" ...${common}>
      <legend>${question.label}</legend>
      <div class="segments">${question.answers.map(answer)}</div>
    </fieldset>
  `;
}

/** The colour of a stone: a list that opens is over its picture. */
const Colours = ({ question: { label, answers, value }, common, choose }) => html`
  <label class="colours" ...${common}>
    <${Stack} pieces=${[{ colour: answers[value].colour, label: "" }]} />
    <select aria-label=${label} value=${value} onChange=${change(choose)}>
      ${answers.map((answer) => html`<option value=${answer.value}>${answer.label}</option>`)}
    </select>
  </label>
`;

/** A text, with the known names to choose from. What is typed, or was refused, is not overwritten. */
function Text({ question, common, choose, done, fault }) {
  const { key, label, placeholder, answers, value } = question;
  const made = useRef(null);
  useLayoutEffect(() => {
    if (made.current !== document.activeElement && !fault) made.current.value = value;
  }, [question]);
  const blurOnEnter = (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.target.blur(); // which answers the question
    if (event.target.value.trim()) done();
  };
  const id = key.replace(" ", "-");
  return html`
    <div class="text" ...${common}>
      <span class="asked" aria-hidden="true">${label}</span>
      <input
        type="text" ref=${made} autocomplete="off" spellcheck=${false} dir="auto" placeholder=${placeholder}
        list="known-${id}" aria-label="${label}: ${placeholder}" aria-describedby="fault-${id}"
        aria-invalid=${String(Boolean(fault))} onChange=${({ target }) => choose(target.value.trim())} onKeyDown=${blurOnEnter}
      />
      <datalist id="known-${id}">${answers.map((answer) => html`<option value=${answer.value} />`)}</datalist>
      <p class="fault" id="fault-${id}" role="alert">${fault}</p>
    </div>
  `;
}

const Remove = ({ question: { label, group }, common, choose }) => html`
  <button type="button" class="close" ...${common} aria-label="${label}: ${group}" onClick=${() => choose(true)}>
    <${Icon} name="close" />
  </button>
`;

const Command = ({ question: { label, main, answers }, common, choose }) => html`
  <button type="button" class=${main ? "command main" : "command"} ...${common} onClick=${() => choose(true)}>
    <${Words} label=${label} detail=${answers[0].detail} />
  </button>
`;

const Face = ({ question: { label }, common, choose }) => html`
  <button type="button" class="command pad" ...${common} aria-label=${label} onClick=${() => choose(true)}>
    <${Die} face=${Number(label)} />
  </button>
`;

/** How each kind of question is drawn. */
const KINDS = { choice: Choice, pick: List, colour: Colours, text: Text, remove: Remove, stepper: Stepper, command: Command };
