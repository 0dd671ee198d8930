/// What is beside fovea.js: its other files, and the parts of dist/split as its first script tells the others.

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

/** What each file defines where it is a classic script. */
const globals: Readonly<Record<string, string>> = {
  learn: 'foveaLearn',
  figures: 'foveaFigures',
  relatives: 'foveaRelatives',
  practice: 'foveaPractice',
  class: 'foveaClass',
  published: 'foveaPublished',
  save: 'foveaSave',
};

/** Whether a file has been loaded: one of code, or the words of a language. */
export const hasFile = (name: string): boolean =>
  name in globals ? `${globals[name]}` in globalThis : name in (globalThis.foveaWords ?? {});
