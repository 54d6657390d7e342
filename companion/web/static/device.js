// The device: lights, screen and five buttons with their keys; and the labelled buttons of the turn card.
//
// A frame has the contrast of the screen, the lights (red, green, blue) and the bits of the screen. Frames are frequent
// and change little, so they are drawn without Preact: a colour for each light, and a canvas.

import { html, useRef } from "./preact.js";
import { fieldAt, FIELDS, shine, SIDE } from "./board.js";
import { Icon } from "./drawings.js";
import { StoryButton } from "./games.js";
import { playsOnPhone } from "./join.js";
import { link } from "./link.js";
import { Cube } from "./map.js";
import { cardOf } from "./screen.js";
import { choose, label, say, still, store } from "./store.js";

const SCREEN_AT = 1 + 3 * SIDE * SIDE;
const WIDTH = 128;
const LIT = [205, 232, 255, 255], UNLIT = [0, 0, 0, 255]; // red, green, blue, opacity
const HOLD_MS = 600;

/** Draws the lights, given as red, green and blue of each field. */
export function drawLights(lights) {
  store.frames.lights = lights;
  for (const { field } of FIELDS) {
    const light = fieldAt(field), colour = `rgb(${lights.subarray(3 * field, 3 * field + 3).join(" ")})`;
    if (light.dataset.light === colour) continue;
    light.dataset.light = colour;
    shine(light);
  }
}

/** Draws the screen, without the dimming of the box, which would look like a lost connection. */
function drawScreen(bits) {
  if (bits.every((byte, place) => byte === store.frames.screen[place])) return;
  store.frames.screen = bits;
  const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("oled"));
  const context = canvas.getContext("2d"), pixels = 8 * bits.length;
  canvas.height = pixels / WIDTH;
  const image = context.createImageData(WIDTH, canvas.height);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const isOn = bits[pixel >> 3] & (0x80 >> (pixel & 7));
    image.data.set(isOn ? LIT : UNLIT, 4 * pixel);
  }
  context.putImageData(image, 0, 0);
}

/** Stores a frame and draws its changes immediately. */
export function takeFrame(bytes) {
  store.frames.latest = bytes;
  drawFrame();
}

/** Draws the newest frame, unless a story shows its own lights. */
export function drawFrame() {
  const { latest } = store.frames;
  if (!latest || store.story) return;
  drawScreen(latest.subarray(SCREEN_AT));
  drawLights(latest.subarray(1, SCREEN_AT));
}

/** The buttons from left to right, with their keys and the labels of the keys. */
const BUTTONS = [
  { name: "left", keys: ["ArrowLeft"], shown: "←" },
  { name: "right", keys: ["ArrowRight"], shown: "→" },
  { name: "ok", keys: [" "], shown: "␣" },
  { name: "bank", keys: ["b", "B"], shown: "B" },
  { name: "undo", keys: ["u", "Backspace"], shown: "U" },
];
const HOLD_KEYS = { s: "left", S: "left", c: "right", C: "right", m: "undo", M: "undo", U: "undo" };
const BACK = ["undo", "no"]; // the answers that close a question
const REPEAT_MS = 60; // minimum interval of cursor moves with a held arrow key
const OWN_KEYS = "button, select, input, textarea, summary, a[href]";

