/// What the second file, fovea-learn.js, has for the page.
import { Learner, type RunListener } from './client';
import { Study } from './study-client';
import LearnWorker from './worker?worker&inline';

export const openLearner = (listener: RunListener): Learner =>
  new Learner(() => new LearnWorker(), listener);

export const openStudy = (): Study => new Study(new LearnWorker());
