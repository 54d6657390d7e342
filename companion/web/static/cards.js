// The cards of a game: the turn with its dice and risk, the inspected field, the players, the ships, the luck, the log.

import { html } from "./preact.js";
import { ATTRACT } from "./arrival.js";
import { Advice, Analysis, ChancesSoFar, useWinChances } from "./coach.js";
import { Actions } from "./device.js";
import { Die, Stack } from "./drawings.js";
import { Form } from "./form.js";
import { LuckReport, ShareButton } from "./games.js";
import { tile, Tray } from "./layout.js";
import { Cube, HexPicture } from "./map.js";
import { Course } from "./review.js";
import { Blocks, cardOf, Options, Screen, withBoldFigures } from "./screen.js";
import { isTelevision, say, store, update } from "./store.js";

const END = "end";
const stoneOf = ({ colour, initial, name }) => html`<${Stack} pieces=${[{ colour, label: initial || name[0] }]} />`;
const FACTS = ["bold", "gain", "risk", "reason"]; // the styles of texts that are also shown next to a form

const Card = ({ name, title, children }) => html`
  <section class="card ${name}">
    <h2>${say(title)}</h2>
    ${children}
  </section>
`;

/** The turn card: the active player, the headline, the facts for the decision, and the actions in a fixed position. */
export function TurnCard({ scene }) {
  if (!scene) return html`<section id="deck" class="card"></section>`;
  const said = cardOf(scene);
  const { page, game, form, screen, shows_screen: isAside } = scene;
  const isInformation = isAside && Boolean(screen) && !form && screen.options.length === 0;
  const isQuestion = isAside && Boolean(game) && isYesNoForm(form);
  const isTurn = game && said && (!isAside || isQuestion || (isInformation && said.mood === END));
  const mood = isTurn ? said.mood || (game.found && "found") : "";
  const colours = isTurn ? coloursOf(game, mood) : {};
  const turn = { scene, said: isQuestion ? { ...said, sentence: form.title } : said, mood };
  return html`
    <section
      id="deck" class=${`card ${mood}`} tabindex="-1" data-page=${page} style=${colours} aria-label=${say("game")}
      hidden=${page === ATTRACT && !form}
    >
      ${isTurn && html`<${Head} ...${turn} />`}
      <div class="body" tabindex=${isTurn ? 0 : null} key=${`body ${isTurn ? turn.said.sentence : page}`}>
        ${isAside && screen && !form && page !== ATTRACT &&
        html`<${Screen} ...${screen} page=${page} isInformation=${isInformation} players=${game?.players} />`}
        ${isTurn && (page.endsWith("coach") ? html`<${Advice} scene=${scene} />` : !isQuestion && html`<${Turn} ...${turn} />`)}
      </div>
      <${Form} form=${form} isTitled=${!isTurn} />
      <${Tray} scene=${scene} />
      <${Actions} scene=${scene} />
    </section>
  `;
}

/** Returns whether a form is a yes-or-no question about the game, which leaves the board visible. */
export const isYesNoForm = (form) => Boolean(form?.questions.some(({ key }) => key === "no"));

/** Returns the colours of the band: of the active player or the winners. */
function coloursOf({ players, turn }, mood) {
  const winners = mood === END ? players.filter(({ rank }) => rank === 1) : [];
  const [first, last] = winners.length ? [winners[0], winners.at(-1)] : [players[turn], players[turn]];
  return { "--seat": first?.colour, "--sharer": last?.colour };
}

