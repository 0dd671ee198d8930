import { files as languages } from 'fovea-languages/files';

/** The files are chunks of the page, fetched when they are wanted. */
const files: Readonly<Record<string, () => Promise<unknown>>> = {
  learn: () => import('../fovea-learn'),
  figures: () => import('../fovea-figures'),
  relatives: () => import('../fovea-relatives'),
  practice: () => import('../fovea-practice'),
  class: () => import('../fovea-class'),
  published: () => import('../fovea-published'),
  save: () => import('../fovea-save'),
  ...languages,
};

/** Loads the elements of a file, or a language. Rejects with a message where it cannot be had. */
export const loadFile = async (name: string): Promise<unknown> => files[name]?.();
