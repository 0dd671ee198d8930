/**
 * Keeps an older answer from replacing a newer one: of several questions, whose answers come in any
 * order, an answer is taken unless that to a later question was taken before.
 */
export class Latest {
  private asked = 0;
  private taken = 0;

  /** Begins a question. @returns what takes its answer, or says false where it comes too late. */
  begin(): () => boolean {
    this.asked += 1;
    const own = this.asked;
    return () => {
      if (own < this.taken) return false;
      this.taken = own;
      return true;
    };
  }
}