/** The band with the active player, and the headline; a new key animates each new headline. */
function Head({ scene, said, mood }) {
  const { title, players, turn, notice, progress, found, map, tasks, task } = scene.game;
  const player = scene.page === "klondike_round_over" ? null : players[turn] ?? players.find(({ rank }) => rank === 1), { name } = player ?? {};
  const needsName = !scene.buttons.length && scene.waits_for && player && !mood && !said.sentence.includes(name);
  const whose = mood === END ? "game over" : mood === "loss" ? "turn ends" : notice ? "last turn of" : "turn of";
  return html`
    <div class="turn" key=${`head ${mood} ${said.sentence}`}>
      <p class="band">
        ${player && stoneOf(player)}
        <strong>${player || mood === END ? say(whose, { name }) : tasks.length ? progress : title}</strong>
        <span class="steps">${tasks.length ? tasks.map((_, at) => html`<i class=${at <= task ? "done" : ""}></i>`) : progress}</span>
      </p>
      ${notice && html`<${Notice} notice=${notice} />`}
      ${mood === END && players.some(({ rank }) => rank === 1) && html`<svg class="cup" aria-hidden="true"><use href="icons.svg#cup" /></svg>`}
      ${found && html`<${HexPicture} hex=${map.hexes.find(({ name }) => name === found)} />`}
      <h2>${needsName && html`<span class="whom">${name}: </span>`}${said.sentence || said.title}</h2>
    </div>
  `;
}

/** The last round with the turns left; on a phone it is below the board. */
const Notice = ({ notice }) => html`<p class="lasting">${notice.split(/(?<=!) /).map((part) => html`<span>${part} </span>`)}</p>`;

/** The facts for the decision: the dice, what the choice gives and costs, the inspected field. */
function Turn({ scene, said, mood }) {
  const { game, form, chosen } = scene, { players, turn, dice, readings, places } = game;
  const isShown = ({ type, style }) =>
    (style !== "advice" || (isTelevision && game.map)) && (!form || FACTS.includes(style) || type === "dice") && !(type === "table" && game.tasks.length);
  const advice = scene.buttons.length > 0 && !form ? said.blocks.filter(({ style }) => style === "advice") : [];
  const reading = readings.find(({ field }) => field === chosen?.name);
  const coming = places.find(({ name }) => name === chosen?.name)?.coming;
  const roles = reading && ["column", "row", coming?.label ? "stone" : "spare"]; // an ownership stone has no number
  const die = (face, number) => {
    const name = roles?.[number] ? withBoldFigures(say(`as ${roles[number]}`, { n: face })) : game.dice_names[number];
    const colour = game.dice_colours[number], isRound = roles?.[number] === "stone";
    const drawn = html`<${Die} key=${number} ...${{ face, colour, isRound }} />`;
    return name ? html`<span class="thrown" key=${number}>${drawn}<small>${name}</small></span>` : drawn;
  };
  const laid = game.layout?.slots.find(({ name }) => name === chosen?.name)?.ends, own = game.ships.filter(({ player, load }) => player === turn && load.length > 0);
  const outlines = (form ? ["next", "", ""] : ["", "", "round"]).map((shape) => html`<span class="die ${shape}"></span>`); // dice before the roll
  const shownDice = scene.page === "turn" && game.stones_left.length ? outlines : (reading?.dice ?? dice).map(die);
  return html`
    ${game.notice && html`<${Notice} ...${game} />`}
    ${isTelevision && scene.page === "turn" && game.log.length > 0 && html`<p class="quiet">${game.log.at(-1)}</p>`}
    ${players.some(({ rolled }) => rolled.length)
      ? html`<${Rolls} key="rolls" ...${{ players, turn }} />`
      : shownDice.length > 0 && html`<p class="dice ${dice.length > 5 ? "six" : ""}" key="dice">${shownDice}</p>`}
    ${laid?.length > 0 && html`<svg class="large" viewBox="-0.55 -1.05 1.1 2.1" aria-hidden="true">${tile(laid, true)}</svg>`}
    <${Blocks} blocks=${said.blocks.filter(isShown)} />
    ${isTelevision && game.map && said.options.some(({ label }) => label) && html`<${Options} ...${said} />`}
    ${own.map((ship) => html`<${Load} ...${ship} title=${own.length > 1 ? ship.place : say("ship")} />`)}
    ${game.tasks.length > 0 && game.stones_left.includes(false) && html`<${Supply} ...${game} />`}
    <${Inspected} ...${{ scene, advice }} />
    ${mood === END && scene.luck && html`<${Growth} luck=${scene.luck} players=${players} />`}
  `;
}

