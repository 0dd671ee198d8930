import type { ModelConfig } from '../../model/protocol';
import { fine, positive, signed } from '../../state/format';
import { grouped } from '../../words/language';
import { msg, msgParts } from '../../words/msg';
import { tileBytes } from '../kit/cost/count';
import { type Told, tell } from '../kit/derivation';
import type { Question } from '../kit/question';
import { distance, type Scene, worstAtEnd } from './scene';

const quoted = (word: string | undefined): string => msg`“${word}”`;

const bytesOfFloat = 4;

/** Differences up to this one are the rounding of 32-bit numbers. */
const rounding = 1e-4;

/** How many numbers there are at once. */
export function countText({ words, size, step, tiles, rows }: Scene): string {
  const n = words.length;
  const done = rows.filter(({ met }) => met === n).length;
  return msg`All at once, the scores of this head are ${n} × ${n} = ${n * n} numbers. In tiles of ${size} × ${size} there are never more than ${size * size}: each is made, used, and forgotten. ${step} of ${tiles.length} tiles are done, ${done} of ${n} rows finished.`;
}

/** What is kept of the word's row in place of its scores. */
export function rowText(scene: Scene): Told {
  const { words, rows, focus } = scene;
  const row = rows[focus];
  const word = quoted(words[focus]);
  if (!row || row.sum === 0) return [msg`${word} has met no key yet.`];
  const far = fine(distance(scene, focus));
  const sum = { text: positive(row.sum), key: 'sum' };
  const kept = tell(msgParts`largest score ${signed(row.most)}, sum of powers ${sum}`);
  return tell(
    row.met === words.length
      ? msgParts`${word} has met all ${words.length} keys: ${kept}. Its output is within ${far} of that of all scores at once.`
      : msgParts`${word} has met ${row.met} of ${words.length} keys: ${kept}. Its output so far is ${far} from the one in the end; where a larger score comes, what there is counts less.`,
  );
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

/** Memory that grows with n² against memory that does not. */
export function memoryText({ words }: Scene, config: ModelConfig): string {
  const heads = config.num_attention_heads;
  const at = (n: number) => bytes(heads * n * n * bytesOfFloat);
  return msg`The scores of ${heads} heads take ${at(words.length)} for these ${words.length} words, ${at(1000)} for 1,000 and ${at(100_000)} for 100,000: n². The core’s own tile, 60 queries by 256 keys, takes ${bytes(tileBytes)} however long the text; what else there is grows with n.`;
}

/** Of any words: rounding is all that differs. */
export const tiled = { id: 'tiled', of: '' };

/** Whether the numbers change, to be guessed before the difference is said. */
export function questionOf(scene: Scene): Question {
  const worst = worstAtEnd(scene);
  return {
    ...tiled,
    asks: msg`Scores that are forgotten after each tile: is the output another one in the end?`,
    options: [msg`the same, but for rounding`, msg`a little different`, msg`quite different`],
    right: worst <= rounding ? 0 : worst < 0.1 ? 1 : 2,
    why: msg`The largest difference of all ${scene.words.length} rows from the core’s pass with all scores at once is ${fine(worst)}.`,
  };
}
