// The layout of the web page, and the tools in its header.

import { html, useLayoutEffect, useRef } from "./preact.js";
import { Arrival, ATTRACT, Tiles } from "./arrival.js";
import { Board, pointTo } from "./board.js";
import { canSound, offeredLanguages, sound } from "./browser.js";
import { isYesNoForm, OtherCards, TurnCard } from "./cards.js";
import { Box, drawLights, foldBox } from "./device.js";
import { Dialog, SetupCode } from "./dialogs.js";
import { about, Icon, ink } from "./drawings.js";
import { JoinCode, Joining, joins, playsOnPhone, toggleJoining } from "./join.js";
import { Layout } from "./layout.js";
import { link } from "./link.js";
import { StarMap } from "./map.js";
import { chosenOf, spoken } from "./screen.js";
import { announce, browser, choose, isTelevision, label, say, sentences, store, update } from "./store.js";
import { Story } from "./story.js";

const darkness = matchMedia("(prefers-color-scheme: dark)");
const narrow = matchMedia("(max-width: 599.98px)"); // as in sizes.css
narrow.addEventListener("change", () => update({}));

/** Returns what is shown: the snapshot, or a moment of a story without questions and buttons. */
function sceneOf({ snapshot, moment, story }) {
  if (!moment) {
    if (snapshot?.page === "setup" && store.may !== "all") return { ...snapshot, page: ATTRACT, game: null, screen: null };
    // The host's menu does not cover the game of other viewers.
    const isTheirs = store.may !== "all" && snapshot?.turn && !snapshot.buttons.length && snapshot.screen?.options.length > 0;
    const waits = snapshot?.page === "menu" ? say("host menu") : snapshot?.waits_for;
    const game = { shows_screen: false, screen: snapshot?.turn, form: null, waits_for: waits };
    const seen = snapshot && isTheirs ? { ...snapshot, ...game } : snapshot;
    return seen && { ...seen, chosen: chosenOf(seen) };
  }
  const report = story?.name === "table" ? {} : { analysis: moment.analysis, luck: null }; // not of the current game
  const nothing = { text: [], said: moment.said, screen: moment.screen, turn: null, buttons: [], waits_for: "", form: null };
  const idle = { page: "story", shows_screen: false, points: false, menu: false };
  return { ...snapshot, ...report, ...nothing, ...idle, axes: moment.axes, game: moment.game, chosen: moment.better };
}

/** The web page; after each change it scrolls and announces what is new. */
export function Page() {
  const { snapshot, moment, story, language } = store;
  const kept = useRef({ moment: undefined, snapshot: undefined, scene: null });
  if (kept.current.snapshot !== snapshot || kept.current.moment !== moment) {
    kept.current = { snapshot, moment, scene: sceneOf(store) };
  }
  const { scene } = kept.current, game = scene?.game, isStart = scene?.page === ATTRACT;
  const isMapped = isStart || scene?.page === "setup" || Boolean(game?.map ?? game?.layout);
  const isLesson = game?.tasks.length > 0, isSetUp = scene?.page === "setup" && scene.form;
  const isMine = !story && Number.isInteger(store.may) && game?.turn === store.may;
  // Guests are not shown how to start the companion again.
  const isGuest = isTelevision || joins();
  const trouble = store.trouble && isGuest && store.trouble !== "shut" ? "lost" : store.trouble;
  const other = scene && playsOnPhone(scene), status = trouble ?? (isMine ? "your turn" : other && "plays on a phone");
  const winner = isTelevision && game?.players.find(({ rank }) => rank === 1);
  markDocument(scene, isMapped);
  markTurn(isMine ? game.players[store.may].colour : winner?.colour);
  const last = useRef({ overlay: "" });
  useLayoutEffect(() => {
    if (!scene) return;
    readOut(scene, last.current);
    const overlay = `${Boolean(scene.form)} ${isAside(scene)}`; // what covers the game
    // A new page begins at its top; after a key, the focus is on its card, because the pressed button is gone.
    if (overlay !== last.current.overlay) {
      for (const each of [window, document.getElementById("side")]) each.scrollTo(0, 0);
      if (last.current.overlay && !store.pointed && document.activeElement === document.body) document.getElementById("deck").focus();
    }
    last.current.overlay = overlay;
  }, [scene]);
  useLayoutEffect(() => drawLights(store.frames.lights), [isMapped]); // the board was created again
  const lookAt = (inspected) => update({ inspected });
  const pointAtHex = (name) => {
    const hex = game.map.hexes.find((each) => each.name === name);
    update({ inspected: name });
    pointTo({ name, usable: hex.lit, use: about(hex) }, scene);
  };
  const pointAtSlot = (name) => pointTo(game.layout.slots.find((each) => each.name === name), scene);
  const own = game?.ships.filter(({ player }) => player === game.turn).map(({ place }) => place);
  // With a map, the lights are a part of the box; otherwise they are the board and come first.
  const table = html`
    <section key="table" id="table" aria-label=${label("table")}><${Board} scene=${scene} /></section>
  `;
  return html`
    <header>
      <img class="logo" src="logo.svg" alt="" />
      <h1 id="title">${scene ? (isSetUp ? scene.form.title : isLesson ? game.where : game?.title ?? document.title) : "Claim It!"}</h1>
      <p id="where">${isLesson ? game.title : story || isSetUp ? "" : game?.where}</p>
      <p id="connection" role="status">${status && language ? say(status, { origin: location.origin, ...other }) : ""}</p>
      <${Tools} scene=${scene} />
    </header>
    <main>
      <${StarMap} key="map" map=${game?.map} own=${own} look=${lookAt} point=${pointAtHex} />
      <${Layout} key="layout" layout=${game?.layout} chosen=${scene?.chosen} look=${lookAt} point=${pointAtSlot} />
      ${isStart && html`<${Arrival} key="arrival" />`}
      ${!isMapped && table}
      <div key="side" id="side">
        <${TurnCard} scene=${scene} />
        ${scene?.page === "setup" && store.may === "all" && html`<${SetupCode} />`}
        <${Joining} />
        <${JoinCode} scene=${scene} isOver=${Boolean(winner)} />
        ${story
          ? html`<${Story} key=${`${story.name} ${story.at} ${language}`} ...${{ story, language }} />`
          : html`<section id="story" class="card" aria-label=${label("story")} hidden></section>`}
        <p id="hint" role="status">${language ? hint() : ""}</p>
        <${OtherCards} scene=${scene} />
        <${Box} key="box" scene=${scene}>${isMapped && table}</${Box}>
      </div>
      ${isStart && html`<${Tiles} key="tiles" form=${scene.form} />`}
    </main>
    <div id="live" class="unseen" role="status" aria-atomic="true"></div>
    <${Dialog} />
  `;
}

