import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answerOf,
  compute,
  effort,
  type HandModel,
  handModel,
  type Linear,
  leads,
  rounded,
  sentenceOf,
  sentences,
  stepNames,
  type Table,
} from '../../../web/src/views/by-hand/computation';
import {
  blanks,
  exerciseIn,
  numberIn,
  placeOf,
  progressOf,
  verdictAt,
} from '../../../web/src/views/by-hand/exercise';
import { arithmetic, powerTable } from '../../../web/src/views/by-hand/sheet';
import { resultsOfSlips, slips, verdictOn } from '../../../web/src/views/by-hand/slips';

interface Entry {
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** Reads a safetensors file of 32-bit numbers. */
function readHandModel(file: Uint8Array): HandModel {
  const begin = 8 + Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, begin)));
  const rows = (name: string): Table => {
    const { shape, data_offsets: range } = header[name] as Entry;
    const [from, to] = range.map((offset) => begin + offset);
    const numbers = [...new Float32Array(Uint8Array.from(file.subarray(from, to)).buffer)];
    const width = shape.at(-1) ?? 1;
    return Array.from({ length: numbers.length / width }, (_, i) =>
      numbers.slice(i * width, (i + 1) * width),
    );
  };
  const linear = (part: string): Linear => {
    const name = `encoder.layer.0.attention.${part}`;
    return { weight: rows(`${name}.weight`), bias: rows(`${name}.bias`)[0] ?? [] };
  };
  return {
    words: header.__metadata__.vocab.trim().split('\n'),
    embeddings: rows('embeddings.word_embeddings.weight'),
    positions: rows('embeddings.position_embeddings.weight'),
    ...{ query: linear('self.query'), key: linear('self.key') },
    ...{ value: linear('self.value'), output: linear('output.dense') },
  };
}

const numbersOf = (seed: number) => compute(handModel, sentenceOf(seed));
const all = sentences.map((_, seed) => seed);

describe('the model that fits on paper', () => {
  it('is what the model file holds', () => {
    const path = join(import.meta.dirname, '../../../web/models/fovea-hand.safetensors');
    const numbers = JSON.stringify(readHandModel(readFileSync(path)));
    expect(JSON.parse(numbers)).toEqual(handModel);
  });

  it('has 12 words, and learned numbers that are multiples of .5', () => {
    expect(handModel.words).toHaveLength(13);
    const { embeddings, positions, query, key, value, output } = handModel;
    const layers = [query, key, value, output].flatMap(({ weight, bias }) => [...weight, bias]);
    const learned = [...embeddings, ...positions, ...layers].flat();
    expect(learned.every((x) => Number.isInteger(2 * x))).toBe(true);
  });

  it('is right in 95 of 100 sentences of its grammar, with two decimals at every step', () => {
    const right = sentences.filter((ids) => {
      const meant = leads(ids[1] ?? 0) ? 0 : 2;
      return answerOf(compute(handModel, ids)) === meant;
    });
    expect(sentences).toHaveLength(180);
    expect(right.length / sentences.length).toBeGreaterThanOrEqual(0.95);
  });

  it('rounds what lies between two away from 0, below 0 as above', () => {
    expect([0.125, -0.125, 1.005, -1.005, -0.124].map(rounded)).toEqual([
      0.13, -0.13, 1.01, -1.01, -0.12,
    ]);
  });

  it('takes at most 40 multiplications and 15 minutes for an answer, at 6 s an operation', () => {
    const efforts = sentences.map((ids) => effort(handModel, ids));
    expect(Math.max(...efforts.map((each) => each.multiplications))).toBeLessThanOrEqual(40);
    expect(Math.max(...efforts.map((each) => each.operations)) * 6).toBeLessThanOrEqual(15 * 60);
  });

  it('has another sentence for each seed', () => {
    expect(new Set(all.map((seed) => sentenceOf(seed).join())).size).toBe(180);
  });

  it('is told by arithmetic that gives its numbers', () => {
    const resultOf = (text: string) =>
      Function(
        `return ${text.replace(/−/g, '-').replace(/·/g, '*').replace(/÷/g, '/').replace(/e\^/g, 'Math.exp')}`,
      )();
    for (const seed of all) {
      const steps = numbersOf(seed);
      for (const name of stepNames.slice(1))
        steps[name].forEach((row, i) => {
          row.forEach((x, j) => {
            const told = resultOf(arithmetic(steps, name, i, j));
            expect(rounded(told), `${seed} ${name} ${i} ${j}`).toBe(x);
          });
        });
    }
  });
});

