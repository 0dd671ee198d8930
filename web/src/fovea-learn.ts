/// The second file: what only training needs. As a classic script it defines `foveaLearn`.
export * from './learn/file';
