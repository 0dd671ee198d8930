import type { CellNumbers } from '../../widgets/formula';
import type { WhyNumbers } from '../../widgets/why-numbers';
import type { AttentionRow } from './attention-row';

const piece = (facts: AttentionRow, token: number) => facts.tokens[token]?.piece ?? '';

/** The numbers of one cell: the focus token looking at `key`. */
export function cellNumbers(facts: AttentionRow, key: number): CellNumbers {
  return {
    from: piece(facts, facts.focus),
    to: piece(facts, key),
    dK: facts.dK,
    query: facts.query,
    key: facts.keys[key] ?? [],
    products: facts.products[key] ?? [],
    score: facts.scores[key] ?? 0,
    scaled: facts.scaled[key] ?? 0,
    shift: facts.shift,
    power: facts.powers[key] ?? 0,
    sum: facts.sum,
    weight: facts.weights[key] ?? 0,
  };
}

/** The same with everything that the fold shows besides. */
export function whyNumbers(facts: AttentionRow, key: number): WhyNumbers {
  return {
    ...cellNumbers(facts, key),
    terms: facts.tokens.map(({ piece: word }, j) => ({ word, power: facts.powers[j] ?? 0 })),
    bounds: facts.bounds,
    input: facts.input.name,
    fromInput: facts.input.rows[facts.focus] ?? [],
    toInput: facts.input.rows[key] ?? [],
    fromId: facts.tokens[facts.focus]?.id ?? 0,
    toId: facts.tokens[key]?.id ?? 0,
  };
}
