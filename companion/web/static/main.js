// The entry: what comes over the link goes into the store, and the page is drawn from there.

import { html, render } from "./preact.js";
import { firstLanguage, offeredLanguages, renew, SeatPhone, sound } from "./browser.js";
import { askForFrames, expectFrame, lightFrom, onKey, takeFrame, watchFocus } from "./device.js";
import { TUMBLE_MS } from "./dice.js";
import { joins, noteSeats } from "./join.js";
import { isTelevision, link } from "./link.js";
import { Page } from "./page.js";
import { cardOf } from "./screen.js";
import { browser, drawWith, loadTexts, speak, still, store, update } from "./store.js";

const REVEAL_MS = TUMBLE_MS + 20; // after which dice lie
const phone = new SeatPhone();

/** Takes a snapshot of the table; it is shown once the texts of its language are there. */
async function takeSnapshot(latest) {
  const page = store.latest?.page;
  update({ latest });
  const { language } = latest;
  if (language !== store.language) {
    const texts = await loadTexts(language).catch(() => null);
    if (!texts || language !== store.latest.language) return; // the next one requests them again, or another was chosen
    speak(language, texts);
  }
  phone.follow(store.latest.game);
  show();
  // What was looked at belongs to the page of before: a finger leaves nothing.
  if (!store.story) update({ tip: null, refusal: null, ...(store.latest.page === page ? {} : { looked: null }) });
}

/** Shows the newest snapshot; the result of a roll is shown when its dice rest, or on another action. */
function show() {
  const { latest, snapshot: before, story } = store, isOfBoard = latest.game && !latest.shows_screen;
  if (store.revealing && before.view === latest.view) return; // it comes with the roll
  clearTimeout(store.revealing);
  // Before a game is resumed no rolls are known: null, which would count as less than any.
  const isRolled = before?.draws !== null && before?.draws < latest.draws && isOfBoard && latest.game.dice.length > 0;
  if (!isRolled || !cardOf(before) || story || still.matches || document.hidden) return reveal();
  const { dice, dice_names, dice_colours, readings, players } = latest.game;
  const others = before.game.players.map((player, seat) => ({ ...player, rolled: players[seat]?.rolled ?? [] }));
  const game = { ...before.game, dice, dice_names, dice_colours, readings, players: others };
  // Dice in the headline leave no room for advice.
  const said = cardOf(before), blocks = said.blocks.filter(({ style }) => readings.length || style !== "advice");
  // The buttons change together with the headline: what they do would tell what was rolled.
  const shown = { buttons: before.buttons, coach: before.coach, screen: { ...said, blocks } };
  update({ snapshot: { ...latest, ...shown, game, tumbles: true }, revealing: setTimeout(reveal, REVEAL_MS) });
  lightFrom(performance.now() + REVEAL_MS);
}

/** Shows what is known, with the lights and sounds that waited for it. */
function reveal() {
  store.revealing = 0;
  if (store.latest.language !== store.language) return; // its texts are being fetched, and it is shown with them
  update({ snapshot: store.latest });
  if (store.frames.litTimer) lightFrom(0);
  for (const note of store.notes.splice(0)) hear(note);
}

store.reveal = () => {
  clearTimeout(store.revealing);
  reveal();
};

function hear({ tones, say }) {
  if (tones) sound.play(tones);
  if (say) sound.speak(say, store.latest?.spoken);
}

/** Takes down who may press from this page. */
function setPermission(may) {
  if (Number.isInteger(store.may) && may === null) update({ barred: "refused token" }); // others play now
  if (may !== null) update({ barred: "watching" });
  update({ may });
  noteSeats();
  phone.stayAwake();
  noteJoining();
  if (may === null) link.send({ way_back: true }); // on the host's own computer the page says how to play
}

/** A viewer with the join code but without a seat watches, and may take one. */
function noteJoining() {
  update({ refusal: null });
  if (joins()) update({ barred: "joined watching" });
}

/** A page says that the table is away, or refuses it, also before it has ever reached it. */
async function noteConnection(isOpen) {
  update({ trouble: isOpen ? null : link.trouble });
  if (isOpen) {
    if (link.isOurs) renew(); // otherwise the files are another program's
  } else if (!store.language) {
    const language = firstLanguage(), texts = await loadTexts(language).catch(() => null);
    if (texts && !store.language) speak(language, texts);
  }
}

/** What each kind of message does. */
const MESSAGES = {
  frame: (data) => takeFrame(new Uint8Array(data)),
  description: (snapshot) => {
    expectFrame();
    takeSnapshot(snapshot);
  },
  may: setPermission,
  seats: (seats) => {
    update({ seats });
    noteSeats();
    noteJoining();
  },
  join_code: (code) => {
    if (!isTelevision) return;
    update({ code });
    phone.stayAwake();
  },
  way_back: (wayBack) => update({ wayBack }),
  refused: (what) => {
    if (what !== "token") return update({ refusal: `refused ${what}` });
    update({ barred: "refused token" });
    setPermission(null);
  },
  note: (note) => {
    if (store.revealing) store.notes.push(note); // it would tell a bust before the dice do
    else hear(note);
  },
  open: noteConnection,
};

for (const [name, act] of Object.entries(MESSAGES)) link.addEventListener(name, (event) => act(event["detail"]));
const root = document.getElementById("page");
drawWith(() => render(html`<${Page} />`, root));
addEventListener("keydown", onKey);
watchFocus();
document.addEventListener("visibilitychange", askForFrames);
askForFrames();
const kept = browser.get("language");
if (offeredLanguages().includes(kept)) link.speak(kept);
link.start();