const exercise = (choices: Readonly<Record<string, string>>) =>
  exerciseIn({ choices: new Map(Object.entries(choices)) });

describe('an exercise', () => {
  it('leaves the last steps to the reader, more and more of them', () => {
    expect(blanks(exercise({}))).toEqual([]);
    const names = (blank: string) => [
      ...new Set(blanks(exercise({ blank })).map(([name]) => name)),
    ];
    expect(names('1')).toEqual(['answer']);
    expect(names('3')).toEqual(['sum', 'output', 'answer']);
    expect(names('12')).toEqual(stepNames);
    expect(names('99')).toEqual(stepNames);
  });

  it('takes numbers as people write them', () => {
    const read = ['−1,25', '-1.25', ' .5', '2', '1.', '', 'x', '1.2.3'].map(numberIn);
    expect(read).toEqual([-1.25, -1.25, 0.5, 2, 1, null, null, null]);
  });

  it('counts what is right', () => {
    const of = exercise({ seed: '4', blank: '3' });
    const typed = Object.fromEntries(
      blanks(of).map(([name, i, j]) => [placeOf(name, i, j), String(of.steps[name][i]?.[j])]),
    );
    expect(progressOf(of, {})).toEqual({ right: 0, of: 6 });
    expect(progressOf(of, typed)).toEqual({ right: 6, of: 6 });
    expect(verdictAt(of, { 'sum.0.0': 'x' }, ['sum', 0, 0])).toBe('wrong');
    expect(verdictAt(of, {}, ['sum', 0, 0])).toBeNull();
  });
});

describe('slips', () => {
  it('are each recognised in some sentence, and none where a number is right', () => {
    const seen = new Set<string>();
    for (const seed of all) {
      const steps = numbersOf(seed);
      for (const name of stepNames) {
        steps[name].forEach((row, i) => {
          row.forEach((x, j) => {
            expect(verdictOn(x, handModel, steps, name, i, j)).toBe('right');
          });
        });
        for (const [slip, table] of resultsOfSlips(handModel, name, steps)) {
          const right = steps[name][0]?.[0] ?? 0;
          const typed = table[0]?.[0] ?? 0;
          const said = verdictOn(typed, handModel, steps, name, 0, 0);
          if (said === slip) seen.add(slip);
          else expect(Math.abs(typed - right) < 0.0051 ? 'right' : said in slips).toBeTruthy();
        }
      }
    }
    const named = Object.keys(slips).filter((slip) => slip !== 'sign' && slip !== 'decimals');
    expect([...seen].sort()).toEqual(named.sort());
  });

  it('are told from one another by the numbers that they compute', () => {
    const steps = numbersOf(0);
    const [score = 0] = steps.scores[0] ?? [];
    expect(verdictOn(score, handModel, steps, 'scaled', 0, 0)).toBe('undivided');
    expect(verdictOn(-score, handModel, steps, 'scores', 0, 0)).toBe('sign');
    expect(verdictOn(rounded(score / 1.41), handModel, steps, 'scaled', 0, 0)).toBe('coarse');
    expect(verdictOn(score + 0.02, handModel, steps, 'scores', 0, 0)).toBe('decimals');
    expect(verdictOn(score + 77, handModel, steps, 'scores', 0, 0)).toBe('wrong');
  });
});

it('the printed table has the powers, to where they are 0', () => {
  const table = powerTable();
  expect(table[0]?.[0]).toBe(1);
  expect(table[10]?.[5]).toBe(0.35);
  expect(table.at(-1)?.at(-1)).toBe(0);
});
