// The review of a game: a chart with marks for events and signs for the costliest decisions.
//
// A tap on the chart opens the position at that time; a tap on a sign shows the better choice.

import { html } from "./preact.js";
import { Chart } from "./drawings.js";
import { label, say } from "./store.js";

const LINE = 0.2; // height of a name next to a chart, as a share of the chart's height
const APART = 0.085; // minimum distance of two signs, as a share of the width: a finger on a small phone
const SIGNS = { costly: "?", decided: "!" };

/** The chart of a game: win chances as areas in the players' colours, or scores as lines; `until` labels its end. */
export function Course({
  course, players, end = course.steps.at(-1), until = say("chart end", { n: end }), at = null, leap = null, children = null,
}) {
  const { are_chances: areChances, steps, values, marks = [] } = course;
  if (!values.length || players.length !== values[0].length) return null;
  const courses = players.map((_, seat) => values.map((each) => each[seat]));
  const high = areChances ? 1 : Math.max(1, ...courses.flat());
  const figure = (value) => (areChances ? `${Math.round(100 * value)}\u00a0%` : value);
  const levels = [high, areChances ? 0.5 : Math.round(high / 2), 0];
  const ends = players.map(({ name }, seat) => `${name} ${figure(courses[seat].at(-1))}`).join(", ");
  const label = `${say(areChances ? "win chances" : "scores")}: ${ends}`;
  const place = (step) => ({ "--at": step / Math.max(1, end) });
  // The names next to the ends of the lines, from top to bottom, moved apart where they would overlap.
  const last = (seat) => courses[seat].at(-1) / high;
  let free = 1;
  const endings = areChances ? [] : [...players.keys()].sort((one, other) => last(other) - last(one)).map((seat, at) => {
    const up = Math.max(Math.min(last(seat), free), (players.length - 1 - at) * LINE);
    free = up - LINE;
    const { name, colour } = players[seat];
    return html`<small style=${{ "--seat": colour, "--up": up }}>${name} ${courses[seat].at(-1)}</small>`;
  });
  const tap = ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    leap(Math.round((end * (clientX - left)) / width));
  };
  const colours = players.map(({ colour }) => colour);
  return html`
    <div class="review">
      <div class="plot" onClick=${leap && tap}>
        <${Chart}
          ...${{ courses, steps, high, label, colours, end }} areLines=${!areChances} grid=${levels}
        />
        <div class="endings" aria-hidden="true">${endings}</div>
        <div class="levels" aria-hidden="true">${levels.map((value) => html`<small>${figure(value)}</small>`)}</div>
        ${marks.map(([step, kind]) => html`<i class="tick ${kind}" style=${place(step)} aria-hidden="true"></i>`)}
        ${at !== null && html`<i class="here" style=${place(at)} aria-hidden="true"></i>`}
      </div>
      ${children}
      <p class="axis" aria-hidden="true">
        <small>0</small>
        ${areChances && players.map(({ name, colour }) => html`<small style=${{ "--seat": colour }} class="of">${name}</small>`)}
        <small>${until}</small>
      </p>
    </div>
  `;
}

/** The signs over the chart: the turning point and the costliest decisions. */
export function Signs({ signs, end, leap }) {
  const sorted = signs.toSorted((one, other) => one.step - other.step);
  // Moved apart where they would overlap, but not beyond the chart.
  const places = [];
  for (const { step } of sorted) places.push(Math.max((step - 1) / Math.max(1, end), (places.at(-1) ?? -1) + APART));
  places.reverse().forEach((place, from) => (places[from] = Math.min(place, from ? places[from - 1] - APART : 1)));
  places.reverse();
  return sorted.map(
    ({ step, kind, words }, number) => html`
      <button
        key=${kind + step} type="button" class="sign ${kind}" aria-label=${words} title=${words}
        style=${{ "--at": places[number] }} onClick=${() => leap(step - 1)}
      >${SIGNS[kind]}</button>
    `,
  );
}

export function Legend({ marks, signs, title }) {
  const kinds = [...new Set([...marks.map(([, kind]) => kind), ...signs.map(({ kind }) => kind)])];
  const drawn = (kind) => (SIGNS[kind] ? html`<b class=${kind}>${SIGNS[kind]}</b>` : html`<i class="tick ${kind}"></i>`);
  const words = (kind) => label(`mark ${kind} ${title}`) ?? say(`mark ${kind}`); // a game may have its own words
  return html`
    <p class="legend quiet">${kinds.map((kind) => html`<span>${drawn(kind)}${words(kind)}</span>`)}</p>
  `;
}
