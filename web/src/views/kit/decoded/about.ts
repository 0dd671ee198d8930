import { html, nothing, type TemplateResult } from 'lit';
import { relatives } from '../../../relatives/client';
import { percent } from '../../../state/format';
import { msg } from '../../../words/msg';
import type { FigureContext } from '../hosted-figure';

/** What was measured on sentences that a model had not seen, as its file has it. */
interface Measures {
  readonly sentences: number;
  /** Shares of whole sentences and of single pieces that it wrote as they should be. */
  readonly whole?: number;
  readonly tokens: number;
}

interface Asked {
  asked: boolean;
  measures: Measures | null;
}

function measuresOf(m: FigureContext, model: 'rewrite' | 'next-word'): Measures | null {
  const known = m.kept<Asked>('measures', { asked: false, measures: null });
  if (known.asked) return known.measures;
  known.asked = true;
  const read = ({ metadata }: { metadata: Readonly<Record<string, string>> }) => {
    known.measures = JSON.parse(metadata.evaluation ?? 'null') as Measures | null;
    m.keep('measures', known);
  };
  relatives()
    .info(model)
    .then(read, () => undefined);
  return null;
}

const isUnknown = (token: string): boolean => token === '[UNK]' || token.startsWith('##');

/** What kind of model it is, how well it does, and whether it knows these words. */
export function aboutModel(
  m: FigureContext,
  model: 'rewrite' | 'next-word',
  words: readonly string[],
): TemplateResult | typeof nothing {
  const measures = measuresOf(m, model);
  if (!measures) return nothing;
  const { sentences, whole, tokens } = measures;
  const told =
    whole === undefined
      ? msg`A small model of its own, trained on sentences that a grammar makes. Of ${sentences} that it had not seen it has ${percent(tokens)} of the next words first.`
      : msg`A small model of its own, trained on sentences that a grammar makes. Of ${sentences} that it had not seen it writes ${percent(whole)} as they should be.`;
  const doubt = words.some(isUnknown)
    ? msg`It does not know every word here: [UNK] stands for one, ## for a piece that goes on with a word.`
    : '';
  return html`<p class="about">${told} <b>${doubt}</b></p>`;
}
