// How long the bench may take: each suite its seconds, which it divides among what it measures.

/**
 * Seconds of a suite that is measured by itself; together they take `together` at most. What cannot be made
 * shorter comes on top: a page's way through the timeline, three rounds of the largest model.
 */
const seconds = {
  ...{ frames: 110, start: 120, native: 120, chromium: 75, long: 60 },
  ...{ bert: 100, train: 70, sentences: 70, integers: 80, growth: 40 },
};
const together = 320;

/** The seconds of each chosen suite, by its name: less of them where many are chosen. */
export function secondsOf(chosen) {
  const all = chosen.reduce((sum, name) => sum + seconds[name], 0);
  const part = Math.min(1, together / all);
  return Object.fromEntries(chosen.map((name) => [name, part * seconds[name]]));
}

/** Time for so many parts. What a part leaves goes to those after it, and so does what it takes too much. */
export class Time {
  #end;
  #parts;
  #now;

  constructor(milliseconds, parts, now = () => performance.now()) {
    this.#now = now;
    this.#end = now() + milliseconds;
    this.#parts = parts;
  }

  /** Milliseconds for the next part, or the next few. */
  share(parts = 1) {
    const left = Math.max(0, this.#end - this.#now());
    const share = (left * parts) / Math.max(parts, this.#parts);
    this.#parts -= parts;
    return share;
  }
}
