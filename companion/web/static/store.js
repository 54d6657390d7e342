// What the page knows, and all that it remembers, in one place.
//
// The table sends a whole snapshot whenever something changes: the page, the game in words, what may be pressed. The
// page adds what only it knows: its language, the connection, the inspected place, what is open. Everything that is
// drawn follows from these values: an event changes some of them by `update`, which draws the page once more as soon as
// the event is over, and the view library touches only what differs. Only a component also keeps values that
// change.

const PATH = location.pathname === "/" ? "" : location.pathname; // behind a proxy several tables share an origin

/** What a browser keeps; where it keeps nothing for the page, this is forgotten with the page. */
function storage(find) {
  try {
    const kept = find();
    kept.setItem(`${PATH}kept`, ""); // the browser may have one, and let nothing be written
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
  texts: {}, // of the language, by key
  language: null, // that of the texts; null: none has been loaded yet
  latest: null, // the newest snapshot; it is shown once the texts of its language are there
  snapshot: null, // the one that is shown
  may: undefined, // "all", a seat's number, or null for a viewer; undefined before the table has seen the token
  barred: "watching", // the key of why this page may only watch
  refusal: null, // the key of why the last press was refused, until something else happens
  trouble: null, // the key of why the connection is lost; null: it is not
  seats: null, // who holds which, for the host and viewers with the join code; else null
  code: null, // the link to join with its code: { link, code }; only a television has it
  joining: { ...JOINING, isOpen: !JOINING.watches }, // see join.js
  wayBack: null, // what the table says of how a host comes back, see host.js
  framed: null, // the seat whose fields are framed, here only; null: none
  looked: null, // the inspected field: its number, on a map its name
  tip: null, // the sentence next to a place that was clicked: { board, name, text }
  dialog: null, // the name of what is open over the page
  story: null, // the story that is open: { name, answer, at }
  moment: null, // the moment of it that is shown in the place of the table: { game, axes, lights, said, analysis }
  analyses: new Map(), // what is said of games that are over: it takes the table seconds
  sounds: false,
  box: browser.get("box") ?? (innerWidth < 600 ? "folded" : "open"), // whether the device's picture is "folded" away
  theme: browser.get("theme") ?? "auto",
  advice: browser.get("advice") ?? "on", // whether the turn says what a beginner can do now
  marks: browser.get("marks") ?? "on", // whether the players' stones on the board have their letters
  rules: browser.get("rules") ?? "long", // or "short"
  frames: { latest: null, lights: new Uint8Array(3 * 36), screen: new Uint8Array(0) }, // see device.js
  pressedAt: -Infinity, // when a key pressed a button last
  pointed: false, // whether the last thing that was used was a pointer, and no key
};

const drawing = { now: () => {}, isDue: false };

/** Draws the page with this whenever something has changed. */
export function drawWith(draw) {
  drawing.now = draw;
  draw();
}

/** Changes values; the page is drawn when the event that changed them is over. */
export function update(values) {
  Object.assign(store, values);
  if (drawing.isDue) return;
  drawing.isDue = true;
  queueMicrotask(flush);
}

/** Draws at once what has changed, for code that needs it on the page. */
export function flush() {
  drawing.isDue = false;
  drawing.now();
}

/** Whether the viewer wants no motion. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A text by its key, each `{name}` in it replaced. */
export const say = (key, fields = {}) => (store.texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => fields[name]);

/** A text by its key as the name of an element, which has none before there is a language. */
export const label = (key) => store.texts[key];

/** A player's name: one who has none is called after a colour, which is a word of the language. */
export const named = (player) => store.texts[`colour ${player}`] ?? player;

/** A figure with one decimal, as the language writes it. */
export const tenths = (value) =>
  value.toLocaleString(store.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The texts of a language, as the table has them. */
export const loadTexts = async (language) => (await fetch(`texts-${language}.json`)).json();

/** Keeps a choice with the browser. */
export function choose(name, value) {
  browser.set(name, value);
  update({ [name]: value });
}

export function speak(language, texts) {
  document.documentElement.lang = language;
  update({ language, texts });
}

/** The answer of the table, as JSON or in another form; null if it does not exist. */
export async function ask(path, form = "json") {
  const answer = await fetch(path);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(answer.statusText);
  return answer[form]();
}

/** Has a screen reader say something. */
export const announce = (text) => (document.getElementById("live").textContent = text);
