import { readFileSync } from 'node:fs';
import { projectPath } from '../lib/paths.mjs';

const name = 'fovea-sentences';

/** Sentences as people write them, that `fovea eval` reads too. */
const files = [
  'reader_sentences',
  'reader_sentences_once',
  'hand_written',
  'hand_written_new',
  'hand_written_third',
].map((file) => projectPath(`core/train/data/${file}.txt`));

/** The sentences of a file without comments, headings, and the marks of the pronoun and of what it could mean. */
const sentences = (text) =>
  text
    .split('\n')
    .filter((line) => /^[^#[]/.test(line))
    .map((line) => line.replace(/(^|\s)[~+-](?=\S)/g, '$1').trim());

/** Headings and marked sentences, two by two, that `fovea circuit --pairs` reads too. */
const markedPairs = () =>
  readFileSync(projectPath('core/train/data/pairs.txt'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));

/** All of them, each once. */
export const allSentences = () => [
  ...new Set(files.flatMap((file) => sentences(readFileSync(file, 'utf8')))),
];

/** `import { pairs, sentences } from 'fovea-sentences'`: a line each. */
export const ownSentences = () => ({
  name: 'fovea:sentences',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load(id) {
    if (id !== `\0${name}`) return null;
    const list = (name, lines) =>
      `export const ${name} = ${JSON.stringify(lines.join('\n'))}.split('\\n');`;
    return list('sentences', allSentences()) + list('pairs', markedPairs());
  },
});
