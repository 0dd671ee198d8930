import type { LearnFile } from './learn-file';

/** The second file, a chunk of the page, which is fetched when it is wanted. Rejects with EncoderError. */
export const loadLearn = (): Promise<LearnFile> => import('../fovea-learn');
