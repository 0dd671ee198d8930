import { Learner, type RunListener } from './client';
import { loadWorkers } from './load-workers';

export const openLearner = (listener: RunListener): Learner => new Learner(loadWorkers, listener);
