/// The sixth file: what writes files of numbers, films and slides. As a classic script it defines `foveaSave`.
import { deckOf } from './film/deck';
import { openMovie, subtitlesOf } from './film/movie';
import { answerAs, numbersAs } from './numbers/files';
import { zipOf } from './numbers/formats';

export const writers = { answerAs, deckOf, numbersAs, openMovie, subtitlesOf, zipOf };

globalThis.foveaWriters = writers;
