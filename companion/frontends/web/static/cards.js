// What the table has to say, larger than the screen can: the turn, the dice, the risk, the players, a field, the log;
// and moments that everybody shares: dice that tumble before they show, a bust, the last round, the end of a game.

import { html, useLayoutEffect, useRef, useState } from "./preact.js";
import { useFirstTurn } from "./arrival.js";
import { Advice, Analysis, Counsels, WinChances } from "./coach.js";
import { Rolled, useChanged, useRolled } from "./dice.js";
import { about, Icon, ink, Qr, Stack } from "./drawings.js";
import { LuckReport, ShareButton, StoryButton } from "./games.js";
import { HexPicture } from "./map.js";
import { label, say, store, update } from "./store.js";

const ATTRACT = "attract"; // the page while nobody plays
const LOSS = "loss";
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
  const rolledAt = useRolled(scene);
  const changedAt = useChanged(scene && `${scene.game?.moment} ${scene.game?.status}`, Boolean(scene));
  const dismiss = useFirstTurn(scene);
  if (!scene) return html`<div class="now"></div>`;
  const { page, reading, game, form, buttons, sheet, shows_screen: showsScreen } = scene;
  const isSheet = showsScreen && !form && Boolean(sheet || reading.table?.length);
  const arrives = page === ATTRACT; // where the title says what can be done
  const turn = html`<${Turn} key=${changedAt} ...${{ scene, rolledAt, changedAt, dismiss }} />`;
  return html`
    <div class="now">
      ${isSheet && html`<${Sheet} ...${sheet} table=${reading.table} players=${game?.players} />`}
      ${showsScreen && !form && !arrives && !isSheet &&
      html`<${Screen} ...${reading} page=${page} isOurs=${buttons.length > 0} />`}
