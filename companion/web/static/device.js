// The device: 36 lights under diffusers, the screen pixel for pixel, five buttons with their keys; and what can be done
// now, in words.
//
// A frame is what the device's chips show: the screen's contrast, the lights (red, green, blue), the screen's bits.
// Frames come often and change little, so they are drawn past the view library: a colour for each light, and a canvas.

import { html, useRef } from "./preact.js";
import { fieldAt, FIELDS, shine, SIDE } from "./board.js";
import { Icon } from "./drawings.js";
import { StoryButton } from "./games.js";
import { link } from "./link.js";
import { Cube } from "./map.js";
import { cardOf } from "./screen.js";
import { choose, label, say, still, store } from "./store.js";

const SCREEN_AT = 1 + 3 * SIDE * SIDE;
const WIDTH = 128;
const LIT = [205, 232, 255];
const HOLD_MS = 600;

/** Draws the lights: red, green and blue of each field. */
export function drawLights(lights) {
  store.frames.lights = lights;
  for (const { field } of FIELDS) {
    const light = fieldAt(field), colour = `rgb(${lights.subarray(3 * field, 3 * field + 3).join(" ")})`;
    if (light.dataset.light === colour) continue;
    light.dataset.light = colour;
    shine(light);
  }
}

/** Draws the screen of a frame. The box dims it after a while; here that would look like a lost connection. */
function drawScreen(bits) {
  if (bits.every((byte, place) => byte === store.frames.screen[place])) return;
  store.frames.screen = bits;
  const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("oled"));
  const context = canvas.getContext("2d"), pixels = 8 * bits.length;
  canvas.height = pixels / WIDTH;
  const image = context.createImageData(WIDTH, canvas.height);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const isOn = bits[pixel >> 3] & (0x80 >> (pixel & 7));
    image.data.set(isOn ? LIT : [0, 0, 0], 4 * pixel);
    image.data[4 * pixel + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

/** Takes a frame, and draws at once what has changed: where nothing has, the browser makes no picture. */
export function takeFrame(bytes) {
  store.frames.latest = bytes;
  drawFrame();
}

/** Draws the newest frame; the story of a game has lights of its own. */
export function drawFrame() {
  const { latest } = store.frames;
  if (!latest || store.story) return;
  drawScreen(latest.subarray(SCREEN_AT));
  drawLights(latest.subarray(1, SCREEN_AT));
}

/** The buttons from left to right, with their keys and how these are shown. */
const BUTTONS = [
  { name: "left", keys: ["ArrowLeft"], shown: "←" },
  { name: "right", keys: ["ArrowRight"], shown: "→" },
  { name: "ok", keys: [" "], shown: "␣" },
  { name: "bank", keys: ["b", "B"], shown: "B" },
  { name: "undo", keys: ["u", "Backspace"], shown: "U" },
];
const HELD = { s: "left", S: "left", c: "right", C: "right", m: "undo", M: "undo", U: "undo" };
const BACK = ["undo", "no"]; // what closes a question
const REPEAT_MS = 60; // a held arrow key moves the cursor no more often
const OWN_KEYS = "button, select, input, textarea, summary, a[href]";

/** A button of the device. A finger that stays holds; everything else, also a key or a screen reader, is a click. */
function Press({ name, shown }) {
  const finger = useRef({ timer: 0, held: false }).current;
  const down = () => {
    finger.held = false;
    finger.timer = setTimeout(() => {
      finger.held = true;
      link.press(name, true);
    }, HOLD_MS);
  };
  const release = () => clearTimeout(finger.timer);
  const click = ({ detail }) => {
    if (!finger.held || detail === 0) link.press(name, false);
    finger.held = false;
  };
  return html`
    <button
      type="button" class="press" data-button=${name} onPointerDown=${down} onPointerUp=${release}
      onPointerLeave=${release} onPointerCancel=${release} onClick=${click}
      onContextMenu=${(event) => event.preventDefault()}
    >
      <span class="cap"><${Icon} name=${name} /></span>
      <span class="name">${say(name)}</span>
      <kbd aria-hidden="true">${shown}</kbd>
    </button>
  `;
}

const FRAMES = { moving: 30, folded: 2, still: 1, hidden: 0 }; // a second; after a press one comes at once

/** Requests as many frames as are visible. */
export function askForFrames() {
  const shown = still.matches ? "still" : store.box === "folded" ? "folded" : "moving";
  link.limitFrames(FRAMES[document.hidden ? "hidden" : shown]);
}

/** Shows the box, or folds it away. */
export function foldBox() {
  choose("box", store.box === "folded" ? "open" : "folded");
  askForFrames();
}

/** The box: its screen, its buttons, and in the children its lights where they are not the board. */
export const Box = ({ scene, children }) => html`
  <section id="box" class=${`card ${store.box}`} aria-label=${label("device")}>
    ${children}
    <canvas
      id="oled" width="128" height="64" role="img"
      aria-label=${scene ? say("screen", { text: scene.text.filter(Boolean).join(". ") }) : ""}
    ></canvas>
    <div id="buttons" role="group" aria-label=${label("buttons")}>
      ${BUTTONS.map((button) => html`<${Press} ...${button} />`)}
    </div>
  </section>
`;

/** Whether the keys are those of a list that was clicked: only as long as it is open. */
const isClosed = (list) =>
  store.pointed && list.tagName === "SELECT" && CSS.supports("selector(:open)") && !list.matches(":open");

/** Presses a button; one that the coach's page leaves to the page beneath it is used by its name. */
function use(name) {
  if (store.snapshot?.coach?.acts?.some((act) => act.name === name)) link.choose(name, true);
  else link.press(name, false);
}

/** Presses the button of a key, unless what has the focus needs the key itself. */
export function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
  const own = event.target.closest(OWN_KEYS);
  if (event.repeat && own?.matches(".press")) event.preventDefault();
  if (event.repeat && (own || event.timeStamp - store.pressedAt < REPEAT_MS)) return;
  if (own && !isClosed(own) && (own.tagName !== "BUTTON" || event.key === "Enter" || event.key === " ")) return;
  // Escape belongs to what the browser has open, then to the table's menu, or to a question that can be closed.
  if (event.key === "Escape" && !document.querySelector(":is(:popover-open)")) {
    const { page, menu, form } = store.snapshot ?? {}, back = form?.questions.find(({ key }) => BACK.includes(key));
    if (page === "menu" && menu) return link.press("undo", true);
    if (back) return link.choose(back.key, true);
  }
  if (event.key === "d" || event.key === "D") return event.repeat || foldBox();
  const face = store.snapshot?.form?.questions.find(({ label }) => label === event.key && "1" <= label && label <= "6");
  if (face) return event.repeat || link.choose(face.key, true);
  if (event.key === "Enter" && store.snapshot?.page === "attract" && store.snapshot.form) return link.choose("solo", true);
  const shifted = (event.shiftKey && { ArrowLeft: "left", ArrowRight: "right" }[event.key]) || HELD[event.key];
  const main = event.key === "Enter" && offeredIn(store.snapshot).find((button) => button.is_main)?.name;
  const name = shifted || main || BUTTONS.find(({ keys }) => keys.includes(event.key))?.name;
  // What only turns the box's screen needs the box.
  if (!name || (store.box === "folded" && offeredIn(store.snapshot).some((button) => button.name === name && button.for_screen))) return;
  event.preventDefault();
  if (event.repeat && (shifted || (name !== "left" && name !== "right"))) return; // only a cursor goes on moving
  store.pressedAt = event.timeStamp;
  if (shifted) link.press(name, true);
  else use(name);
}

