/** What the second file gives the page. */
export type LearnFile = typeof import('./file');

declare global {
  /** Defined by the second file where it is a classic script. */
  var foveaLearn: LearnFile | undefined;
}