/** A button of the device. A long touch is a hold; everything else, also by keyboard or screen reader, is a press. */
function Press({ name, shown }) {
  const hold = useRef({ timer: 0, held: false }).current;
  const down = () => {
    hold.held = false;
    hold.timer = setTimeout(() => {
      hold.held = true;
      link.press(name, true);
    }, HOLD_MS);
  };
  const release = () => clearTimeout(hold.timer);
  const click = ({ detail }) => {
    if (!hold.held || detail === 0) link.press(name, false);
    hold.held = false;
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

const FRAMES = { moving: 30, folded: 2, still: 1, hidden: 0 }; // maximum per second

export function requestFrames() {
  const shown = still.matches ? "still" : store.box === "folded" ? "folded" : "moving";
  link.limitFrames(FRAMES[document.hidden ? "hidden" : shown]);
}

export function foldBox() {
  choose("box", store.box === "folded" ? "open" : "folded");
  requestFrames();
}

/** The box with its screen and buttons; `children` are its lights if they are not the board. */
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

/** Returns whether a list that was clicked is closed again and needs no keys. */
const isClosed = (list) =>
  store.pointed && list.tagName === "SELECT" && CSS.supports("selector(:open)") && !list.matches(":open");

/** Presses a button; an action of the page below the coach's page is chosen by its name. */
function use(name) {
  if (store.snapshot?.coach?.acts?.some((act) => act.name === name)) link.choose(name, true);
  else link.press(name, false);
}

/** Presses the button of a key, unless the focused element needs the key. */
export function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
  const own = event.target.closest(OWN_KEYS);
  if (event.repeat && own?.matches(".press")) event.preventDefault();
  if (event.repeat && (own || event.timeStamp - store.pressedAt < REPEAT_MS)) return;
  if (own && !isClosed(own) && (own.tagName !== "BUTTON" || event.key === "Enter" || event.key === " ")) return;
  // Escape closes a popover, then the menu, or a question that can be closed.
  if (event.key === "Escape" && !document.querySelector(":is(:popover-open)")) {
    const { page, menu, form } = store.snapshot ?? {}, back = form?.questions.find(({ key }) => BACK.includes(key));
    if (page === "menu" && menu) return link.press("undo", true);
    if (back) return link.choose(back.key, true);
  }
  if (event.key === "d" || event.key === "D") return event.repeat || foldBox();
  const face = store.snapshot?.form?.questions.find(({ label }) => label === event.key && "1" <= label && label <= "6"); // of a die
  if (face) return event.repeat || link.choose(face.key, true);
  if (event.key === "Enter" && store.snapshot?.page === "attract" && store.snapshot.form) return link.choose("solo", true);
  const heldButton = (event.shiftKey && { ArrowLeft: "left", ArrowRight: "right" }[event.key]) || HOLD_KEYS[event.key];
  const main = event.key === "Enter" && offeredIn(store.snapshot).find((button) => button.is_main)?.name;
  const name = heldButton || main || BUTTONS.find(({ keys }) => keys.includes(event.key))?.name;
  // Buttons that only turn pages of the screen need the open box.
  if (!name || (store.box === "folded" && offeredIn(store.snapshot).some((button) => button.name === name && button.for_screen))) return;
  event.preventDefault();
  if (event.repeat && (heldButton || (name !== "left" && name !== "right"))) return; // only the cursor repeats
  store.pressedAt = event.timeStamp;
  if (heldButton) link.press(name, true);
  else use(name);
}

/** The available buttons; the coach's page also has those of the page below it. None is the main one if a phone has the turn. */
const offeredIn = (snapshot) => [...(snapshot?.coach?.acts ?? []), ...(snapshot?.buttons ?? [])]
  .map((button) => (button.is_main && playsOnPhone(snapshot) ? { ...button, is_main: false } : button));

/** Removes the focus from a button or a choice after a click. */
export function releaseFocus() {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  if (store.pointed && focused?.matches("button, [type=radio]")) focused.blur();
}

/** Removes the focus after each click, so that keys press buttons again; with Tab, the focus stays. */
export function watchFocus() {
  // While the event is captured, before a dialog opens and stores the focused element.
  addEventListener("pointerdown", () => (store.pointed = true), true);
  addEventListener("keydown", ({ key }) => key === "Tab" && (store.pointed = false), true);
  addEventListener("pointerup", releaseFocus, true);
  addEventListener("click", ({ detail }) => detail && releaseFocus(), true);
  addEventListener("change", releaseFocus, true);
}

/** The labelled buttons; for a spectator, whose turn it is. */
export function Actions({ scene }) {
  const { buttons = [], waits_for: waits = "" } = scene ?? {};
  const isOver = Boolean(scene?.game) && scene.page !== "story" && cardOf(scene)?.mood === "end";
  const offered = offeredIn(scene), isPlayed = Boolean(scene?.game) && !scene.shows_screen && scene.screen?.mood !== "end" && !scene.page.endsWith("turn");
  // Buttons that only turn pages of the screen are left out. Disabled ones are hidden, except two that keep their
  // places: the first, which shows the reason, and Undo, which comes with the first action of a turn.
  const act = (name) => {
    const button = offered.find((each) => each.name === name) ?? { label: "", effect: "", enabled: false, is_main: false };
    const hasFocus = document.activeElement?.matches(`.act.${name}`);
    const isHandOnPhone = name === "ok" && scene?.page === "klondike_turn" && scene.game?.layout.is_hand && playsOnPhone(scene);
    const isUseful = (button.enabled || (name === "ok" && button.effect)) && !button.for_screen && !isHandOnPhone;
    const stays = name === "undo" && isPlayed && !(button.for_screen && button.enabled);
    const hidden = !buttons.length || !(isUseful || stays || hasFocus);
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

let clicked = ""; // the label of the last clicked button

/** A labelled button. A disabled one shows the reason when it is pressed. The second click of a double click does not
 * press a button that the first one has opened. */
function Act({ name, label, effect, enabled, is_main: isMain, pieces = [], hidden, press }) {
  const { keys } = BUTTONS.find((button) => button.name === name);
  const click = ({ detail }) => {
    if (detail > 1 && label !== clicked) return;
    clicked = label;
    press();
  };
  return html`
    <button type="button" class="act ${name}${isMain ? " main" : ""}" hidden=${hidden} aria-label=${pieces.length ? `${label}: ${effect}` : null}
      aria-disabled=${String(!enabled)} aria-keyshortcuts="${keys[0].replace(" ", "Space")}${isMain ? " Enter" : ""}" onClick=${click}>
      ${name === "undo" && html`<${Icon} name="undo" />`}
      <span class="label">${label}</span>
      <span class="effect">${pieces.length ? pieces.map(([words, colour, value]) => html`<i>${words} <${Cube} ...${{ colour, label: value }} /></i>`) : effect}</span>
    </button>
  `;
}
