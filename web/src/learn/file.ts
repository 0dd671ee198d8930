/// What the second file, fovea-learn.js, has for the page.
import { Learner, type RunListener } from './client';
import LearnWorker from './worker?worker&inline';

export const openLearner = (listener: RunListener): Learner =>
  new Learner(() => new LearnWorker(), listener);