/** Returns whether another page covers the game; a yes-or-no question does not. */
const isAside = ({ shows_screen: showsScreen, game, form }) =>
  showsScreen && !(game && isYesNoForm(form));

/** Sets the classes and attributes that the style sheets need. */
function markDocument(scene, isMapped) {
  const { classList } = document.body;
  classList.toggle("lost", store.trouble !== null);
  classList.toggle("asking", Boolean(scene?.form));
  classList.toggle("aside", Boolean(scene) && isAside(scene));
  classList.toggle("mapped", isMapped);
  classList.toggle("playing", Boolean(scene?.game));
  classList.toggle("coached", Boolean(scene?.page.endsWith("coach")));
  classList.toggle("tv", isTelevision);
  classList.toggle("telling-story", store.story !== null);
  Object.assign(document.documentElement.dataset, { theme: store.theme, advice: store.advice, marks: store.marks });
}

/** Colours the header: on a phone when it is its turn, on a television for the winner. */
function markTurn(colour) {
  const { classList, style } = document.body;
  classList.toggle("mine", Boolean(colour));
  style.setProperty("--mine", colour || "");
  style.setProperty("--on-mine", colour ? ink(colour) : "");
}

/** Announces a new turn and the new text of the page, or only the selected option if the text is the same. */
function readOut({ page, game, draws, form, text: lines, said, screen, shows_screen: isAside }, last) {
  const option = isAside && screen?.options[screen.cursor], chosen = said ?? (option ? `${option.label} ${option.value}` : "");
  let text = isAside && form?.title ? sentences(form.title, form.note) : sentences(...lines); // not the box's softkeys
  if (page === ATTRACT) text = say("arrival"); // the screen mentions buttons that are not visible
  if (text && screen?.sentence && !isAside) text = spoken(screen); // the screen of the box says less
  const player = !isAside && game?.players[game.turn], turn = player ? say("turn of", player) : last.turn;
  const dice = game?.dice.join(", "), fieldCount = game?.places.filter(({ usable }) => usable).length;
  const roll = dice && !isAside ? `${draws} ${dice}` : last.roll, isRolled = roll !== last.roll && !text.includes(dice);
  const rolled = isRolled && sentences(say("rolled", { dice }), fieldCount > 0 && say("fields", { n: fieldCount }));
  if (text !== last.text) announce(sentences(turn !== last.turn && turn, rolled, text, (!isAside || !form) && chosen));
  else if (chosen !== last.chosen) announce(chosen);
  Object.assign(last, { text, chosen, turn, roll });
}

/** Returns the hint for viewers who cannot press, or only for their seat. */
function hint() {
  const { refusal, may, barred, snapshot, wayBack } = store;
  const missing = snapshot && playsOnPhone(snapshot, "away");
  if (refusal) return say(refusal);
  if (missing) return say("phone away", missing);
  if (may !== "all" && ["setup", ATTRACT].includes(snapshot?.page)) return say("no game");
  if (may === null) return wayBack?.file && barred === "watching" ? say("watching here", wayBack) : say(barred);
  if (!Number.isInteger(may) || snapshot?.waits_for || narrow.matches) return "";
  const player = snapshot?.game?.players[may];
  return player ? say("seat", { name: player.name }) : "";
}