/** The chart of a game's figure, such as the largest mine, for each player after each round. */
function Growth({ luck: { game, seats }, players }) {
  const figures = seats.map(({ course }) => course);
  const steps = [...figures[0].keys()].filter((turn) => turn % players.length === 0 || turn === figures[0].length - 1);
  const course = { are_chances: false, steps, values: steps.map((turn) => figures.map((each) => each[turn])) };
  return html`<h3>${say(`course ${game}`)}</h3><${Course} ...${{ course, players }} until=${say("round", { n: Math.ceil((figures[0].length - 1) / players.length) })} />`;
}

/** The description of the inspected place, or the reason why it is not available; else the advice. */
function Inspected({ scene: { game: { places, map, layout }, chosen }, advice }) {
  const name = `looked ${advice.length ? "advised" : ""}`;
  const tiles = layout?.tiles.map(({ value, why }) => ({ name: value, in_words: " ", holds: why }));
  const drawn = map?.hexes ?? (layout ? [...layout.slots, ...layout.spots, ...tiles] : places);
  const place = (map ? null : places[store.inspected]) ?? drawn.find(({ name }) => name === store.inspected);
  if (!place || place.name === chosen?.name) return html`<div class=${name}><${Blocks} blocks=${advice} /></div>`;
  const { holds, use, why } = place;
  const text = [`${holds}.`, use || why].filter(Boolean).join(" ");
  return html`<div class=${name}><p><strong>${place.in_words || place.name}</strong> ${text}</p></div>`;
}

const Rolls = ({ players, turn }) => html`
  <ul class="rolls">
    ${players.map(({ name, colour, initial, rolled, figures }, seat) => html`
      <li key=${seat} aria-current=${seat === turn ? "true" : null}>
        ${stoneOf({ colour, initial, name })}<strong>${name}</strong>
        <span class="dice">${rolled.map((face) => html`<${Die} face=${face} />`)}</span>
        <span>${figures.at(-1)}</span>
      </li>
    `)}
  </ul>
`;

export function OtherCards({ scene }) {
  const game = scene?.game;
  if (!game) return html`<div class="rest"></div>`;
  const { log, players } = game, { luck } = scene, isOver = cardOf(scene)?.mood === END && scene.page !== "story";
  return html`
    <div class="rest">
      ${game.tasks.length > 0 ? html`<${Plan} key="plan" scene=${scene} />` : html`<${Players} key="players" scene=${scene} />`}
      ${scene.coach?.on && html`<${ChancesSoFar} key="chances" ...${scene} />`}
      ${game.ships.length > 0 && html`<${Fleet} key="fleet" ships=${game.ships} players=${players} />`}
      ${scene.analysis && html`<${Analysis} key="analysis" scene=${scene} />`}
      ${luck &&
      html`
        <details key="luck" class="card luck">
          <summary><strong>${say("luck")}</strong></summary>
          <${LuckReport} game=${{ game: luck.game, players: players.map(({ name }) => name), luck: luck.seats }} />
          ${isOver && html`<div class="commands"><${ShareButton} /></div>`}
        </details>
      `}
      ${log.length > 0 && html`<${Log} key="log" ...${{ log, players }} />`}
    </div>
  `;
}

/** The table of players; after the end it is sorted by rank. */
function Players({ scene }) {
  const { players, figures, turn } = scene.game, chances = useWinChances(scene);
  const heads = chances ? [...figures, say("wins")] : figures;
  const isRanked = players.some(({ rank }) => rank), rankOf = (seat) => players[seat].rank || Infinity;
  const seats = [...players.keys()];
  if (isRanked) seats.sort((one, other) => rankOf(one) - rankOf(other) || 0);
  const { places, map, layout } = scene.game, isFramable = places.length > 0 && !map && !layout;
  const frame = (seat) => () => isFramable && update({ framed: store.framed === seat ? null : seat });
  const row = (seat) => {
    const { name, colour, rank, note, figures: now, gains } = players[seat];
    const who = html`${stoneOf(players[seat])}<span>${rank > 0 && html`<span class="rank">${rank}. </span>`}${name}<small>${note}</small></span>`;
    // A click anywhere in the row frames the fields; for keyboards and screen readers, the name is a button.
    const framer = () => html`
      <button
        type="button" class="framer" title=${say("frame", { name })} aria-pressed=${String(store.framed === seat)}
      >${who}</button>
    `;
    return html`
      <tr key=${seat} style=${{ "--seat": colour }} aria-current=${seat === turn ? "true" : null} onClick=${frame(seat)}>
        <th scope="row">${isFramable ? framer() : who}</th>
        ${heads.map((head, at) => html`<td data-head=${head}>${chances && at === heads.length - 1 ? html`<strong>${chances[seat]}</strong>` : figureOf(now[at], gains[at])}</td>`)}
      </tr>
    `;
  };
  return html`
    <section class=${`card players ${chances ? "coached" : ""}`} aria-label=${say(isRanked ? "final table" : "players")}>
      <table>
        <thead>
          <tr><th scope="col">${say(isRanked ? "final table" : "player")}</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
        </thead>
        <tbody>${seats.map(row)}</tbody>
      </table>
      <${Supply} ...${scene.game} />
    </section>
  `;
}

