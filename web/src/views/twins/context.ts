import type { Outcome } from '../../model/protocol';
import { bestIds } from '../../state/prediction';
import { apart } from '../../state/vector';
import {
  type CopyRow,
  copyMap,
  regionOf,
  type Source,
  shareOf,
  type Way,
  wayOf,
} from '../../state/what-if/copy-map';
import { runOf } from '../../state/what-if/history';
import { copiesIn, copyOf, withoutCopies } from '../../state/what-if/run-text';
import { type Twins, twinsOf } from '../../state/what-if/twins';
import { wordName } from '../../state/word-names';
import { inLanguage } from '../../words/language';
import type { HandleAction } from '../kit/scene';
import type { StepContext } from '../kit/step-context';

/** What the picture of twins is drawn from. */
export interface TwinContext extends Twins {
  readonly m: StepContext;
  /** Null where both runs read alike, or the model has no head that reads. */
  readonly way: Way | null;
  readonly vectors: readonly CopyRow[];
  /** Of the layer in focus. */
  readonly heads: readonly CopyRow[];
  /** What the upper run reads at the word in focus, as it was. */
  readonly reads: number | null;
  /** What is copied at present. */
  readonly copies: readonly string[];
}

/** Null until both runs are there. */
export function twinContext(m: StepContext): TwinContext | null {
  const twins = twinsOf(m.state);
  if (!twins) return null;
  const { upper } = twins;
  const [reads = null] = upper.has('logits') ? bestIds(upper.row('logits', m.focus), 1) : [];
  return {
    ...twins,
    m,
    way: wayOf(m.state, twins),
    ...copyMap(m.state, twins),
    reads,
    copies: copiesIn(runOf(m.state)),
  };
}

export const pieceOf = ({ m }: TwinContext, id: number): string =>
  m.model.vocabulary[id] ?? `#${id}`;

/** Whether the two sentences have different pieces at a token. */
export const differs = ({ upper, lower }: Twins, token: number): boolean =>
  upper.encoding.tokens[token]?.piece !== lower.encoding.tokens[token]?.piece;

/** The tokens at which they do. */
export const differing = (twins: Twins): readonly number[] =>
  [...twins.upper.encoding.tokens.keys()].filter((token) => differs(twins, token));

/** A word as the sentence that it is copied from has it. */
export const copiedName = ({ lower }: Twins, token: number): string =>
  wordName(lower.encoding.tokens, token);

/** How far apart the two vectors of a word are. */
export const apartAt = ({ upper, lower }: Twins, { tensor }: Source, token: number): number =>
  apart(upper.row(tensor, token), lower.row(tensor, token));

/** How much of the way a copy goes; null where that is not known. */
export const shareAt = ({ way }: TwinContext, outcome: Outcome | undefined): number | null =>
  way && outcome ? shareOf(outcome, way) : null;

/** Whether a copy alone changes what the upper run reads. */
export const turns = ({ reads }: TwinContext, outcome: Outcome | undefined): boolean =>
  outcome !== undefined && outcome.best !== reads;

export const isCopied = ({ copies }: TwinContext, source: Source, token: number): boolean =>
  copies.includes(copyOf(regionOf(source, token)));

/** Copies this in place of what is copied now; or takes it back where it is that. */
export function copyAction(context: TwinContext, source: Source, token: number): HandleAction {
  const run = withoutCopies(runOf(context.m.state));
  if (isCopied(context, source, token)) return { kind: 'run', run };
  const copy = copyOf(regionOf(source, token));
  return { kind: 'run', run: { ...run, changes: [...run.changes, copy] } };
}

/** A share to two decimals: `.54`, `1`, `−.09`; empty where it rounds to nothing. */
export function shareText(share: number): string {
  const size = Math.abs(share).toFixed(2);
  if (size === '0.00') return '';
  return `${share < 0 ? '−' : ''}${size === '1.00' ? '1' : inLanguage(size.replace(/^0/, ''))}`;
}
