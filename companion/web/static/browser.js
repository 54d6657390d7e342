// Features of the browser: sound, speech, wake lock, vibration, reload after an update.

import { browser, isTelevision, store, tab, update } from "./store.js";

const VOLUME = 0.08;
const CHIME = [660, 880]; // hertz
const SHAKE_MS = [120, 80, 120];
const RELOADED = "reloaded";

export const canSound = Boolean(window.AudioContext);

/** Plays the sounds and captions of the box; browsers allow this only after a tap. */
class Sound {
  #context = null; // also exists while sounds are off, for the chime of a phone that cannot vibrate
  #isOn = false;

  switch() {
    this.allow();
    this.#isOn = !this.#isOn;
    if (!this.#isOn) window.speechSynthesis?.cancel();
    update({ sounds: this.#isOn });
  }

  /** Plays tones, each a frequency in hertz (0: a rest) and a duration in seconds. */
  play(tones) {
    if (!this.#isOn) return;
    let at = this.#context.currentTime;
    for (const [hertz, seconds] of tones) {
      if (hertz) this.#tone(hertz, at, seconds);
      at += seconds;
    }
  }

  /** Allows later sounds; browsers require that a touch calls this. */
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

/** A phone with a seat: keeps the screen on, and vibrates or chimes when the turn of the seat begins. */
export class SeatPhone {
  #activeSeat; // the active seat in the last snapshot with a game
  #lock = null;
  #isRequesting = false;

  constructor() {
    document.addEventListener("visibilitychange", () => this.stayAwake()); // a hidden page loses its wake lock
    addEventListener("pointerup", () => navigator.vibrate || sound.allow(), true);
  }

  get #wakes() {
    return isTelevision || Number.isInteger(store.may);
  }

  /** Notices when the turn of the seat begins. A snapshot of the menu has no game and changes nothing. */
  follow(game) {
    if (!game) return;
    const isNew = this.#activeSeat !== undefined && game.turn !== this.#activeSeat;
    if (isNew && game.turn !== null && game.turn === store.may) this.#alertPlayer();
    this.#activeSeat = game.turn;
  }

  /** Vibrates or chimes; before the first touch, browsers allow neither. */
  #alertPlayer() {
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    if (!navigator.vibrate?.(SHAKE_MS)) sound.chime();
  }

  /** Acquires or releases the wake lock, which exists only over HTTPS and on localhost. */
  async stayAwake() {
    if (!navigator.wakeLock || document.hidden || this.#isRequesting) return;
    if (this.#wakes && (this.#lock?.released ?? true)) {
      this.#isRequesting = true; // one request at a time
      this.#lock = await navigator.wakeLock.request("screen").catch(() => null); // refused with an empty battery
      this.#isRequesting = false;
    }
    if (this.#wakes) return; // otherwise the seat was lost during the request
    this.#lock?.release();
    this.#lock = null;
  }
}

/** Reloads an old page after an update of the companion, once for each version. */
export async function renew() {
  const answer = await fetch("version.json", { cache: "no-store" }).catch(() => null);
  const version = answer?.ok && (await answer.json()).version;
  const known = [document.documentElement.dataset.version, tab.get(RELOADED)];
  if (!version || known.includes(version)) return;
  tab.set(RELOADED, version);
  location.reload();
}

export const offeredLanguages = () => document.documentElement.dataset.languages.split(" ");

/** Returns the language before the first connection: the chosen one, else the browser's if it is offered. */
export function firstLanguage() {
  const wanted = [browser.get("language"), ...navigator.languages.map((each) => each.slice(0, 2))];
  const offered = offeredLanguages();
  return wanted.find((each) => offered.includes(each)) ?? offered[0];
}