/** A figure with its value after a bank; one with a goal is shown as "4 of 9" with a bar. */
function figureOf(figure, gain) {
  const [count, goal] = figure.split("/").map(Number), soon = Number(gain) || count;
  const arrow = gain ? html`${" "}<span class="gain">→ ${gain}</span>` : "";
  if (!goal) return html`<strong>${figure}</strong>${arrow}`;
  const parts = Array.from({ length: goal }, (_, at) => html`<i class=${at < count ? "got" : at < soon ? "soon" : ""}></i>`);
  return html`
    <strong>${count}</strong>${arrow} <span class="of">${say("of", { n: goal })}</span>
    <span class="goal" aria-hidden="true">${parts}</span>
  `;
}

/** The supply, visible once a claim stone is on the board; such stones are pale. */
const Supply = ({ supply, stones_left: left }) => supply && html`
  <p class="supply ${left.length && !left.includes(false) ? "unseen" : ""}">
    <span class=${left.length ? "unseen" : ""}>${supply}</span>
    ${left.length > 0 && html`<span aria-hidden="true">${say("claim stones left")}</span>`}
    ${left.map((isLeft, at) => html`<${Stack} pieces=${[{ colour: "#ffffff", label: at + 1 }]} motion=${isLeft ? "" : "used"} />`)}
  </p>
`;

const Load = ({ load, values, title = null }) => html`
  <p class="load">${title && html`<span>${title}</span>`}${load.map(({ colour, label }, at) => html`<span><${Cube} ...${{ colour, label: values[at] }} />${label}</span>`)}</p>
`;

/** The names of places, and the tasks of a lesson. */
const Plan = ({ scene: { screen, game: { tasks, task } } }) => html`
  ${screen?.blocks.filter(({ type }) => type === "table").map((table) => html`<${Card} name="names" title="names"><${Blocks} blocks=${[table]} /></${Card}>`)}
  <${Card} name="plan" title="in this lesson">
    <ol>${tasks.map((title, at) => html`<li aria-current=${at === task ? "step" : null}>${title}</li>`)}</ol>
  </${Card}>
`;

/** The ships with their loads: the number of cubes of each colour. */
const Fleet = ({ ships, players }) => html`
  <${Card} name="fleet" title="fleet">
    <ul>
      ${ships.map(({ player, place, parts, load, values, holds }) => html`
        <li style=${{ "--seat": players[player].colour }} aria-label="${players[player].name}, ${place}: ${holds}">
          <p><strong>${players[player].name}, ${place}</strong> <span class="quiet">${parts}</span></p>
          <${Load} ...${{ load, values }} />
        </li>
      `)}
    </ul>
  </${Card}>
`;

/** The log, newest line first, each with the stone of the player whose name it begins with. */
function Log({ log, players }) {
  const stone = (text) => players.filter(({ name }) => text.startsWith(`${name} `) || text.startsWith(`${name}:`)).map(stoneOf);
  return html`
    <${Card} name="log" title="log">
      <ol class="lines" tabIndex="0" aria-label=${say("log")}>${log.toReversed().map((text) => html`<li>${stone(text)}${text}</li>`)}</ol>
    </${Card}>
  `;
}
