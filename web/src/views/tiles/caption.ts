import type { ModelConfig } from '../../model/protocol';
import { fine, positive, signed } from '../../state/format';
import { grouped } from '../../words/language';
import { msg, msgParts } from '../../words/msg';
import { tileBytes } from '../kit/cost';
import { type Told, tell } from '../kit/derivation';
import type { Question } from '../kit/question';
import { distance, type Scene, worstAtEnd } from './scene';

const quoted = (word: string | undefined): string => msg`“${word}”`;

const bytesOfFloat = 4;

/** Differences up to this one are the rounding of 32-bit numbers. */
const rounding = 1e-4;

/** How many numbers there are at once. */
export function countText({ words, tiles, step, rows }: Scene): string {
  const n = words.length;
  const tile = tiles[step - 1];
  const size = (from: number, end: number) => end - from;
  if (!tile)
    return msg`The full square would hold ${n} × ${n} = ${n * n} scores; none of them exists yet.`;
  const now = size(...tile.queries) * size(...tile.keys);
  return step === tiles.length
    ? msg`All ${rows.length} outputs are done, and never more than one tile of the ${n * n} scores existed at a time.`
    : msg`Only the ${now} scores of this tile exist now, out of ${n * n}; of all earlier ones, each row keeps a running sum and an output.`;
}

/** What is kept of the word's row in place of its scores; how far its output is off, once it may be said. */
export function rowText(scene: Scene, isShown: boolean): Told {
  const { words, rows, focus } = scene;
  const row = rows[focus];
  const word = quoted(words[focus]);
  if (!row || row.sum === 0) return [msg`${word} has not met a key yet.`];
  const sum = { text: positive(row.sum), key: 'sum' };
  const met = msgParts`${word} has met ${row.met} of ${words.length} keys and keeps two numbers: its largest score, ${signed(row.most)}, and the sum of powers, ${sum}.`;
  if (!isShown) return tell(met);
  return tell(met, [
    ' ',
    msg`Its output is still ${fine(distance(scene, focus))} away from the final one.`,
  ]);
}

const bytes = (count: number): string => {
  const [unit, by] =
    count >= 1e9
      ? (['GB', 1e9] as const)
      : count >= 1e6
        ? (['MB', 1e6] as const)
        : (['kB', 1e3] as const);
  return `${grouped(Number((count / by).toPrecision(3)))} ${unit}`;
};

/** Memory that grows with n² and memory that does not. */
export function memoryText({ words }: Scene, config: ModelConfig): string {
  const heads = config.num_attention_heads;
  const at = (n: number) => bytes(heads * n * n * bytesOfFloat);
  return msg`The scores of ${heads} heads take up ${at(words.length)} for these ${words.length} words, ${at(1000)} for 1,000 and ${at(100_000)} for 100,000: they grow with n². The core’s own tile, 60 queries by 256 keys, takes ${bytes(tileBytes)} however long the text; everything else grows with n.`;
}

/** Of any words: rounding is all that differs. */
export const tiled = { id: 'tiled', of: '' };

/** Whether the numbers change, to be guessed before the difference is said. */
export function questionOf(scene: Scene): Question {
  const worst = worstAtEnd(scene);
  return {
    ...tiled,
    asks: msg`Each tile’s scores are thrown away. Does that change the output?`,
    options: [msg`only by rounding`, msg`a little`, msg`a lot`],
    right: worst <= rounding ? 0 : worst < 0.1 ? 1 : 2,
    why: msg`Over all ${scene.words.length} rows, the largest difference from the core’s pass with all scores at once is ${fine(worst)}.`,
  };
}
