// The entry: what comes over the link goes into the store, and the page is drawn from there.

import { html, render } from "./preact.js";
import { firstLanguage, offeredLanguages, renew, SeatPhone, sound } from "./browser.js";
import { askForFrames, onKey, takeFrame, watchFocus } from "./device.js";
import { joins, noteSeats } from "./join.js";
import { isTelevision, link } from "./link.js";
import { Page } from "./page.js";
import { browser, drawWith, loadTexts, speak, still, store, update } from "./store.js";

const TUMBLE_MS = 200; // as in moments.css
const phone = new SeatPhone();
let tumbling = 0; // the timer that ends it

/** Takes a snapshot of the table; it is shown once the texts of its language are there. */
async function takeSnapshot(latest) {
  const { page, screen } = store.latest ?? {};
  update({ latest });
  const { language } = latest;
  if (language !== store.language) {
    const texts = await loadTexts(language).catch(() => null);
    if (!texts || language !== store.latest.language) return; // the next one requests them again, or another was chosen
    speak(language, texts);
  }
  const { snapshot: before } = store, { draws, game, shows_screen: isAside } = store.latest;
  // Before a game is resumed no rolls are known: null.
  if (before?.draws !== null && before?.draws < draws && game?.dice.length && !isAside && !store.story) tumble();
  phone.follow(game);
  update({ snapshot: store.latest });
  // What was looked at belongs to the page of before: a finger leaves nothing.
  if (!store.story) update({ tip: null, refusal: null, ...(store.latest.page === page && store.latest.screen?.sentence === screen?.sentence ? {} : { looked: null }) });
}

/** Rolled dice tumble first, and hide what they lead to. */
function tumble() {
  clearTimeout(tumbling);
  document.body.classList.add("tumbling");
  tumbling = setTimeout(() => document.body.classList.remove("tumbling"), TUMBLE_MS);
}

/** Sounds and says what has happened, once the dice of a roll lie. */
async function hear({ tones, say }) {
  if (document.body.matches(".tumbling")) await new Promise((lie) => setTimeout(lie, TUMBLE_MS));
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
  description: takeSnapshot,
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
  note: hear,
  open: noteConnection,
};

for (const [name, act] of Object.entries(MESSAGES)) link.addEventListener(name, (event) => act(event["detail"]));
const root = document.getElementById("page");
drawWith(() => render(html`<${Page} />`, root));
addEventListener("keydown", onKey);
watchFocus();
document.addEventListener("visibilitychange", askForFrames);
still.addEventListener("change", askForFrames);
askForFrames();
const kept = browser.get("language");
if (offeredLanguages().includes(kept)) link.speak(kept);
link.start();
