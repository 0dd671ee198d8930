/// What a class needs of other files: fovea-practice.js and fovea-figures.js give it when they are loaded.
import { words } from 'fovea-languages/practice';
import type { cases } from './bench/cases';
import { sentences, stepNames } from './by-hand/computation';
import { blanks, exerciseIn, progressOf, typedIn } from './by-hand/exercise';
import { posed } from './practice/computed';
import { concepts, filed, shownOptions, shuffled } from './practice/concepts';
import { requestsOf } from './practice/question';

export const classwork = {
  ...{ concepts, filed, posed, requestsOf, shownOptions, shuffled },
  words,
  ...{ sentences, stepNames, blanks, exerciseIn, progressOf, typedIn },
};

export type Classwork = typeof classwork;

export type Bugs = typeof cases;

declare global {
  var foveaClasswork: Classwork | undefined;
  var foveaBugs: Bugs | undefined;
}
