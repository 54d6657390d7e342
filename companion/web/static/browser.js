// What the page needs from its browser: sound and speech, to stay awake and to shake.

import { browser, store, tab, update } from "./store.js";

const VOLUME = 0.08;
const CHIME = [660, 880]; // hertz
const SHAKE_MS = [120, 80, 120];
const RELOADED = "reloaded";

export const canSound = Boolean(window.AudioContext);

/** What the box sounds and says, in the browser; only after a tap, as browsers want it. */
class Sound {
  #context = null; // a phone that cannot shake has one for its chime, also where it is quiet else
  #isOn = false;

  switch() {
    this.allow();
    this.#isOn = !this.#isOn;
    if (!this.#isOn) window.speechSynthesis?.cancel();
    update({ sounds: this.#isOn });
  }

  /** Plays tones, each a pitch in hertz (0: a rest) and how many seconds it lasts. */
  play(tones) {
    if (!this.#isOn) return;
    let at = this.#context.currentTime;
    for (const [hertz, seconds] of tones) {
      if (hertz) this.#tone(hertz, at, seconds);
      at += seconds;
    }
  }

  /** A touch lets the page sound later; browsers want one. */
  allow() {
    if (canSound) this.#context ??= new AudioContext();
  }

  chime() {
    for (const [number, hertz] of CHIME.entries()) {
      if (this.#context) this.#tone(hertz, this.#context.currentTime + 0.15 * number, 0.14);
    }
  }

  speak(text, language) {
    if (!this.#isOn || !window.speechSynthesis) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = language;
    speechSynthesis.speak(words);
  }

  #tone(hertz, at, seconds) {
    const context = this.#context, tone = new OscillatorNode(context, { type: "square", frequency: hertz });
    tone.connect(new GainNode(context, { gain: VOLUME })).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}

export const sound = new Sound();

/** A phone that holds a seat: it stays awake, and shakes or sounds when it is that seat's turn; each where it can. */
export class SeatPhone {
  #turn; // whose it was in the last snapshot with a game
  #lock = null;
  #isAsking = false;

  constructor() {
    document.addEventListener("visibilitychange", () => this.stayAwake()); // a hidden page has lost its lock
    addEventListener("pointerup", () => navigator.vibrate || sound.allow(), true);
  }

  get #hasSeat() {
    return Number.isInteger(store.may);
  }

  get #wakes() {
    return this.#hasSeat || store.code !== null; // a television is watched, too
  }

  /** The menu takes the game off the page for a while: whose turn it was counts on. */
  follow(game) {
    if (!game) return;
    const isNew = this.#turn !== undefined && game.turn !== this.#turn;
    if (isNew && this.#hasSeat && game.turn === store.may) this.#call();
    this.#turn = game.turn;
  }

  /** Browsers let no page vibrate or sound before the first touch: the header says so. */
  #call() {
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    if (!navigator.vibrate?.(SHAKE_MS)) sound.chime();
  }

  /** Only a secure context has wake locks: over plain HTTP the phone sleeps as it is set to. */
  async stayAwake() {
    if (!navigator.wakeLock || document.hidden || this.#isAsking) return;
    if (this.#wakes && (this.#lock?.released ?? true)) {
      this.#isAsking = true; // it takes a while: one lock is enough
      this.#lock = await navigator.wakeLock.request("screen").catch(() => null); // a flat battery refuses
      this.#isAsking = false;
    }
    if (this.#wakes) return; // else the seat may have been lost meanwhile
    this.#lock?.release();
    this.#lock = null;
  }
}

/** After an update of the companion an old page is loaded again, once for each version. */
export async function renew() {
  const answer = await fetch("version.json", { cache: "no-store" }).catch(() => null);
  const version = answer?.ok && (await answer.json()).version;
  const known = [document.documentElement.dataset.version, tab.get(RELOADED)];
  if (!version || known.includes(version)) return;
  tab.set(RELOADED, version);
  location.reload();
}

export const offeredLanguages = () => document.documentElement.dataset.languages.split(" ");

/** The language for a page that has not reached its table yet: the chosen one, else the browser's if it is offered. */
export function firstLanguage() {
  const wanted = [browser.get("language"), ...navigator.languages.map((each) => each.slice(0, 2))];
  const offered = offeredLanguages();
  return wanted.find((each) => offered.includes(each)) ?? offered[0];
}