/** What can be done now. While the coach is read, what the page beneath it offers needs no "Go on" first. */
const offeredIn = (snapshot) => [...(snapshot?.coach?.acts ?? []), ...(snapshot?.buttons ?? [])];

/** Gives up the focus that a click has left on a button or a choice. */
export function releaseFocus() {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  if (store.pointed && focused?.matches("button, [type=radio]")) focused.blur();
}

/** A click does not keep the focus: the keys are the table's again. Tab keeps it. */
export function watchFocus() {
  // Before anybody else: what a dialog gives the focus back to, once it is closed, is what had it as it opened.
  addEventListener("pointerdown", () => (store.pointed = true), true);
  addEventListener("keydown", ({ key }) => key === "Tab" && (store.pointed = false), true);
  addEventListener("pointerup", releaseFocus, true);
  addEventListener("click", ({ detail }) => detail && releaseFocus(), true);
  addEventListener("change", releaseFocus, true);
}

/** What can be done now: the table's buttons in words; for a viewer who may not press, who plays. */
export function Actions({ scene }) {
  const { buttons = [], waits_for: waits = "" } = scene ?? {};
  const isOver = Boolean(scene?.game) && scene.page !== "story" && cardOf(scene)?.mood === "end";
  const offered = offeredIn(scene), isPlayed = Boolean(scene?.game) && !scene.shows_screen && scene.screen?.mood !== "end";
  // What only turns the box's screen is here already; what does nothing now is not a button, except two that keep
  // their places: the first, which says why, and Undo.
  const act = (name) => {
    const button = offered.find((each) => each.name === name) ?? { label: "", effect: "", enabled: false, is_main: false };
    const keepsPlace = document.activeElement?.matches(`.act.${name}`); // of who walks by Tab
    const isUseful = (button.enabled || (name === "ok" && button.effect)) && !button.for_screen;
    const stays = name === "undo" && isPlayed && !(button.for_screen && button.enabled);
    const hidden = !buttons.length || !(isUseful || stays || keepsPlace);
    const words = stays ? { label: button.label || say("no undo"), effect: isUseful ? button.effect : "" } : {};
    return html`<${Act} key=${name} ...${{ ...button, ...words, name, hidden, press: () => use(name) }} />`;
  };
  const at = (area) => (isOver ? ["bank", "ok", "undo"] : ["ok", "bank", "left", "right", "undo"])
    .filter((name) => (offered.find((each) => each.name === name)?.area ?? "mains") === area).map(act);
  const story = isOver ? [html`
    <${StoryButton} name="table" kind="act"><span class="label">${say("see story")}</span><span class="effect">${say("what decided")}</span></${StoryButton}>
  `] : [];
  return html`
    <div id="actions" role="group" aria-label=${label("actions")} hidden=${!buttons.length && !waits && !isOver}>
      <div class="offers">${at("offers")}</div>
      <div class="mains">${at("mains").toSpliced(1, 0, ...story)}</div>
      <div class="others">${at("others")}</div>
      <p class="waiting" hidden=${!waits}>${waits}</p>
    </div>
  `;
}

let clicked = ""; // the label of the button that was clicked last

/** One that does nothing now says why, and sounds low as on the box. The second click of a double click is not an answer
 * to what the first one has opened. */
function Act({ name, label, effect, enabled, is_main: isMain, pieces = [], hidden, press }) {
  const click = ({ detail }) => {
    if (detail > 1 && label !== clicked) return;
    clicked = label;
    press();
  };
  return html`
    <button type="button" class="act ${name}${isMain ? " main" : ""}" hidden=${hidden} aria-label=${pieces.length ? `${label}: ${effect}` : null} aria-disabled=${String(!enabled)} onClick=${click}>
      ${name === "undo" && html`<${Icon} name="undo" />`}
      <span class="label">${label}</span>
      <span class="effect">${pieces.length ? pieces.map(([words, colour, value]) => html`<i>${words} <${Cube} ...${{ colour, label: value }} /></i>`) : effect}</span>
    </button>
  `;
}
