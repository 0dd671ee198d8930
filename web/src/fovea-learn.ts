/// The second file: what only training needs. As a classic script it defines `foveaLearn`.
import './element/training/fovea-training';
import './element/gradients/fovea-gradients';
import './element/gradients/fovea-order';

export * from './learn/file';
