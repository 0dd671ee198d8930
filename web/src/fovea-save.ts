/// The sixth file: what writes files of numbers, films and slides. As a classic script it defines `foveaSave`.
import { deckOf } from './film/deck';
import { openMovie } from './film/movie';
import { answerAs, numbersAs } from './numbers/files';

export const writers = { answerAs, deckOf, numbersAs, openMovie };

globalThis.foveaWriters = writers;
