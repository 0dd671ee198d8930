// How pieces are learned: byte-pair encoding, run on the words of this article.
import { readdirSync, readFileSync } from 'node:fs';
import { projectPath } from '../../lib/paths.mjs';
import { whole } from '../format.mjs';

const folder = 'web/article/sections';

/** The words of the sections as they are written, without tags and numbers. */
export const articleWords = () =>
  readdirSync(projectPath(folder))
    .sort()
    .map((name) => readFileSync(projectPath(`${folder}/${name}`), 'utf8'))
    .join(' ')
    .replace(/<[^>]*>|\{\{[^}]*\}\}/g, ' ')
    .toLowerCase()
    .match(/[a-z]+/g);

/** As `byte_pairs` of encoder.py: the pieces in the order in which they are learned, and each word cut into them. */
export function bytePairs(words, joins) {
  const texts = words.map((word) => [...word]);
  const learned = [];
  for (let join = 0; join < joins; join++) {
    const pairs = new Map();
    for (const text of texts)
      for (let i = 1; i < text.length; i++) {
        const pair = `${text[i - 1]} ${text[i]}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
    const most = [...pairs].reduce((best, each) => (each[1] > best[1] ? each : best));
    const [left, right] = most[0].split(' ');
    learned.push(left + right);
    for (const text of texts)
      for (let i = text.length - 1; i > 0; i--)
        if (text[i - 1] === left && text[i] === right) text.splice(i - 1, 2, left + right);
  }
  return { learned, texts };
}

export const joins = 100;
export const sample = 'attention';

export function numbers() {
  const words = articleWords();
  const { learned, texts } = bytePairs(words, joins);
  return {
    'bpe-words': whole(words.length),
    'bpe-joins': whole(joins),
    'bpe-first': learned
      .slice(0, 4)
      .map((piece) => `“${piece}”`)
      .join(', '),
    'bpe-sample': sample,
    'bpe-pieces': texts[words.indexOf(sample)].join(' '),
  };
}
