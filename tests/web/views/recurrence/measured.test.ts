// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { figure as recurrence } from '../../../../web/src/views/recurrence';
import {
  accuracyCaption,
  type Comparison,
  cheaperFrom,
  gradientCaption,
  gradientKept,
  layerParameters,
  mean,
  measured,
  standingOf,
  timeCaption,
} from '../../../../web/src/views/recurrence/measured';
import {
  accuracyPlot,
  gradientPlot,
  timePlot,
} from '../../../../web/src/views/recurrence/measured-plots';
import { Drawn, makeTrace } from '../figure-context';

/** The file with other accuracies: what is added to the recurrent network's at each distance. */
const withGains = (gain: (i: number) => number): Comparison => ({
  ...measured,
  distances: measured.distances.map((at, i) => ({
    ...at,
    right: { encoder: [0.5], recurrent: [0.5 + gain(i)] },
  })),
});

const withTimes = (times: readonly number[]): Comparison => ({
  ...measured,
  lengths: measured.lengths.map((at, i) => ({
    ...at,
    training: { encoder: 1, recurrent: times[i] ?? 1 },
  })),
});

describe('what was measured', () => {
  it('is as many parameters in either network, but for a few biases', () => {
    const [encoder, recurrent] = [
      layerParameters(measured, 'encoder'),
      layerParameters(measured, 'recurrent'),
    ];
    expect(recurrent - encoder).toBe(measured.parameters.recurrent - measured.parameters.encoder);
    expect(Math.abs(recurrent / encoder - 1)).toBeLessThan(0.02);
  });

  it('has a number of each training everywhere', () => {
    const { trainings, distances, right, pairs, maskedLoss, trainingTime } = measured;
    const lists = distances.flatMap((at) => [
      ...[at.right, at.gradientBefore, at.gradientAfter, at.shareBefore, at.shareAfter],
    ]);
    for (const each of [...lists, right, pairs, maskedLoss])
      for (const values of [each.encoder, each.recurrent]) expect(values).toHaveLength(trainings);
    expect(trainingTime).toHaveLength(trainings);
    expect(distances.length).toBeGreaterThan(2);
    expect(measured.lengths[0]?.reading.encoder).toBe(1);
  });
});

describe('the curves', () => {
  const points = (plot: ReturnType<typeof accuracyPlot>) =>
    plot.plot.curves.map((each) => each.points);

  it('are the numbers of the file', () => {
    expect(points(accuracyPlot(measured, 300, 0))).toEqual([
      measured.distances.map((at) => [at.distance, mean(at.right.encoder)]),
      measured.distances.map((at) => [at.distance, mean(at.right.recurrent)]),
    ]);
    for (const task of ['reading', 'training'] as const)
      expect(points(timePlot(measured, task, 300, 0))).toEqual([
        measured.lengths.map((at) => [at.tokens, at[task].encoder]),
        measured.lengths.map((at) => [at.tokens, at[task].recurrent]),
      ]);
    const [, recurrent] = points(gradientPlot(measured, 'before', 300, 0));
    expect(recurrent?.[0]?.[1]).toBeCloseTo(
      (measured.distances[0]?.gradientBefore.recurrent ?? []).reduce((a, b) => a * b, 1) **
        (1 / measured.trainings),
      6,
    );
  });

  it('lie within their axes', () => {
    for (const { plot } of [
      accuracyPlot(measured, 300, 0),
      gradientPlot(measured, 'before', 300, 0),
      gradientPlot(measured, 'after', 300, 0),
      timePlot(measured, 'reading', 300, 0),
      timePlot(measured, 'training', 300, 0),
    ])
      for (const [x, y] of plot.curves.flatMap((each) => each.points)) {
        expect(x).toBeGreaterThanOrEqual(plot.x.from);
        expect(x).toBeLessThanOrEqual(plot.x.to);
        expect(y).toBeGreaterThanOrEqual(plot.y.from);
        expect(y).toBeLessThanOrEqual(plot.y.to);
      }
  });
});

