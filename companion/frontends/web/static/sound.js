// What the box sounds and says, in the browser; only after a tap, as browsers want it.

const VOLUME = 0.08;

export class Sound {
  #context = null;

  /** Whether it is on. */
  get on() {
    return this.#context !== null;
  }

  switch() {
    if (this.#context) {
      this.#context.close();
      this.#context = null;
      window.speechSynthesis?.cancel();
    } else {
      this.#context = new AudioContext();
    }
  }

  /** Plays tones, each a pitch in hertz (0: a rest) and how many seconds it lasts. */
  play(tones) {
    if (!this.#context) return;
    let at = this.#context.currentTime;
    for (const [hertz, seconds] of tones) {
      if (hertz) this.#tone(hertz, at, seconds);
      at += seconds;
    }
  }

  speak(text, language) {
    if (!this.#context || !window.speechSynthesis) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = language;
    speechSynthesis.speak(words);
  }

  #tone(hertz, at, seconds) {
    const tone = new OscillatorNode(this.#context, { type: "square", frequency: hertz });
    tone.connect(new GainNode(this.#context, { gain: VOLUME })).connect(this.#context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}
