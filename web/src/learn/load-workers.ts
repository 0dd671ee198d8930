import type { LoadWorkers } from './client';

/** The workers' script is a chunk of the page, fetched when the first one is wanted. */
export const loadWorkers: LoadWorkers = async () => {
  const { default: LearnWorker } = await import('./worker?worker&inline');
  return () => new LearnWorker();
};
