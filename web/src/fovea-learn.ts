/// The second file: what only training needs. As a classic script it defines `foveaLearn`.
import './element/training/fovea-training';

export * from './learn/file';
