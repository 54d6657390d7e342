// What the table has to say, larger than the screen can: the turn, the dice, the risk, the players, a field, the log;
// and moments that everybody shares: dice that tumble before they show, a bust, the last round, the end of a game.

import { html, useState } from "./preact.js";
import { ATTRACT } from "./arrival.js";
import { Advice, Analysis, WinChances } from "./coach.js";
import { Rolled, useChanged, useRolled } from "./dice.js";
import { about, ink, Stack } from "./drawings.js";
import { LuckReport, ShareButton, StoryButton } from "./games.js";
import { HexPicture } from "./map.js";
import { Blocks, cardOf, Screen } from "./screen.js";
import { say, store, update } from "./store.js";

const END = "end";
const ENTER_MS = 1000; // a card that is older has come to rest

const Card = ({ name, title, children }) => html`
  <section class="card ${name}">
    <h2>${say(title)}</h2>
    ${children}
  </section>
`;

/** What is said first: the screen where it shows no game, the turn, a welcome. */
export function Now({ scene }) {
  const rolledAt = useRolled(scene), said = cardOf(scene);
  const changedAt = useChanged(scene && `${said?.mood} ${said?.sentence}`, Boolean(scene));
  if (!scene) return html`<div class="now"></div>`;
  const { page, game, form, buttons, screen, shows_screen: isAside } = scene;
  const arrives = page === ATTRACT; // where the title says what can be done
  const isRead = isAside && Boolean(screen) && !form && screen.options.length === 0;
  const turn = html`<${Turn} key=${changedAt} ...${{ scene, said, rolledAt, changedAt }} />`;
  return html`
    <div class="now">
      ${isAside && screen && !form && !arrives &&
      html`<${Screen} ...${screen} page=${page} isRead=${isRead} isOurs=${buttons.length > 0} players=${game?.players} />`}
      ${game && said && (!isRead || said.mood === END) &&
      (page.endsWith("coach") ? html`<${Advice} scene=${scene} />` : turn)}
    </div>
  `;
}

/** The turn, dressed for what has just happened. It is made again with each change of its text, so that it can enter. */
function Turn({ scene, said, rolledAt, changedAt }) {
  const { game, page, buttons, chosen } = scene, { players, turn, dice, notice, found, map, readings } = game;
  const moment = said.mood || (found && "found");
  // Why a turn was lost is opened: nothing on the page moves for it. A television shows it.
  const isFolded = ({ type }) => moment === "loss" && type === "table" && store.code === null;
  const isSaid = (each) => each.style !== "advice" && !isFolded(each) && (!scene.form || each.style === "bold");
  const advised = buttons.length > 0 && !scene.shows_screen ? said.blocks.filter(({ style }) => style === "advice") : [];
  const [ago] = useState(() => {
    const came = performance.now() - changedAt;
    return moment && came < ENTER_MS ? -came : null;
  });
  const winners = moment === END ? players.filter(({ rank }) => rank === 1) : [];
  const colours = winners.length
    ? { "--seat": winners[0].colour, "--sharer": winners.at(-1).colour }
    : { "--seat": turn === null ? null : players[turn].colour };
  const entering = ago === null ? {} : { "--ago": `${ago}ms` };
  const classes = ["card turn", moment && `moment ${moment}`, ago !== null && "entering"].filter(Boolean).join(" ");
  const die = (face, number) => {
    const name = game.dice_names[number], colour = game.dice_colours[number];
    const drawn = html`<${Rolled} key=${number} ...${{ face, number, rolledAt, colour }} />`;
    return name ? html`<span class="thrown" key=${number}>${drawn}<small>${name}</small></span>` : drawn;
  };
  return html`
    <section class=${classes} style=${{ ...colours, ...entering }}>
      ${winners.length > 0 && html`<${Cup} />`}
      ${notice && html`<p class="lasting">${notice}</p>`}
      ${found && html`<${HexPicture} hex=${map.hexes.find(({ name }) => name === found)} />`}
      <h2>${said.sentence || said.title}</h2>
      <${Blocks} blocks=${said.blocks.filter(isSaid)} />
      ${players.some(({ rolled }) => rolled.length)
        ? html`<${Rolls} key="rolls" ...${{ players, turn, rolledAt }} />`
        : dice.length > 0 && !readings.some(({ field }) => field === chosen?.name) &&
          html`<p class="dice" key=${`dice ${rolledAt}`}>${dice.map(die)}</p>`}
      <${Blocks} blocks=${advised} />
      ${said.blocks.some(isFolded) && html`<${Why} blocks=${said.blocks.filter(isFolded)} />`}
      ${moment === END && page !== "story" &&
      html`<div class="commands"><${StoryButton} name="table" /><${ShareButton} /></div>`}
    </section>
  `;
}

/** What each has rolled for the beginning. */
const Rolls = ({ players, turn, rolledAt }) => html`
  <ul class="rolls">
    ${players.map(
      ({ name, colour, initial, rolled, figures }, seat) => html`
        <li key=${seat} aria-current=${seat === turn ? "true" : null}>
          <${Stack} pieces=${[{ colour, label: initial || name[0] }]} /><strong>${name}</strong>
          <span key=${rolled.join()} class="dice">
            ${rolled.map((face, number) => html`<${Rolled} ...${{ face, number, rolledAt }} />`)}
          </span>
          <span>${figures.at(-1)}</span>
        </li>
      `,
    )}
  </ul>
`;

