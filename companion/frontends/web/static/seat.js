// A phone that holds a seat: it stays awake, and shakes when it is that seat's turn; each where the browser can.

const SHAKE_MS = [120, 80, 120];

export class SeatDevice {
  #seat = null;
  #turn; // whose it was when the table last said so
  #lock = null;
  #asking = false;

  constructor() {
    document.addEventListener("visibilitychange", () => this.#stayAwake()); // a hidden page has lost its lock
  }

  /** The seat for which this page presses, or something else. */
  may(may) {
    this.#seat = Number.isInteger(may) ? may : null;
    this.#stayAwake();
  }

  /** The menu takes the game off the page for a while: whose turn it was counts on. */
  tell(game) {
    if (!game) return;
    if (this.#turn !== undefined && game.turn !== this.#turn && game.turn === this.#seat && this.#seat !== null) navigator.vibrate?.(SHAKE_MS);
    this.#turn = game.turn;
  }

  /** Only a secure context has wake locks: over plain HTTP the phone sleeps as it is set to. */
  async #stayAwake() {
    if (!navigator.wakeLock || document.hidden || this.#asking) return;
    if (this.#seat !== null && (this.#lock?.released ?? true)) {
      this.#asking = true; // it takes a while: one lock is enough
      this.#lock = await navigator.wakeLock.request("screen").catch(() => null); // a flat battery refuses
      this.#asking = false;
    }
    if (this.#seat !== null) return; // else the seat may have been lost meanwhile
    this.#lock?.release();
    this.#lock = null;
  }
}
