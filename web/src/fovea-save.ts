/// The sixth file: what writes files of numbers, and films. As a classic script it defines `foveaSave`.
import { openMovie } from './film/movie';
import { answerAs, numbersAs } from './numbers/files';

export const writers = { answerAs, numbersAs, openMovie };

globalThis.foveaWriters = writers;
