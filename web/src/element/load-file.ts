import type { FileName } from '../state/views';

/** The files are chunks of the page, fetched when they are wanted. */
const files: Readonly<Record<FileName, () => Promise<unknown>>> = {
  learn: () => import('../fovea-learn'),
  figures: () => import('../fovea-figures'),
};

/** Defines the elements of a file. Rejects with a message where it cannot be had. */
export const loadFile = (name: FileName): Promise<unknown> => files[name]();
