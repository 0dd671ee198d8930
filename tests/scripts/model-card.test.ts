import { describe, expect, it } from 'vitest';
import { hardKinds, modelCard } from '../../scripts/vite/model-card.mjs';

const row = (kind: string, share: string) =>
  `| ${kind} | ${share} (.46 to .81) | .50 | an example |`;
const aside = (kind: string, right: number) => `| ${kind} | ${right} | 1 | 2 | 3 |`;

describe('what the model’s card says that it reads', () => {
  it('is counted by kind in both tables, the hardest first, without the easy ones and the sum of all', () => {
    const card = [
      '40 sentences, 20 of each kind',
      row('two clauses', '.80'),
      row('he and she', '.90'),
      row('they', '1.00'),
      row('passive', '.65'),
      row('all', '.70'),
      '| kind | right of 10, output |',
      aside('passive', 7),
      aside('two clauses', 9),
      aside('they', 4),
      aside('him, her', 8),
      '| all 140 | .73 (.65 to .80) | .70 | .66 | .73 |',
    ];
    expect(hardKinds(card.join('\n'))).toEqual([
      { kind: 'passive', of: 30, right: 20 },
      { kind: 'they', of: 30, right: 24 },
      { kind: 'him-her', of: 10, right: 8 },
      { kind: 'two-clauses', of: 30, right: 25 },
    ]);
  });

  it('is missed where a table is not there', () => {
    expect(() => hardKinds('26 of each kind')).toThrow('no tables by kind');
    expect(() => hardKinds(row('passive', '.65'))).toThrow('no tables by kind');
    expect(() => hardKinds(`26 of each kind\n${row('passive', '.65')}`)).toThrow('no tables');
  });

  it('is what the page gets, of the model by its name', () => {
    const { load, resolveId } = modelCard();
    const code = load(resolveId('fovea-model-card') ?? '') ?? '';
    const card = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1));
    expect(card.name).toBe('fovea-demo');
    expect(card.hard).toContainEqual({ kind: 'he-and-she', of: 40, right: 32 });
  });
});
