/// What the second file, fovea-learn.js, has for the page.

import { watched } from '../model/worker-line';
import { Learner, type RunListener, Study } from './client';
import LearnWorker from './worker?worker&inline';

const start = (name: string): Worker => watched(new LearnWorker(), name);

export const openLearner = (listener: RunListener): Learner => new Learner(start, listener);

export const openStudy = (): Study => new Study(start);
