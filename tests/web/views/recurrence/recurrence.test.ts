// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../web/src/state/settings';
import { captionOf, pickedOf, figure as recurrence } from '../../../../web/src/views/recurrence';
import { countsOf, crossing, layersFor } from '../../../../web/src/views/recurrence/derivations';
import { Drawn, makeTrace } from '../figure-context';

const drawn = (width = 640) => new Drawn(recurrence, makeTrace('the dog saw it and slept'), width);

describe('the counts', () => {
  it('are what each formula does', () => {
    const of = (n: number, d: number) =>
      countsOf(n, d).map(({ hops, steps, products, memory }) => [hops, steps, products, memory]);
    expect(of(8, 4)).toEqual([
      [7, 8, 2 * 8 * 16, 4],
      [7, 8, 8 * 8 * 16, 8],
      [7, 1, 3 * 8 * 16, 12],
      [7, 3, 16 * 8 * 4, 64],
      [1, 1, 4 * 8 * 16 + 2 * 64 * 4, 32],
    ]);
    expect(layersFor(0)).toBe(0);
  });

  const d = 128;
  const productsOf = (n: number) => {
    const [recurrent = 0, lstm = 0, , , attention = 0] = countsOf(n, d).map(
      (each) => each.products,
    );
    return { recurrent, lstm, attention };
  };

  it('are those of all matrices: on the first sentence an RNN takes less than half of attention’s', () => {
    expect(productsOf(11)).toEqual({ recurrent: 360_448, lstm: 1_441_792, attention: 751_872 });
  });

  it('of an LSTM cross those of attention at twice as many words as a word has numbers', () => {
    const at = crossing(d);
    expect(at).toBe(2 * d);
    expect(productsOf(at).attention).toBe(productsOf(at).lstm);
    expect(productsOf(at + 1).attention).toBeGreaterThan(productsOf(at + 1).lstm);
    expect(productsOf(at - 1).attention).toBeLessThan(productsOf(at - 1).lstm);
  });

  it('of a plain recurrent layer are fewer than attention’s at any length', () => {
    for (const n of [1, 2, 8, 64, 512, 4096])
      expect(productsOf(n).recurrent).toBeLessThan(productsOf(n).attention);
  });
});

describe('the figure', () => {
  it('draws the steps between two words, and one hop', () => {
    const figure = drawn();
    figure.state = { ...figure.state, settings: 'from=2,to=5' };
    figure.draw();
    expect(pickedOf(figure.context)).toEqual({ from: 1, to: 4 });
    const [chain, once] = figure.all('svg');
    expect(chain?.querySelectorAll('.hop.on')).toHaveLength(3);
    expect(once?.querySelectorAll('.hop.on')).toHaveLength(1);
    expect(captionOf(figure.context)).toContain(
      'From “dog” to “and”, a recurrent network needs three steps',
    );
  });

  it('lets two words be picked in turn', () => {
    const figure = drawn();
    figure.all('.heads button')[2]?.click();
    figure.all('.heads button')[5]?.click();
    expect(pickedOf(figure.context)).toEqual({ from: 2, to: 5 });
    expect(figure.state.settings).toBe('from=3,to=6');
  });

  it('counts for the length that was chosen, and shows the crossing after a guess', () => {
    const figure = drawn();
    const d = figure.context.model.config.hidden_size;
    figure.all('.guess')[1]?.click();
    expect(figure.texts('.question b').join()).toContain('Right.');
    expect(readSettings(figure.state.settings).get('words')).toBe(String(4 * d));
    const cells = figure.texts('tr:last-child td');
    expect(cells[2]).toContain((4 * 4 * d ** 3 + 2 * (4 * d) ** 2 * d).toLocaleString('en'));
  });

  it('takes no place that is not in the sentence', () => {
    const figure = drawn();
    figure.state = { ...figure.state, settings: 'from=99,to=x,words=1e9' };
    figure.draw();
    expect(pickedOf(figure.context).from).toBeLessThan(6);
    expect(figure.texts('.slider b')).toEqual(['6 words']);
  });
});

it('unfolds each count with the numbers of its formula', () => {
  const figure = drawn();
  const n = figure.context.trace.encoding.tokens.length;
  const d = figure.context.model.config.hidden_size;
  figure.all('tr:last-child .asks')[0]?.click();
  expect(figure.texts('.why.beneath .sum')).toEqual([
    `4·${n}·${d}·${d}+2·${n}·${n}·${d} = ${(4 * n * d * d + 2 * n * n * d).toLocaleString('en')}`,
  ]);
  figure.all('tr:nth-child(2) .asks')[0]?.click();
  expect(figure.texts('.why.beneath .sum')).toEqual([`${n}−1 = ${n - 1}`]);
});
