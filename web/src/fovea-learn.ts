/// The second file: what only training needs. As a classic script it defines `foveaLearn`.
import './element/training/fovea-training';
import './element/gradients/fovea-gradients';
import './element/cost/fovea-cost';

export * from './learn/file';
