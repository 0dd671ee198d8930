/// The fifth file: the bank of questions, and what asks them. As a classic script it defines `foveaPractice`.
import { figures } from 'fovea-views/practice';
import { classwork } from './views/classwork';
import { defineFigures } from './views/kit/define-figure';

defineFigures(figures);
globalThis.foveaClasswork = classwork;

export { figures };