const Tool = ({ name, act, isPressed = null, hidden = false, isOff = false, opens = null, word = label(name) }) => html`
  <button
    type="button" class="tool ${name.split(" ")[0]}" hidden=${hidden} disabled=${isOff} aria-pressed=${isPressed} popovertarget=${opens}
    onClick=${act}
  >
    <${Icon} name=${name} />
    <span class="name">${word}</span>
  </button>
`;

/** The tools in the header with their labels; all others are in the menu. */
function Tools({ scene }) {
  const { may, theme, sounds } = store, coach = scene?.coach;
  const open = (dialog) => () => store.dialog || update({ dialog });
  const choice = (name) => {
    const isOn = store[name] === "on";
    return html`<${Tool} name=${name} act=${() => choose(name, isOn ? "off" : "on")} isPressed=${String(isOn)} />`;
  };
  // Changes to the other theme; if that is the theme of the system, follows the system again.
  const nextTheme = () => {
    const [wanted, other] = darkness.matches ? ["dark", "light"] : ["light", "dark"];
    choose("theme", theme === "auto" || theme === wanted ? other : "auto");
  };
  const isCoached = Boolean(coach?.is_open) && may !== null; // the tool closes the coach's page
  const invite = () => (joins() ? toggleJoining() : open("invite")());
  // A choice closes the menu.
  const close = ({ target }) => target.closest("button") && document.getElementById("more").hidePopover?.();
  // In the header, or on a phone in the menu.
  const invites = html`<${Tool} name="invite" act=${invite} hidden=${may !== "all" && !joins()} />`;
  const host = html`<${Tool} name="host" act=${open("host")} hidden=${may !== null || joins()} />`;
  const rules = html`<${Tool} name="rules" act=${open("rules")} />`;
  const box = html`<${Tool} name="device" act=${foldBox} isPressed=${String(store.box !== "folded")} />`;
  const past = html`<${Tool} name="history" act=${open("history")} />`, isStart = scene?.page === ATTRACT && !narrow.matches;
  // How to leave a lesson or a setup.
  const isLesson = scene?.game?.tasks.length > 0 && scene.buttons.some(({ name, enabled }) => name === "undo" && enabled);
  const exit = isLesson ? { key: "leave" } : scene?.form?.questions.find(({ place }) => place === "header");
  const isFolded = narrow.matches || Boolean(exit);
  return html`
    <nav id="tools" aria-label=${label("tools")}>
      ${!narrow.matches && rules}
      <${Tool} name="coach" act=${() => link.press(...(isCoached ? ["undo"] : ["right", true]))} isPressed=${String(Boolean(coach?.on))} hidden=${!coach || Boolean(exit) || (may !== "all" && !coach.may_ask && !isCoached)} isOff=${!coach?.may_ask && !isCoached} />
      ${isStart && past}
      ${!isFolded && html`${invites}${host}${box}`}
      ${exit && html`<${Tool} name="leave" word=${exit.label} act=${() => link.choose(exit.key, true)} />`}
      <${Tool} name="menu" opens="more" />
      <div id="more" popover="auto" onClick=${close}>
        <button type="button" class="tool act menu" hidden=${!scene?.menu} onClick=${() => link.press("undo", true)}>
          <${Icon} name="menu" /><span class="name">${label("game menu")}</span>
        </button>
        ${narrow.matches && rules}
        ${isFolded && html`${invites}${host}${box}`}
        ${!isStart && past}
        <${Tool} name="people" act=${open("people")} />
        <${Tool} name="sound" act=${() => sound.switch()} isPressed=${String(sounds)} hidden=${!canSound} />
        <${Tool} name="theme" act=${nextTheme} />
        ${["advice", "marks"].map(choice)}
        <${Tool} name="full screen" act=${() => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())} hidden=${!document.fullscreenEnabled} />
        <${Languages} />
        ${!narrow.matches && html`<p class="quiet">${say("keys")}</p>`}
      </div>
    </nav>
  `;
}

/** The host sets the language of the companion; other viewers set their own. */
function Languages() {
  const made = useRef(null), { language } = store;
  useLayoutEffect(() => {
    if (language) made.current.value = language;
  }, [language]);
  const change = ({ target }) => {
    if (store.may === "all") link.choose("language", target.value);
    else {
      browser.set("language", target.value);
      link.requestLanguage(target.value);
    }
    target.blur(); // keys press buttons again
  };
  const option = (code) => {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
    return html`<option value=${code}>${name[0].toLocaleUpperCase(code) + name.slice(1)}</option>`;
  };
  return html`
    <select class="tool" ref=${made} aria-label=${label("language")} onChange=${change}>
      ${offeredLanguages().map(option)}
    </select>
  `;
}
