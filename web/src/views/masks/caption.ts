import { percent, weight } from '../../state/format';
import { topGuesses } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { wordName, wordNameFirst } from '../../state/word-names';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import {
  barePadding,
  forbidden,
  isPad,
  type Mask,
  requestOf,
  runOf,
  type Shown,
  shownOf,
} from './runs';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);

/** What the model reads at the word in focus; empty where it reads nothing. */
function guess(m: FigureContext, { trace, focus }: Shown): string {
  if (!trace.has('logits')) return '';
  const [best] = topGuesses(trace, m.model.vocabulary, focus, 1);
  return best ? msg`“${best.piece}”, ${percent(best.probability)}` : '';
}

function most(shown: Shown): string {
  const { trace, focus } = shown;
  const row = shown.row(focus);
  const best = argmax(row);
  const { tokens } = trace.encoding;
  return msg`${best === focus ? msg`itself` : wordName(tokens, best)} most, ${weight(row[best] ?? 0)}`;
}

/** A sentence, and what may be read after it. */
type Caption = readonly [happens: string, more: string];

function ofNone({ trace, focus, count }: Shown, looks: string): Caption {
  return [
    msg`No mask: ${wordName(trace.encoding.tokens, focus)} may look at all ${count} words, before and after, and looks at ${looks}.`,
    msg`That is how an encoder reads.`,
  ];
}

function ofPadding(m: FigureContext, shown: Shown): Caption {
  const bare = runOf(m, barePadding(m));
  const words = Array.from({ length: shown.count }, (_, i) => i).filter(
    (i) => !isPad(shown.trace, i),
  );
  const given = (of: Shown) => mean(words.map((query) => forbidden('padding', of, query)));
  const without = bare
    ? msg`Without the mask it gets ${percent(given(shownOf(m, bare)))} of each word’s attention on average.`
    : '';
  const now = given(shown);
  return [
    msg`The mask keeps [PAD], which pads short texts to one length, out of every row: here it gets ${now === 0 ? msg`nothing` : percent(now)}.`,
    without,
  ];
}

function ofCausal(m: FigureContext, shown: Shown): Caption {
  const { trace, focus, count } = shown;
  const later = count - 1 - focus;
  const own = runOf(m, requestOf(m, 'none'));
  const [here, there] = [guess(m, shown), own ? guess(m, shownOf(m, own)) : ''];
  const reads =
    here && there ? msg`The model reads it as ${here}; with all words in view, ${there}.` : '';
  const given = weight(forbidden('causal', shown, focus));
  const hidden = later === 0 ? msg`nothing comes later` : msg`later words get ${given}`;
  return [
    msg`A causal mask hides later words: ${wordName(trace.encoding.tokens, focus)} may look at ${focus + 1} of ${count}; ${hidden}.`,
    `${msg`That is how a decoder reads, since it writes word by word.`} ${reads}`,
  ];
}

/** What a mask does, by its run. */
export function captionOf(m: FigureContext, mask: Mask, shown: Shown): Caption {
  if (mask === 'none') return ofNone(shown, most(shown));
  if (mask === 'padding') return ofPadding(m, shown);
  if (mask === 'causal') return ofCausal(m, shown);
  return [
    msg`This causal mask should hide every later word, but one line of its code is wrong: choose a cell that gives it away.`,
    '',
  ];
}

/** Whether a cell shows that the mask has a bug. */
export const givesAway = (shown: Shown, [query, key]: readonly [number, number]): boolean =>
  key > query && (shown.row(query)[key] ?? 0) !== 0;

/** What a cell that was chosen says about the mask with a bug. */
export function verdictOf(shown: Shown, [query, key]: readonly [number, number]): string {
  const { tokens } = shown.trace.encoding;
  const value = weight(shown.row(query)[key] ?? 0);
  const cell = msg`${wordNameFirst(tokens, query)} gives ${wordName(tokens, key)} ${value}`;
  if (key <= query)
    return key === query
      ? msg`No: ${cell}, and that is allowed: it is the word itself.`
      : msg`No: ${cell}, and that is allowed: it is an earlier word.`;
  if (!givesAway(shown, [query, key]))
    return msg`No: ${cell}, as it should: that word comes later.`;
  return msg`Yes: ${cell}, which comes later.`;
}

/** How much the bug lets through, in the head at hand. */
export function leakText(shown: Shown): string {
  const rows = Array.from({ length: Math.max(1, shown.count - 1) }, (_, query) => query);
  const given = mean(rows.map((query) => forbidden('leaky', shown, query)));
  return msg`In this head words give the next one ${percent(given)} of their attention on average. A model trained this way copies the answer, then fails when it has to write on its own.`;
}
