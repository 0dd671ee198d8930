/// What is beside a split fovea.js, as its first script tells the others.

/** figure, learn, figures, relatives; a language; core or core-relaxed; model. */
export type PartName = string;

export interface Parts {
  /** Where a part is. */
  address(name: PartName): string;
  /** Runs a part that is a script, once. Rejects with a sentence that says why it cannot be had. */
  run(name: PartName): Promise<void>;
}

declare global {
  /** Set by dist/split/fovea.js. */
  var foveaParts: Parts | undefined;
}

/** The parts, in a script that is one of them. */
export function parts(): Parts {
  if (!globalThis.foveaParts) throw new Error('This is a part of dist/split: load its fovea.js.');
  return globalThis.foveaParts;
}
