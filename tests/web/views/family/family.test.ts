// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Trace } from '../../../../web/src/model/trace';
import { likelihood } from '../../../../web/src/state/prediction';
import { reduce } from '../../../../web/src/state/reduce';
import { requestKey } from '../../../../web/src/state/what-if/ask';
import { figure as familyFigure } from '../../../../web/src/views/family';
import { chosenIn, pressed, requestOf } from '../../../../web/src/views/family/run';
import {
  differences,
  liveWiring,
  relatives,
  type Wiring,
} from '../../../../web/src/views/family/wirings';
import { Drawn, makeModel, makeTrace } from '../figure-context';

const text = 'the dog slept';

/** A trace in which a piece of the vocabulary is the likeliest at each word. */
function saying(id: number): Trace {
  const values = Array.from({ length: 3 * 8 }, (_, i) => (i % 8 === id ? 3 : 0));
  const axes = [
    ['token', 3],
    ['piece', 8],
  ] as const;
  return makeTrace(text, [{ name: 'logits', axes, values }]);
}

function drawn(family: string, run?: Trace, width = 900): Drawn {
  const figure = new Drawn(familyFigure, saying(1), width);
  figure.state = { ...figure.state, settings: family ? `family=${family}` : '' };
  const wiring = chosenIn(figure.context);
  const request = wiring && requestOf(figure.context, wiring);
  if (run && request)
    figure.state = reduce(figure.state, { type: 'beside', key: requestKey(request), trace: run });
  figure.draw();
  return figure;
}

const of = (id: string) => relatives.find((each) => each.id === id) as Wiring;

describe('the wirings', () => {
  const live = liveWiring(makeModel().config);

  it('differ from the model by their parts', () => {
    expect(differences(of('bert'), live)).toEqual(['positions', 'network']);
    expect(differences(of('mixtral'), of('llama'))).toEqual(['network']);
    expect(differences(live, live)).toEqual([]);
  });

  it('a BERT that is open is one', () => {
    const config = {
      ...makeModel().config,
      position_embedding_type: 'absolute',
      hidden_act: 'gelu',
    } as const;
    expect(differences(of('bert'), liveWiring(config))).toEqual([]);
  });
});

it('draws all of them, with what differs marked', () => {
  const figure = drawn('');
  expect(figure.texts('h3')).toHaveLength(7);
  expect(figure.all('.member')[0]?.querySelectorAll('.differs')).toHaveLength(0);
  expect(figure.all('.member')[1]?.querySelectorAll('.differs')).toHaveLength(2);
});

it('presses in turned queries and keys, and what the distance takes off the scores', () => {
  expect(pressed(drawn('llama').context, of('llama')).structure).toContain('positions=rotary');
  expect(pressed(drawn('t5').context, of('t5')).structure).toContain('positions=alibi');
});

it('presses in what needs no other weights, and says why the rest cannot be', () => {
  const figure = drawn('gpt', saying(2));
  const { can, cannot, structure } = pressed(figure.context, of('gpt'));
  expect(structure).toBe('norm=pre,mask=causal,activation=gelu');
  expect([can, cannot]).toEqual([
    ['place', 'mask', 'network'],
    ['positions', 'says'],
  ]);
  expect(familyFigure.wants?.(figure.context)).toEqual({
    traces: [{ text, masked: [], run: { structure, changes: [] } }],
  });
  expect(figure.texts('.about')[0]).toMatch(/it now says “a”, \S*\d.*as trained, “it”, /);
  expect(figure.texts('.about')[1]).toContain(
    'each position has a learned vector (this model has not learned them)',
  );
});

it('says that nothing changed where nothing did', () => {
  expect(drawn('gpt', saying(1)).texts('.about')[0]).toContain('Nothing changed');
});

it('shows one relative beside the model where it is narrow', () => {
  const figure = drawn('', undefined, 320);
  expect(figure.texts('h3')).toEqual(['This model', 'GPT-2 2019']);
  figure.all('.which button')[2]?.click();
  expect(figure.texts('h3')[1]).toBe('T5 2019');
  figure.all('.act')[0]?.click();
  expect(figure.state.settings).toBe('family=t5');
});

it('unfolds what the model names, as it was trained and with the wiring of the relative', () => {
  const figure = drawn('gpt', saying(2));
  const asked = figure.all('.about .asks').map((each) => each.dataset.key);
  expect(asked).toEqual(['pressed', 'live']);
  const share = Math.exp(3) / (Math.exp(3) + 7);
  for (const key of asked) {
    figure.all(`.about [data-key=${key}]`)[0]?.click();
    expect(figure.texts('.why.beneath h3')).toEqual([
      `Why ${likelihood(share)}?`.replace(/\s/g, ' '),
    ]);
    expect(figure.texts('.why.beneath .sum')[0]).toContain('÷ 27.0');
  }
});
