/// The second file: what only training needs. As a classic script it defines `foveaLearn`.
import './views/training';
import './views/gradients';
import './views/order';
import './views/cost';

export * from './learn/file';