const Why = ({ blocks }) => html`
  <button type="button" class="command" popovertarget="why">${say("why")}</button>
  <div id="why" class="card" popover="auto"><h3>${say("why")}</h3><${Blocks} blocks=${blocks} /></div>
`;

/** A cup on a foot in the winner's colour, or in those of the first and the last who share the win. */
const Cup = () => html`
  <svg class="cup" viewBox="0 0 40 40" aria-hidden="true">
    <path d="M11 8H6q0 10 8 11M29 8h5q0 10-8 11" class="handle" />
    <path d="M11 4h18v9q0 11-7 12v5h-4v-5q-7-1-7-12z" class="gold" />
    <path d="M10 36v-6h10v6z" class="first" />
    <path d="M20 36v-6h10v6z" class="last" />
  </svg>
`;

/** All else: the players, what coach and luck say, the field that is looked at, the log. */
export function Rest({ scene }) {
  const game = scene?.game;
  if (!game) return html`<div class="rest"></div>`;
  const { log, places, map, players } = game, { luck } = scene;
  const names = players.map(({ name }) => name);
  return html`
    <div class="rest">
      <${Players} key="players" scene=${scene} />
      ${game.ships.length > 0 && html`<${Fleet} key="fleet" ships=${game.ships} players=${players} />`}
      ${scene.analysis && html`<${Analysis} key="analysis" scene=${scene} />`}
      ${luck &&
      html`
        <${Card} key="luck" name="luck" title="luck">
          <${LuckReport} game=${{ game: luck.game, players: names, luck: luck.seats }} />
        </${Card}>
      `}
      ${(places.length > 0 || map) && html`<${About} key="about" game=${game} chosen=${scene.chosen} />`}
      ${log.length > 0 && html`<${Log} key="log" lines=${log} />`}
    </div>
  `;
}

/** The players; after the end the best first. */
function Players({ scene }) {
  const { players, figures, turn } = scene.game;
  const isRanked = players.some(({ rank }) => rank), rankOf = (seat) => players[seat].rank || Infinity;
  const seats = [...players.keys()];
  if (isRanked) seats.sort((one, other) => rankOf(one) - rankOf(other) || 0);
  const { places, map, layout } = scene.game, isFramable = places.length > 0 && !map && !layout;
  const frame = (seat) => () => isFramable && update({ framed: store.framed === seat ? null : seat });
  const row = (seat) => {
    const { name, colour, rank, note, figures, initial } = players[seat];
    const who = html`
      <${Stack} pieces=${[{ colour, label: initial || name[0] }]} />
      <span>${rank ? `${rank}. ${name}` : name}<small>${note}</small></span>
    `;
    // A click anywhere in the row; keys and screen readers have the name as a button.
    const framer = () => html`
      <button
        type="button" class="framer" title=${say("frame", { name })} aria-pressed=${String(store.framed === seat)}
      >${who}</button>
    `;
    return html`
      <tr key=${seat} aria-current=${seat === turn ? "true" : null} onClick=${frame(seat)}>
        <th scope="row">${isFramable ? framer() : who}</th>
        ${figures.map((figure) => html`<td>${figure}</td>`)}
      </tr>
    `;
  };
  return html`
    <${Card} name="players" title=${isRanked ? "final table" : "players"}>
      <${WinChances} scene=${scene} />
      <table>
        <thead><tr><td></td>${figures.map((figure) => html`<th scope="col">${figure}</th>`)}</tr></thead>
        <tbody>${seats.map(row)}</tbody>
      </table>
    </${Card}>
  `;
}

/** What each ship carries, where the table keeps that: a cube for each colour, and how many. */
const Fleet = ({ ships, players }) => html`
  <${Card} name="fleet" title="fleet">
    <ul>
      ${ships.map(
        ({ player, place, parts, load, holds }) => html`
          <li style=${{ "--seat": players[player].colour }} aria-label="${players[player].name}, ${place}: ${holds}">
            <strong>${players[player].name}, ${place}</strong> <small>${parts}</small>
            <span class="load">
              ${load.map(
                ({ colour, label }) => html`<b style=${{ background: colour, color: ink(colour) }}>${label}</b>`,
              )}
            </span>
          </li>
        `,
      )}
    </ul>
  </${Card}>
`;

/** The place that the viewer looks at, else the one under the cursor, if there is one. */
function About({ game: { places, map, layout, supply }, chosen }) {
  const drawn = map?.hexes ?? (layout ? [...layout.slots, ...layout.spots] : places);
  const named = (name) => drawn.find((place) => place.name === name);
  const looked = (map ? null : places[store.looked]) ?? named(store.looked); // a light by its number, all else by name
  const place = looked ?? named(chosen?.name ?? map?.cursor);
  const picture = () =>
    map ? html`<${HexPicture} hex=${place} />` : place.pieces?.length > 0 && html`<${Stack} pieces=${place.pieces} />`;
  return html`
    <${Card} name="about" title="field">
      <div class="place">
        ${place && html`<h3>${place.called ?? place.name}</h3>${picture()}<p>${about(place)}</p>`}
        ${!place && html`<p class="quiet">${say("point")}</p>`}
      </div>
      <p class="quiet">${supply}</p>
    </${Card}>
  `;
}

/** What happened, the newest line first. */
const Log = ({ lines }) => html`
  <${Card} name="log" title="log">
    <ol class="lines" tabIndex="0" aria-label=${say("log")}>
      ${lines.toReversed().map((text) => html`<li>${text}</li>`)}
    </ol>
  </${Card}>
`;
