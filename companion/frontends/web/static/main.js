// The page: what comes over the link goes to its place.

import { Actions } from "./actions.js";
import { Board, Buttons, Screen } from "./device.js";
import { Drop } from "./drop.js";
import { Fit } from "./fit.js";
import { Form } from "./form.js";
import { Joining } from "./join.js";
import { Layout, Tray } from "./layout.js";
import { Link } from "./link.js";
import { about } from "./make.js";
import { StarMap } from "./map.js";
import { SeatDevice } from "./seat.js";
import { keep, recall, remember, renew } from "./stay.js";
import { SealedDice } from "./sealed.js";
import { Sound } from "./sound.js";
import { Telling } from "./telling.js";
import { Tip } from "./tip.js";
import { Tools } from "./tools.js";
import { load, say, speak } from "./words.js";

const at = (id) => document.getElementById(id);
const link = new Link();
const sound = new Sound();
const board = new Board(at("board"));
const map = new StarMap(at("map"), look, pointAt);
const tip = new Tip(at("board"));
const mapTip = new Tip(at("map"));
const layout = new Layout(at("layout"), pointAtSlot);
const layoutTip = new Tip(at("layout"));
const tray = new Tray(at("tray"), pick);
const screen = new Screen(at("oled"));
const buttons = new Buttons(at("buttons"), (button, held) => link.press(button, held));
const telling = new Telling(at("telling"));
const actions = new Actions(at("actions"), act);
const form = new Form(at("form"), link);
const sealed = new SealedDice(at("sealed"));
const joining = new Joining(at("join"), link);
const device = new SeatDevice();
const fit = new Fit(document.querySelector("main"));
const drop = new Drop();
const tools = new Tools(at("tools"), link, sound, joining);

const still = matchMedia("(prefers-reduced-motion: reduce)");
const STEADY_MS = 1000;

let newest = null;
let drawn = -STEADY_MS;
let timer = 0;
let scene = null; // what is shown: the table as it is now, or a moment of a story
let live = null; // what the table has told last
let latest = null; // its newest frame
let story = null; // loaded when somebody wants one
let read = {};
let spoken = null;
let beside = ""; // what lay over the game: a form, the screen
let away = false;
let may; // "all", a seat's number, or null: whoever watches; not known before the table has seen the token
let barred = "watching"; // why this page may only watch

/** Draws the newest frame when the browser draws; frames in between are never drawn. */
function draw(now) {
  const bytes = newest;
  if (!bytes || story?.isOpen) return;
  newest = null;
  drawn = now;
  screen.show(bytes);
  board.show(bytes);
}

/** For whoever wants no motion, what only moves is drawn once a second; what has happened is drawn at once. */
function soon() {
  const wait = still.matches ? drawn + STEADY_MS - performance.now() : 0;
  clearTimeout(timer);
  if (wait > 0) timer = setTimeout(soon, wait);
  else requestAnimationFrame(draw);
}

async function tell(detail) {
  live = detail;
  if (detail.language !== spoken) {
    const texts = await load(detail.language).catch(() => null);
    if (!texts || detail.language !== live.language) return; // the next telling asks again, or another was chosen
    speak(detail.language, texts);
    spoken = detail.language;
    remember(spoken);
    buttons.name(say);
    tools.name();
    joining.show();
    story?.name();
    drop.name();
  }
  device.tell(live.game);
  story?.tell(live.game?.status);
  if (!story?.isOpen) show(live);
}

/** Draws a moment of a story in the place of the table; no game: the table again. */
function showMoment(game, axes, lights) {
  if (!game) {
    if (live) show(live);
    newest = latest;
    return soon();
  }
  show({ ...live, page: "story", shows_screen: false, text: [], chosen: "", points: false, buttons: [], menu: false, waits_for: "", form: null, sealed: null, axes, game });
  board.show(lights);
}

function show(next) {
  scene = next;
  hint();
  at("title").textContent = scene.game?.title ?? document.title;
  at("title").dataset.variants = JSON.stringify(scene.variants ?? []);
  const text = scene.text.filter(Boolean).join(". ");
  readOut((text && moment(scene)) || text, scene.chosen);
  at("oled").ariaLabel = say("screen", { text });
  telling.show(scene);
  form.show(scene.form ?? null);
  sealed.show(scene.sealed ?? null);
  document.body.classList.toggle("asking", Boolean(scene.form));
  document.body.classList.toggle("form-first", Boolean(scene.form) && scene.shows_screen); // in a game the board stays first
  const before = beside;
  beside = `${Boolean(scene.form)} ${scene.shows_screen}`;
  if (beside !== before) scrollTo(0, 0); // the end of a form, or of the scores, is no place of a game
  actions.show(scene);
  board.tell(scene.game?.places ?? [], scene.axes, scene.game?.chosen);
  map.tell(scene.game?.map ?? null);
  layout.tell(scene.game?.layout ?? null, scene.game?.chosen);
  tray.tell(scene.game?.layout, scene.game?.chosen, scene.buttons.length > 0);
  placeLights(Boolean(scene.game?.map ?? scene.game?.layout));
  fit.tell(scene);
  tellChosen();
}

/** Beside a map the lights stand with the box, and come there by Tab; else they are the board, and come first. */
function placeLights(mapped) {
  const moved = document.body.classList.contains("mapped") !== mapped;
  document.body.classList.toggle("mapped", mapped);
  if (moved) at(mapped ? "box" : "telling").before(at("table"));
}