describe('the captions', () => {
  it('say where the recurrent network is better, as good, worse', () => {
    const all = measured.distances.length;
    expect(accuracyCaption(withGains(() => 0))).toContain('At no distance do the two differ');
    expect(accuracyCaption(withGains(() => 0.1))).toContain(
      'The recurrent network is right more often',
    );
    expect(accuracyCaption(withGains(() => -0.1))).toContain('The encoder is right more often');
    const mixed = withGains((i) => (i === 0 ? 0.1 : i === 1 ? 0 : -0.1));
    expect(standingOf(mixed)).toEqual({ better: 1, equal: 1, worse: all - 2 });
    expect(accuracyCaption(mixed)).toContain(
      `Of ${all} distances, the recurrent network is better at 1, within half a percentage point at 1, and worse at ${all - 2}.`,
    );
  });

  it('say which is better at hidden words', () => {
    const losing = (recurrent: number): Comparison => ({
      ...measured,
      maskedLoss: { encoder: [3], recurrent: [recurrent] },
    });
    expect(accuracyCaption(losing(2.5))).toContain('2.5 in the recurrent network, which is better');
    expect(accuracyCaption(losing(3.5))).toContain('which is worse there');
    expect(accuracyCaption(losing(3.001))).not.toContain('there.');
  });

  it('say from which length on the recurrent network is cheaper, if from any', () => {
    const lengths = measured.lengths.map(({ tokens }) => tokens);
    expect(cheaperFrom(withTimes([2, 0.5, 2, 2, 2, 0.9, 0.5]), 'training')).toBe(lengths[5]);
    expect(timeCaption(withTimes([2, 2, 2, 2, 2, 0.9, 0.5]), 'training')).toContain(
      `From ${lengths[5]} tokens on`,
    );
    expect(timeCaption(withTimes(lengths.map(() => 2)), 'training')).toContain('takes no less');
    expect(timeCaption(withTimes(lengths.map(() => 0.5)), 'training')).toContain(
      'less time at every length',
    );
  });

  it('have the factors of the file', () => {
    const kept = gradientKept(measured, 'before', 'recurrent');
    expect(gradientCaption(measured, 'before')).toContain(`${Number(kept.toPrecision(3))} times`);
    expect(gradientCaption(measured, 'after')).toContain('how wrong the answers are');
  });
});

describe('in the figure', () => {
  it.each([[320], [640], [900]])(
    'draws three plots at %i px, whose numbers can be read',
    (width) => {
      const figure = new Drawn(recurrence, makeTrace('the dog saw it and slept'), width);
      expect(figure.all('.panel .picture > svg')).toHaveLength(3);
      const at = measured.distances.at(-1);
      expect(figure.texts('[data-panel=right] .readout')[0]).toContain(
        `${at?.distance} tokens: encoder`,
      );
      const rows = figure.all('[data-panel=right] tr').length;
      expect(rows).toBe(measured.distances.length + 1);
    },
  );

  it('shows the gradient before and after training', () => {
    const figure = new Drawn(recurrence, makeTrace('the dog saw it and slept'));
    expect(figure.texts('[data-panel=gradient] .told')[0]).toContain('Before training');
    figure.all('.stage')[1]?.click();
    expect(figure.state.settings).toBe('gradient=after');
    expect(figure.texts('[data-panel=gradient] .told')[0]).toContain('After training');
  });

  it('shows the time to read and to train', () => {
    const figure = new Drawn(recurrence, makeTrace('the dog saw it and slept'));
    expect(figure.texts('[data-panel=time] .told')[0]).toContain('To read 8 tokens');
    figure.all('[data-panel=time] .stage')[1]?.click();
    expect(figure.state.settings).toBe('time=training');
    expect(figure.texts('[data-panel=time] .told')[0]).toContain('forward and backward');
  });

  it('unfolds how many parameters each has', () => {
    const figure = new Drawn(recurrence, makeTrace('the dog saw it and slept'));
    figure.all('.keys .asks')[1]?.click();
    const [line = ''] = figure.texts('.measured .why.beneath .sum');
    const [sum = '', value = ''] = line.split(' = ');
    const worked = sum.replaceAll('·', '*').split(/\s+/).join(' ');
    expect(new Function(`return ${worked}`)()).toBe(layerParameters(measured, 'recurrent'));
    expect(value).toBe(layerParameters(measured, 'recurrent').toLocaleString('en'));
  });
});
