/// What the second file, fovea-learn.js, has for the page.

import { watched } from '../model/worker-line';
import { Learner, type RunListener, Study } from './client';
import LearnWorker from './worker?worker&inline';

const start = (name: string): Worker => watched(new LearnWorker(), name);

/** What the second file gives the page. */
export interface LearnFile {
  readonly openLearner: typeof openLearner;
  readonly openStudy: typeof openStudy;
}

declare global {
  /** Defined by the second file where it is a classic script. */
  var foveaLearn: LearnFile | undefined;
}

export const openLearner = (listener: RunListener): Learner => new Learner(start, listener);

export const openStudy = (): Study => new Study(start);
