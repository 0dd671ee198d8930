import type { Trace } from '../../model/trace';
import { weight } from '../../state/format';
import { topGuesses } from '../../state/prediction';
import { msg } from '../../words/msg';
import { text, textWidth, wrap } from '../kit/frame';
import { path } from '../kit/marks';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { differing, type TwinContext } from './context';

/** What a run reads at the word in focus: "animal .998"; empty where the model reads nothing. */
export function readingIn({ model, focus }: StepContext, trace: Trace): string {
  if (!trace.has('logits')) return '';
  const [best] = topGuesses(trace, model.vocabulary, focus, 1);
  return best ? `${best.piece} ${weight(best.probability)}` : '';
}

/** What tells a sentence from its twin: its own words, with dots where both have the same. */
function ownWords(context: TwinContext, trace: Trace): string {
  const { tokens } = trace.encoding;
  const at = differing(context);
  const words = at.map((token, i) => {
    const gap = token === (i === 0 ? 0 : (at[i - 1] ?? 0) + 1) ? '' : '… ';
    return `${gap}${tokens[token]?.piece ?? ''}`;
  });
  const last = at.at(-1);
  const ends = last === undefined || last === tokens.length - 1;
  return `${words.join(' ')}${ends ? '' : ' …'}`;
}

/** A former reading, struck through. */
function struck(x: number, y: number, content: string): readonly Mark[] {
  const end = x + textWidth(content, 12, true);
  return [text(x, y, content, { serif: true }), path(`M${x} ${y - 4}H${end}`, { stroke: 'ink-2' })];
}

/** Which sentence it is, and what its run reads; `bottom` is the lower edge. */
export function readingMarks(
  context: TwinContext,
  side: 'upper' | 'lower',
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): { readonly marks: readonly Mark[]; readonly bottom: number } {
  const { m, upper, lower, copies } = context;
  const own = side === 'upper' ? upper : lower;
  const copied = side === 'upper' && copies.length > 0 && m.trace !== upper;
  const now = readingIn(m, copied ? m.trace : own);
  const lines = wrap(ownWords(context, own), width, 15).slice(0, 2);
  const marks: Mark[] = lines.map((line, i) =>
    text(x, y + 14 + 18 * i, line, { serif: true, bold: true, size: 15, tone: 'ink' }),
  );
  let at = y + 14 + 18 * lines.length;
  if (now === '') return { marks, bottom: at };
  marks.push(
    text(x, at, msg`“${own.encoding.tokens[m.focus]?.piece}” reads`),
    text(x, at + 18, now, {
      ...{ serif: true, bold: true, size: 15, tone: 'ink' },
      shows: { tensor: `reading ${side}` },
    }),
  );
  at += 18;
  if (copied) {
    marks.push(text(x, at + 15, msg`with the copy`), ...struck(x, at + 31, readingIn(m, upper)));
    at += 31;
  }
  return { marks, bottom: at + 6 };
}
