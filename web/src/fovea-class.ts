/// The seventh file: what a teacher sets for a class, and what hands it in. As a classic script it defines `foveaClass`.
import { figures } from 'fovea-views/class';
import { defineFigures } from './views/kit/define-figure';

defineFigures(figures);

export { figures };
