/** The least time between two calls, in milliseconds: ten a second at most. */
const interval = 100;

/** Calls a function after it was asked for, at once where that is not too soon, and never more often than it should be. */
export class Paced {
  private readonly call: () => void;
  private last = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(call: () => void) {
    this.call = call;
  }

  ask(): void {
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.last + interval - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.last = performance.now();
      this.call();
    }, wait);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
