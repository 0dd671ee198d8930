/// The sixth file: what writes files of numbers. As a classic script it defines `foveaSave`.
import { answerAs, numbersAs } from './numbers/files';

export const writers = { answerAs, numbersAs };

globalThis.foveaWriters = writers;
