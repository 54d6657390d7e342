// A form: questions with their answers; each question is drawn according to its kind.
//
// An answer is sent immediately, and the next snapshot shows the result. Typed text stays until the companion has
// accepted it. A command directly after a text (typing a name, then "Start") waits for the answer to the text, and is
// not sent if the text was rejected.

import { Component, html, useLayoutEffect, useRef } from "./preact.js";
import { Die, Icon, Stack } from "./drawings.js";
import { link } from "./link.js";
import { say } from "./store.js";

const ANSWER_MS = 500; // maximum wait of a command for the answer to a text that was typed just before it
const MANY = 6; // maximum number of answers as buttons; more become a list
const COMMANDS = "commands", MORE = "more";
const FACE = /^[1-6]$/; // the faces of a die

export class Form extends Component {
  faults = {}; // the errors of texts, by key
  sentText = null; // the key of a text that waits for its answer
  queued = null; // the command to send after that answer

  componentDidMount() {
    link.addEventListener("error", (event) => {
      const { question, words, message } = event["detail"];
      if (question !== this.sentText) return; // not about the text
      this.faults = { ...this.faults, [question]: words ?? message };
      this.setState({});
      this.sendQueued();
    });
  }

  /** Keeps clicked answers until the next snapshot. */
  shouldComponentUpdate({ form }, state) {
    if (form !== this.props.form) this.faults = {};
    return form !== this.props.form || state !== this.state;
  }

  componentDidUpdate({ form }) {
    if (form !== this.props.form) this.sendQueued();
  }

  choose(question, value) {
    const { key, kind, letters } = question;
    if (kind === "text") {
      const isLong = [...value].length > letters;
      this.faults = { ...this.faults, [key]: isLong ? say("long name", { n: letters }) : "" };
      this.setState({});
      if (isLong) return;
      this.sentText = key;
      setTimeout(() => this.sendQueued(), ANSWER_MS);
    }
    if (!["command", "remove"].includes(kind)) return link.choose(key, value);
    this.queued = question;
    if (!this.sentText) this.sendQueued();
  }

  /** Sends the queued command; the main command is not sent while a text has an error. */
  sendQueued() {
    const { queued } = this, wrong = Object.keys(this.faults).find((key) => this.faults[key]);
    this.sentText = this.queued = null;
    if (wrong && queued?.main) this.base.querySelector(`[data-key="${wrong}"] input`)?.focus();
    else if (queued) link.choose(queued.key, true);
  }

  /** Returns the questions by section; questions of a group and consecutive commands form a block. */
  sections({ questions, cursor }) {
    const sections = [], numbers = questions.find(({ key }) => key === "players")?.answers.map(({ label }) => label);
    for (const question of questions) {
      if (question.kind === "tile" || question.key === "players" || question.place === "header") continue; // shown elsewhere
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
      return place ? html`<div key="at ${place}" class="card at-${place}">${place === "seats" && html`<p><strong>${say("players")}</strong><span class="quiet">${say("in turn order", { least: numbers[0], most: numbers.at(-1) })}</span></p>`}${parts}</div>` : parts;
    });
  }

  question(question, isCurrent) {
    const common = { "data-key": question.key, "aria-current": isCurrent ? "true" : null };
    const choose = (value) => this.choose(question, value);
    // If one text is the only question, Enter sends it and continues.
    const questions = this.props.form.questions, texts = questions.filter(({ kind }) => kind === "text");
    const next = texts.length === 1 && questions.find(({ kind, main }) => kind === "command" && main);
    const done = () => next && this.choose(next, true);
    const nameInput = texts.find(({ group }) => group === question.group); // of the same seat
    const letter = [...(nameInput?.value || nameInput?.placeholder || "")][0];
    const given = { question, common, choose, done, letter, fault: this.faults[question.key] ?? "" };
    const isFace = FACE.test(question.label) && questions.filter(({ label }) => FACE.test(label)).length === 6;
    const kind = isFace ? Face : KINDS[question.kind];
    return html`<${kind} key="${question.kind} ${question.key}" ...${given} />`;
  }

  render({ form, isTitled }) {
    return html`
      <section id="form" class="card" aria-label=${form?.title || null} hidden=${!form}>
        ${form?.title && isTitled && html`<h2 key="title">${form.title}</h2>`}
        ${form?.note && html`<p class="quiet" key="note">${form.note}</p>`}
        ${form && this.sections(form)}
      </section>
    `;
  }
}

/** A block of questions: folded options with a summary of their values, commands, or a group. */
function block({ together, members }) {
  const parts = members.map(({ part }) => part), first = members[0].question.key;
  if (together === COMMANDS) return html`<div key="commands ${first}" class="commands">${parts}</div>`;
  if (!together) return parts[0];
  if (together !== MORE) {
    return html`
      <fieldset key="group ${first}" class="group"><legend class="unseen">${together}</legend>${parts}</fieldset>
    `;
  }
  const chosen = ({ question: { key, label, answers, value } }) =>
    answers.length > 1 ? `${key === "language" ? "" : label} ${answers.find((answer) => answer.value === value).label}` : "";
  return html`
    <details key="more">
      <summary><strong>${say("more options")}</strong> <span class="quiet">${members.map(chosen).filter(Boolean).join(" · ")}</span></summary>
      ${parts}
    </details>
  `;
}

/** A label with its detail; the part after a colon can be hidden by the style sheet. */
const Words = ({ label, detail }) =>
  html`<span>${label}${detail && [" ", html`<small>${detail.split(/(?=: )/).map((part) => html`<i>${part}</i>`)}</small>`]}</span>`;

const Radio = ({ question, at, choose, children }) => html`
  <label>
    <input
      type="radio" name=${question.key} data-answer=${at} checked=${question.answers[at].value === question.value}
      onChange=${() => choose(question.answers[at].value)}
    />
    ${children}
  </label>
`;

/** Returns the handler of a list: it sends the answer and removes the focus, so that keys press buttons again. */
const change = (choose) => ({ target }) => {
  choose(Number(target.value));
  target.blur();
};

function List({ question: { label, answers, value }, common, choose }) {
  const isShared = answers.every(({ detail }) => detail === answers[0].detail); // as for a number
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

/** The colour of a stone, with an invisible list above its picture. */
const Colours = ({ question: { label, answers, value }, common, choose, letter }) => html`
  <label class="colours" ...${common}>
    <${Stack} pieces=${[{ colour: answers[value].colour, label: letter }]} />
    <select aria-label=${label} value=${value} onChange=${change(choose)}>
      ${answers.map((answer) => html`<option value=${answer.value}>${answer.label}</option>`)}
    </select>
  </label>
`;

/** A text input with suggestions. Text that is being typed, or was rejected, is not overwritten. */
function Text({ question, common, choose, done, fault }) {
  const { key, label, placeholder, answers, value } = question;
  const made = useRef(null);
  useLayoutEffect(() => {
    if (made.current !== document.activeElement && !fault) made.current.value = value;
  }, [question]);
  const blurOnEnter = (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.target.blur(); // sends the answer
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
  <button type="button" class="command pad" ...${common} aria-label=${label} aria-keyshortcuts=${label} onClick=${() => choose(true)}>
    <${Die} face=${Number(label)} />
  </button>
`;

/** The components of the kinds of question. */
const KINDS = { choice: Choice, pick: List, colour: Colours, text: Text, remove: Remove, stepper: Stepper, command: Command };
