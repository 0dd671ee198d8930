// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { weight } from '../../../../web/src/state/format';
import { reduce } from '../../../../web/src/state/reduce';
import { requestKey } from '../../../../web/src/state/what-if/ask';
import { otherRequest } from '../../../../web/src/state/what-if/twins';
import { figure as routing } from '../../../../web/src/views/routing';
import { changed, drawnWeights, strongest } from '../../../../web/src/views/routing/panels';
import { Drawn, makeTrace, numbers, weightsOf } from '../figure-context';

const [text, other] = ['dog bites man', 'man bites dog'];
const layers = [0, 1, 2];
const trace = makeTrace(
  text,
  layers.map((layer) => weightsOf(layer, 4, 3, layer + 1)),
);
const twin = makeTrace(
  other,
  layers.map((layer) => weightsOf(layer, 4, 3, layer + 9)),
);
const rows = 16;

/** The figure with all that it asks for. */
function ready(): Drawn {
  const drawn = new Drawn(routing, trace);
  const { layer } = drawn.state;
  const name = `encoder.layer.${layer}.attention.self.query.weight`;
  const data = Float32Array.from(numbers(rows * rows, 7), (x) => x - 0.5);
  const parameter = { name, shape: [rows, rows], data };
  drawn.state = reduce(drawn.state, { type: 'parameter', parameter });
  const request = otherRequest(drawn.state);
  if (!request) throw new Error('no other sentence');
  drawn.state = reduce(drawn.state, { type: 'beside', key: requestKey(request), trace: twin });
  drawn.draw();
  return drawn;
}

/** The trace of the sentence that was asked for arrives. */
function arrive(drawn: Drawn): void {
  drawn.state = reduce(drawn.state, { type: 'trace', trace: twin });
  drawn.draw();
}

const row = (drawn: Drawn, of = trace) =>
  of.row(`layers.${drawn.state.layer}.attention.weights`, drawn.state.head, drawn.state.token);

it('counts what differs, and finds where most', () => {
  const [a, b] = [Float32Array.of(0, 0.5, 1), Float32Array.of(0.005, 0.5, 0.4)];
  expect(changed(a, b, 0.01)).toEqual({ count: 1, of: 3, at: 2 });
  expect(changed(a, a, 0).count).toBe(0);
  expect(strongest(Float32Array.of(0.1, -3, 2), 2)).toEqual([1, 2]);
});

describe('the figure', () => {
  it('wants the matrix of the head and the other sentence', () => {
    const drawn = new Drawn(routing, trace);
    const wants = routing.wants?.(drawn.context);
    expect(wants?.tensors).toEqual([`layers.${drawn.state.layer}.attention.query`]);
    expect(wants?.traces?.map((each) => each.text)).toEqual([other]);
  });

  it('draws the strongest weights of the matrix, and all weights of the sentence', () => {
    const drawn = ready();
    expect(drawn.all('.panel.query path')).toHaveLength(Math.min(drawnWeights, 4 * rows));
    const widths = drawn
      .all('.attention path.own')
      .map((each) => Number.parseFloat(each.style.strokeWidth));
    expect(widths).toEqual(Array.from(row(drawn), (w) => Math.round(90 * w) / 10));
    expect(drawn.texts('.from small')).toEqual(Array.from(row(drawn), (w) => weight(w)));
  });

  it('lets a word be exchanged on a guess, and says what moved on either side', () => {
    const drawn = ready();
    const left = drawn.all('.panel.query path').map((each) => each.outerHTML);
    const button = drawn.all('.question button')[2];
    button?.focus();
    button?.click();
    expect(drawn.state.sentence).toBe(other);
    arrive(drawn);
    expect(drawn.all('.panel.query path').map((each) => each.outerHTML)).toEqual(left);
    expect(drawn.texts('[role=status] b')).toEqual([
      'You said: both. The answer: the computed ones.',
    ]);
    expect(drawn.box.contains(document.activeElement)).toBe(true);
    const { layer, head } = drawn.state;
    const part = (of: typeof trace) =>
      of.tensor(`layers.${layer}.attention.weights`).data.slice(head * 9, head * 9 + 9);
    const moved = part(twin).filter((w, i) => Math.abs(w - (part(trace)[i] ?? 0)) > 0.01).length;
    expect(drawn.texts('figcaption')[0]).toContain(`none of ${4 * rows} learned weights changed`);
    expect(drawn.texts('figcaption')[0]).toContain(`and ${moved} of 9 computed ones.`);
    expect(drawn.all('.attention path.moved')).toHaveLength(moved);
  });

  it('asks a weight why, and shows another matrix on demand', () => {
    const drawn = ready();
    drawn.all('.from')[2]?.click();
    const { layer, head, token } = drawn.state;
    expect(drawn.state.trail).toEqual([
      { name: `layers.${layer}.attention.weights`, index: [head, token, 2] },
    ]);
    drawn.all('.which button')[1]?.click();
    expect(drawn.state.settings).toBe('matrix=key');
    expect(routing.wants?.(drawn.context).tensors).toEqual([`layers.${layer}.attention.key`]);
  });
});
