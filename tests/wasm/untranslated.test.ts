import { afterAll, beforeAll, expect, it } from 'vitest';
import { reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { chapters } from '../../web/src/state/tour/chapters';
import { Facts } from '../../web/src/state/tour/facts';
import { whyOf } from '../../web/src/state/why';
import { figure as block } from '../../web/src/views/block';
import { figure as headsView } from '../../web/src/views/heads';
import { figure as heatmapView } from '../../web/src/views/heatmap';
import { stepViews } from '../../web/src/views/registry';
import { speak } from '../../web/src/words/language';
import type { Words } from '../../web/src/words/msg';
import { stateOf } from './scene-checks';
import { loadShipped, modelBytes } from './shipped';
import { know, variantBytes } from './variants';

/** A language in which every message stands in brackets, but for its values and the word of a label (@). */
const bracketed = new Proxy({} as Words, {
  get: (_, message) =>
    typeof message === 'string' ? `⟦${message.replace(/\{\d\}|@/g, '⟧$&⟦')}⟧` : undefined,
});

const sentence = "The animal didn't cross the street because it was too tired";
let state: State;

beforeAll(async () => {
  globalThis.foveaWords = { xx: bracketed as Words };
  speak('xx');
  state = stateOf(know(await loadShipped(), modelBytes(), sentence));
});

afterAll(() => {
  globalThis.foveaWords = undefined;
  speak('en');
});

/** What of a text is in no message. */
const outside = (text: string): string => text.replace(/⟦[^⟦⟧]*⟧/g, ' ');

/** Of formulas, and a name. */
const symbols = new Set(['sin', 'cos', 'pos', 'relu']);

/** Words of more than two letters that are neither the model's nor a formula's. */
function strays(texts: readonly string[]): string[] {
  const own = new Set([...(state.model?.vocabulary ?? []), 'didn', 'couldn']);
  const words = outside(texts.join(' ')).match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => !own.has(word.toLowerCase()) && !symbols.has(word.toLowerCase()));
}

const views = [...stepViews, block, headsView, heatmapView];

it.each(views.map(({ id }) => id))('%s says nothing that no language has', (id) => {
  const view = views.find((each) => each.id === id) as (typeof views)[0];
  for (const width of [320, 900]) {
    const { marks, caption } = view.layout(state, { width });
    expect(strays(marks.flatMap((mark) => (mark.kind === 'text' ? mark.text : [])))).toEqual([]);
    expect(strays(marks.flatMap((mark) => ('label' in mark ? mark.label : [])))).toEqual([]);
    expect(strays(caption)).toEqual([]);
  }
});

it('the step of the tokens says what became of each', () => {
  const tokens = views.find((each) => each.id === 'tokens') as (typeof views)[0];
  const fates = state.trace?.encoding.tokens.map((_, token) =>
    tokens.layout({ ...state, token }, { width: 900 }).caption.join(' '),
  );
  expect(strays(fates ?? [])).toEqual([]);
});

it('the tour asks and answers in the reader’s language', () => {
  const facts = new Facts(state);
  for (const { step, text, question, options, reveal, changed } of chapters) {
    const said = [text, question, reveal, changed].map((say) => say(facts));
    expect(strays([...said, ...options(facts)]), step).toEqual([]);
  }
  // A word that the model knows too.
  expect(outside(facts.choice(state.token))).not.toContain('itself');
});

it('a weight’s chain begins at what a language can name', async () => {
  const bytes = variantBytes('pre_relu_learned_padding');
  const other = stateOf(know(await loadShipped(), bytes, 'a b c a'));
  for (const each of [state, other]) {
    const inputs = [0, 1].map((layer) => {
      const cell = { name: `layers.${layer}.attention.weights`, index: [0, 1, 1] };
      return whyOf(reduce(each, { type: 'cell', cell }))?.chain?.input;
    });
    expect(inputs.filter((input) => !input?.startsWith('⟦'))).toEqual([]);
  }
});
