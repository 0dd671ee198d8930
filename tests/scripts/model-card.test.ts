import { describe, expect, it } from 'vitest';
import { hardKinds, modelCard } from '../../scripts/vite/model-card.mjs';

const row = (kind: string, share: string) =>
  `| ${kind} | ${share} (.46 to .81) | .50 | an example |`;

describe('what the model’s card says that it reads', () => {
  it('is counted by kind, the hardest first, without the easy ones and the sum of all', () => {
    const card = [
      '40 sentences, 20 of each kind',
      row('two clauses', '.80'),
      row('he and she', '.90'),
      row('passive', '.65'),
      row('all', '.70'),
    ];
    expect(hardKinds(card.join('\n'))).toEqual([
      { kind: 'passive', of: 20, right: 13 },
      { kind: 'two-clauses', of: 20, right: 16 },
    ]);
  });

  it('is missed where the table is not there', () => {
    expect(() => hardKinds('26 of each kind')).toThrow('no table by kind');
    expect(() => hardKinds(row('passive', '.65'))).toThrow('no table by kind');
  });

  it('is what the page gets, of the model by its name', () => {
    const { load, resolveId } = modelCard();
    const code = load(resolveId('fovea-model-card') ?? '') ?? '';
    const card = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1));
    expect(card.name).toBe('fovea-demo');
    expect(card.hard[0]).toEqual({ kind: 'what-the-world-knows', of: 26, right: 21 });
  });
});
