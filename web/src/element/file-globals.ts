import type { FileName } from '../state/views';

/** What each file defines where it is a classic script. */
const globals: Readonly<Record<FileName, string>> = {
  learn: 'foveaLearn',
  figures: 'foveaFigures',
};

export const hasFile = (name: FileName): boolean => globals[name] in globalThis;
