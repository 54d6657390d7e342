// The state of the web page, in one place.
//
// The companion sends a complete snapshot after each change: the open page, the game in words, the buttons. The web
// page adds its own state: its language, the connection, the inspected place, open dialogs. Everything that is drawn
// follows from these values: an event changes some of them with `update`, which draws the page again after the event,
// and Preact changes only the elements that differ. Only components also have state of their own.

const PATH = location.pathname === "/" ? "" : location.pathname; // behind a proxy, several companions share an origin

/** Whether this page is a television: it shows the game and, if it was opened with the join link, the join code. */
export const isTelevision = PATH.endsWith("/tv");

/** The browser's storage; if it is disabled, values are kept as long as the page is open. */
function storage(find) {
  try {
    const kept = find();
    kept.setItem(`${PATH}kept`, ""); // a browser may have a storage that cannot be written
    return {
      get: (key) => kept.getItem(PATH + key),
      set: (key, value) => kept.setItem(PATH + key, value),
      remove: (key) => kept.removeItem(PATH + key),
    };
  } catch {
    const kept = new Map();
    const set = (key, value) => kept.set(key, value), remove = (key) => kept.delete(key);
    return { get: (key) => kept.get(key) ?? null, set, remove };
  }
}

export const tab = storage(() => sessionStorage), browser = storage(() => localStorage);

const JOINING = { watches: tab.get("watches") !== null, seats: [], note: null, picked: null };

export const store = {
  texts: {}, // the texts of the language, by key
  language: null, // the language of the texts; null before they are loaded
  latest: null, // the newest snapshot; it is shown when the texts of its language are loaded
  snapshot: null, // the visible snapshot
  may: undefined, // "all", the number of a seat, or null for a spectator; undefined before the token is checked
  barred: "watching", // key of the reason why this page may only watch
  refusal: null, // key of the reason why the last press was refused
  trouble: null, // key of the reason why the connection is lost; null: it is open
  seats: null, // the seats with their holders, for the host and viewers with the join code; else null
  code: null, // on a television, the join link with its QR code: { link, code }
  joining: { ...JOINING, isOpen: !JOINING.watches }, // see join.js
  wayBack: null, // how a host without the link comes back: { file }
  framed: null, // the seat whose fields are framed; null: none
  inspected: null, // the inspected field: its number, or its name on a map
  dialog: null, // the name of the open dialog
  story: null, // the open story: { name, answer, at }
  moment: null, // the moment of the story that replaces the game: { game, axes, lights, said, analysis }
  analyses: new Map(), // cached analyses of finished games, which take seconds
  sounds: false,
  box: browser.get("box") ?? (innerWidth < 600 ? "folded" : "open"), // whether the simulated box is "open" or "folded"
  theme: browser.get("theme") ?? "auto",
  advice: browser.get("advice") ?? "on", // whether the turn card has hints for beginners
  marks: browser.get("marks") ?? "on", // whether stones on the board have letters
  rules: browser.get("rules") ?? "long", // or "short"
  frames: { latest: null, lights: new Uint8Array(3 * 36), screen: new Uint8Array(0) }, // see device.js
  pressedAt: -Infinity, // time of the last button press with a key
  pointed: false, // whether the last input came from a pointer, not from a key
};

const drawing = { now: () => {}, isDue: false };

/** Sets the function that draws the page after each change. */
export function drawWith(draw) {
  drawing.now = draw;
  draw();
}

/** Changes values; the page is drawn after the current event. */
export function update(values) {
  Object.assign(store, values);
  if (drawing.isDue) return;
  drawing.isDue = true;
  queueMicrotask(flush);
}

/** Draws immediately, for code that needs the new elements. */
export function flush() {
  drawing.isDue = false;
  drawing.now();
}

/** The media query for reduced motion. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the text of a key, with each `{name}` replaced. */
export const say = (key, fields = {}) => (store.texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => fields[name]);

/** Returns the text of a key as the name of an element; undefined before the texts are loaded. */
export const label = (key) => store.texts[key];

/** Returns a player's name; the name of a colour, which a nameless player has, is translated. */
export const named = (player) => store.texts[`colour ${player}`] ?? player;

/** Formats a number with one decimal in the language. */
export const tenths = (value) =>
  value.toLocaleString(store.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Loads the texts of a language. */
export const loadTexts = async (language) => (await fetch(`texts-${language}.json`)).json();

/** Changes a preference and stores it in the browser. */
export function choose(name, value) {
  browser.set(name, value);
  update({ [name]: value });
}

export function setLanguage(language, texts) {
  document.documentElement.lang = language;
  update({ language, texts });
}

/** Fetches a resource as JSON or in another form; null if it does not exist. */
export async function ask(path, form = "json") {
  const answer = await fetch(path);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(answer.statusText);
  return answer[form]();
}

/** Returns texts as sentences, each with a full stop. */
export const sentences = (...texts) => texts.filter(Boolean).join(". ").replace(/([.?!])\.(?= )/g, "$1");

/** Lets a screen reader read a text. */
export const announce = (text) => (document.getElementById("live").textContent = text);
