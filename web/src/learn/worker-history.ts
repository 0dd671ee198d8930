import type { FoveaLearnModule, Model } from 'fovea-learn-wasm';
import { sourceOf } from '../model/source';

/** The models of the kept steps, as files; the one that was asked for last is at hand. */
export class History {
  private readonly fovea: FoveaLearnModule;
  private readonly files = new Map<number, Uint8Array<ArrayBuffer>>();
  private loaded: { readonly step: number; readonly model: Model } | null = null;

  constructor(fovea: FoveaLearnModule) {
    this.fovea = fovea;
  }

  has(step: number): boolean {
    return this.files.has(step);
  }

  keep(step: number, file: Uint8Array<ArrayBuffer>): void {
    this.files.set(step, file);
    if (this.loaded?.step === step) this.unload();
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
