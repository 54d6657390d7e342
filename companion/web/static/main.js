// The entry point: messages of the companion change the store, and the page is drawn from the store.

import { html, render } from "./preact.js";
import { firstLanguage, offeredLanguages, renew, SeatPhone, sound } from "./browser.js";
import { requestFrames, onKey, takeFrame, watchFocus } from "./device.js";
import { joins, noteSeats } from "./join.js";
import { link } from "./link.js";
import { Page } from "./page.js";
import { browser, drawWith, loadTexts, setLanguage, still, store, update } from "./store.js";

const TUMBLE_MS = 200; // as in moments.css
const phone = new SeatPhone();
let tumbling = 0; // the timer that ends the animation

/** Handles a snapshot; it is shown when the texts of its language are loaded. */
async function takeSnapshot(latest) {
  const { page, screen } = store.latest ?? {}, { language } = latest;
  update({ latest });
  if (language !== store.language) {
    const texts = await loadTexts(language).catch(() => null);
    if (!texts || language !== store.latest.language) return; // the next snapshot tries again
    setLanguage(language, texts);
  }
  const { snapshot: before } = store, { draws, game, shows_screen: isAside } = store.latest;
  // `draws` is null before a game is resumed.
  if (before?.draws !== null && before?.draws < draws && game?.dice.length && !isAside && !store.story) tumble();
  phone.follow(game);
  update({ snapshot: store.latest });
  // The inspected place belongs to the previous page.
  const isSamePage = store.latest.page === page && store.latest.screen?.sentence === screen?.sentence;
  if (!store.story) update({ refusal: null, ...(!isSamePage && { inspected: null }) });
}

/** Animates rolled dice, which hide their result for a moment. */
function tumble() {
  clearTimeout(tumbling);
  document.body.classList.add("tumbling");
  tumbling = setTimeout(() => document.body.classList.remove("tumbling"), TUMBLE_MS);
}

/** Plays the sounds and speaks the caption of an event, after the animation of the dice. */
async function playNote({ tones, say }) {
  if (document.body.matches(".tumbling")) await new Promise((done) => setTimeout(done, TUMBLE_MS));
  if (tones) sound.play(tones);
  if (say) sound.speak(say, store.latest?.spoken);
}

function setPermission(may) {
  if (Number.isInteger(store.may) && may === null) update({ barred: "refused token" }); // another game began
  if (may !== null) update({ barred: "watching" });
  update({ may });
  phone.stayAwake();
  noteJoining();
  if (may === null) link.send({ way_back: true }); // on the host's own computer, the page shows where the link is
}

/** Notices a changed seat, and sets the hint for a viewer with the join code but without a seat. */
function noteJoining() {
  noteSeats();
  update({ refusal: null, ...(joins() && { barred: "joined watching" }) });
}

/** Shows a lost or refused connection, also before the first one. */
async function noteConnection(isOpen) {
  update({ trouble: isOpen ? null : link.trouble });
  if (isOpen) {
    if (link.isOurs) renew(); // otherwise another program serves the files
  } else if (!store.language) {
    const language = firstLanguage(), texts = await loadTexts(language).catch(() => null);
    if (texts && !store.language) setLanguage(language, texts);
  }
}

const MESSAGES = {
  frame: (data) => takeFrame(new Uint8Array(data)),
  description: takeSnapshot,
  may: setPermission,
  seats: (seats) => {
    update({ seats });
    noteJoining();
  },
  join_code: (code) => update({ code }),
  way_back: (wayBack) => update({ wayBack }),
  refused: (what) => {
    if (what !== "token") return update({ refusal: `refused ${what}` });
    update({ barred: "refused token" });
    setPermission(null);
  },
  note: playNote,
  open: noteConnection,
};

for (const [name, act] of Object.entries(MESSAGES)) link.addEventListener(name, (event) => act(event["detail"]));
drawWith(() => render(html`<${Page} />`, document.getElementById("page")));
addEventListener("keydown", onKey);
watchFocus();
document.addEventListener("visibilitychange", requestFrames);
still.addEventListener("change", requestFrames);
requestFrames();
const kept = browser.get("language");
if (offeredLanguages().includes(kept)) link.requestLanguage(kept);
link.start();