/** Says beside the place under the cursor what happens there. */
function tellChosen() {
  const { chosen, map: hexes, layout: tiles } = scene?.game ?? {};
  tip.show(!hexes && !tiles && chosen && board.at(chosen.name), chosen?.effect ?? "");
  mapTip.show(hexes && chosen && map.at(chosen.name), chosen?.effect ?? "");
  layoutTip.show(tiles && chosen && layout.at(chosen.name), chosen?.effect ?? "");
}

/** A game against a bot that is begun here is played here: its name tells the table that there is no board beside it. */
function act(button, held) {
  if (live?.page === "attract" && button === "bank") link.choose("solo", true);
  else link.press(button, held);
}

/** Says that the table is away. A page that was kept says so before it has ever reached it. */
async function tellAway() {
  if (away && !spoken) {
    const language = recall(), texts = await load(language).catch(() => null);
    if (!texts) return;
    if (!spoken) speak(language, texts);
  }
  at("connection").textContent = away ? say(link.trouble) : "";
}

/** A place was clicked: it is chosen, and the second time used; one that may not be used says why. */
function pointTo({ name, usable, use, holds }, sentence, place) {
  const chooses = scene.points && may !== null;
  if (chooses) link.point(name);
  if (chooses && usable) return;
  sentence.show(place, chooses ? use : holds);
  if (chooses) at("live").textContent = use;
}

function point(field) {
  telling.point(field);
  const place = scene?.game?.places[field];
  if (place) pointTo(place, tip, board.fields[field]);
}

function pointAtSlot(name) {
  pointTo(scene.game.layout.slots.find((each) => each.name === name), layoutTip, layout.at(name));
}

/** A tile was picked: a phone shows the board again, where it is laid; who picks it once more turns it, and stays. */
function pick(tile, again) {
  link.choose("tile", tile);
  if (!again) scrollTo(0, 0);
}

/** Somebody looks at a field of the map; null: at none any more. */
function look(name) {
  telling.point(name);
  if (name === null) tellChosen();
}

/** A field of the map was clicked; one that is not marked says what lies there, and why. */
function pointAt(name) {
  telling.point(name);
  const hex = scene.game.map.hexes.find((each) => each.name === name);
  pointTo({ name, usable: hex.lit, use: about(hex), holds: about(hex) }, mapTip, map.at(name));
}

/** What has just happened, in words, where it is more than the screen has room for. */
function moment({ game, shows_screen: aside }) {
  return game?.moment && !aside ? [game.status, game.news, ...game.reasons].filter(Boolean).join(". ") : null;
}

/** Has the screen read out where it says something else, or what is chosen on it where only that is new. */
function readOut(text, chosen) {
  const live = at("live");
  if (text !== read.text) live.textContent = [text, chosen].filter(Boolean).join(". ");
  else if (chosen !== read.chosen) live.textContent = chosen;
  read = { text, chosen };
}

/** Says who may press, where it is not everybody, as soon as there is a language for it. */
function hint(key = null) {
  if (!spoken) return;
  at("hint").textContent = key ? say(key) : may === null ? say(barred) : Number.isInteger(may) && !live.waits_for ? seat() : "";
}

/** For whom this page presses: by name while there is a game. */
function seat() {
  const player = live.game?.players[may];
  return player ? say("seat", { name: player.name }) : say("some seat");
}

/** Takes down who may press from this page. */
function setPermission(given) {
  if (Number.isInteger(may) && given === null) barred = "refused token"; // others play now
  may = given;
  if (may !== null) barred = "watching";
  joining.may(may);
  device.may(may);
  drop.may(may);
  seated();
}

/** Whoever came by the join code and has no seat watches, and may take one. */
function seated() {
  if (joining.joins) barred = "joined watching";
  hint();
  tools.may(may);
}

addEventListener("story", async ({ detail: { name, answer, at: moment } }) => {
  const { Story } = await import("./story.js");
  story ??= new Story(at("story"), showMoment);
  story.tell(live?.game?.status);
  story.open(name, answer, moment);
});
link.addEventListener("frame", ({ detail }) => {
  if (!newest) soon();
  newest = latest = new Uint8Array(detail);
});
link.addEventListener("told", ({ detail }) => {
  drawn = -STEADY_MS;
  if (newest) soon();
  tell(detail);
});
link.addEventListener("may", ({ detail }) => setPermission(detail));
link.addEventListener("seats", seated);
link.addEventListener("refused", ({ detail }) => {
  if (detail !== "token") return hint(`refused ${detail}`);
  barred = "refused token";
  setPermission(null);
});
link.addEventListener("note", ({ detail }) => {
  if (detail.tones) sound.play(detail.tones);
  if (detail.say) sound.speak(detail.say, live?.spoken);
});
link.addEventListener("open", ({ detail: open }) => {
  away = !open;
  if (open) renew();
  document.body.classList.toggle("lost", away);
  tellAway();
});

for (const [field, light] of board.fields.entries()) {
  for (const way of ["pointerenter", "focus"]) light.addEventListener(way, () => telling.point(field));
  light.addEventListener("click", () => point(field));
}
for (const way of ["pointerleave", "focusout"]) {
  at("board").addEventListener(way, ({ pointerType }) => {
    if (pointerType === "touch") return; // a finger that goes up has read nothing yet
    telling.point(null);
    tellChosen();
  });
}
keep();
