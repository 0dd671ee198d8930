/// The second file: what only training needs. As a classic script it defines `foveaLearn`.
import { figures } from 'fovea-views/learn';
import { defineFigures } from './views/kit/define-figure';

defineFigures(figures);

export * from './learn/file';
