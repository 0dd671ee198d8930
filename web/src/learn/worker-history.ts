import type { FoveaLearnModule, Model } from 'fovea-learn-wasm';
import { sourceOf } from '../model/source';

/** How many bytes of kept steps a run has in memory. */
export const mostKept = 200e6;

/**
 * The models of the kept steps, as files; the one that was asked for last is at hand. Where they
 * outgrow the memory for them, steps in between are let go, first where they stand closest.
 */
export class History {
  private readonly fovea: FoveaLearnModule;
  private readonly files = new Map<number, Uint8Array<ArrayBuffer>>();
  private loaded: { readonly step: number; readonly model: Model } | null = null;

  private readonly most: number;

  constructor(fovea: FoveaLearnModule, most = mostKept) {
    this.fovea = fovea;
    this.most = most;
  }

  has(step: number): boolean {
    return this.files.has(step);
  }

  /** @returns the steps that were let go for it. */
  keep(step: number, file: Uint8Array<ArrayBuffer>): readonly number[] {
    this.files.set(step, file);
    if (this.loaded?.step === step) this.unload();
    const dropped: number[] = [];
    while (this.bytes() > this.most) {
      const least = this.closest();
      if (least === undefined) break;
      this.files.delete(least);
      if (this.loaded?.step === least) this.unload();
      dropped.push(least);
    }
    return dropped;
  }

  private bytes(): number {
    return [...this.files.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** The step between whose neighbours there is least, as a ratio; of the ends none, nor of the step before the last. */
  private closest(): number | undefined {
    const steps = [...this.files.keys()].sort((a, b) => a - b);
    const gap = (i: number) => ((steps[i + 1] ?? 0) + 1) / ((steps[i - 1] ?? 0) + 1);
    const between = [...steps.keys()].slice(1, -2);
    const [best] = between.sort((a, b) => gap(a) - gap(b));
    return best === undefined ? undefined : steps[best];
  }

  file(step: number): Uint8Array<ArrayBuffer> {
    const file = this.files.get(step);
    if (!file)
      throw Object.assign(new Error(`Step ${step} was not kept.`), { code: 'invalid-input' });
    return file;
  }

  model(step: number): Model {
    if (this.loaded?.step === step) return this.loaded.model;
    const model = this.fovea.loadModel(sourceOf(this.file(step)));
    this.unload();
    this.loaded = { step, model };
    return model;
  }

  private unload(): void {
    this.loaded?.model.delete();
    this.loaded = null;
  }
}
