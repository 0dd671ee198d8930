import { describe, expect, it } from 'vitest';
import { encodeText } from '../../web/src/model/bytes';
import { sourceOf } from '../../web/src/model/source';
import { gradientName, Trace } from '../../web/src/model/trace';
import { firstSentence, presets } from '../../web/src/state/presets';
import { batchPicture, compared } from '../../web/src/views/norms/plots';
import { arriving, cosinesToInput, gains, structureOf } from '../../web/src/views/residual/runs';
import { loadShipped, modelBytes } from './shipped';

const fovea = await loadShipped();
const model = fovea.loadModel(sourceOf(modelBytes()));
const { vocabulary, config } = model.info();
const eps = Number(config.layer_norm_eps);

const run = (text: string, structure = '', loss?: { token: number; piece: number }) =>
  new Trace(encodeText(model, { text, masked: [], run: { structure, changes: [] }, loss }));

describe('norms of a batch', () => {
  const batch = [...new Set([firstSentence, ...presets.map(({ text }) => text)])]
    .slice(0, 4)
    .map((text) => run(text));
  const place = { layer: 1, token: 2, index: 5, eps };
  const found = compared(batch, place);

  it('LayerNorm has the statistics and the numbers of the trace, whatever the batch', () => {
    const [trace] = batch as [Trace];
    const mean = trace.tensor('layers.1.attention.norm.mean').data[2] ?? 0;
    const rstd = trace.tensor('layers.1.attention.norm.rstd').data[2] ?? 0;
    for (const { layer } of found) {
      expect(layer.mean).toBeCloseTo(mean, 4);
      expect(1 / layer.deviation).toBeCloseTo(rstd, 3);
    }
    const [gamma, beta] = ['weight', 'bias'].map(
      (name) => model.parameter(`encoder.layer.1.attention.output.LayerNorm.${name}`).data[5] ?? 0,
    ) as [number, number];
    expect((found[0]?.byLayer ?? 0) * gamma + beta).toBeCloseTo(
      trace.row('layers.1.attention.norm', 2)[5] ?? 0,
      3,
    );
  });

  it('BatchNorm has those of one number of all words, which move with every sentence', () => {
    const all = batch.flatMap((trace) =>
      trace.encoding.tokens.map((_, i) => trace.row('layers.1.attention.residual', i)[5] ?? 0),
    );
    const mean = all.reduce((a, b) => a + b) / all.length;
    expect(found.at(-1)?.batch.mean).toBeCloseTo(mean, 5);
    expect(new Set(found.map(({ batch: { mean: each } }) => each)).size).toBe(4);
  });

  it.each([264, 358, 560])(
    'is drawn as the row and the column that the norms read, at %i',
    (width) => {
      const of = { place, word: "“didn't”", found: found.at(-1) };
      const { marks, height } = batchPicture(batch, of, { width });
      const row = batch[0]?.row('layers.1.attention.residual', 2) ?? [];
      const column = batch.flatMap((trace) =>
        trace.encoding.tokens.map((_, i) => trace.row('layers.1.attention.residual', i)[5] ?? 0),
      );
      const bound = Math.max(...[...row, ...column].map(Math.abs));
      const rects = marks.filter((mark) => mark.kind === 'rect');
      const bars = (tone: string) => rects.filter(({ fill, y }) => fill === tone && y > 0).slice(1);
      expect(bars('norm')).toHaveLength(row.length - 1);
      expect(bars('query')).toHaveLength(column.length - 1);
      const own = rects.filter(({ fill }) => fill === 'ink');
      const unit = (height / 2 - 46) / (2 * bound);
      expect(own.map((bar) => bar.height)).toEqual([
        expect.closeTo(Math.abs(row[5] ?? 0) * unit, 4),
        expect.closeTo(Math.abs(row[5] ?? 0) * unit, 4),
      ]);
      for (const mark of rects) {
        expect(mark.y).toBeGreaterThanOrEqual(0);
        expect(mark.y + mark.height).toBeLessThanOrEqual(height);
        expect(mark.x + mark.width).toBeLessThanOrEqual(width - 36 + 1);
      }
    },
  );
});

describe('the residual connection', () => {
  const token = run(firstSentence).encoding.tokens.findIndex(({ piece }) => piece === 'it');
  const loss = { token, piece: vocabulary.indexOf('animal') };

  it('keeps a word its own, and without it the word is lost', () => {
    const [own, none] = ['', structureOf(0)].map((s) =>
      cosinesToInput(run(firstSentence, s), token),
    );
    expect(own).toHaveLength(Number(config.num_hidden_layers) + 1);
    expect(own?.[0]).toBeCloseTo(1, 6);
    expect(none?.[1]).toBeLessThan(own?.[1] ?? 0);
  });

  it('has the gradients of the trace', () => {
    const trace = run(firstSentence, '', loss);
    const sizes = arriving(trace);
    const { data } = trace.tensor(gradientName('embedding.output'));
    expect(sizes[0]).toBeCloseTo(Math.hypot(...data), 6);
    expect(arriving(run(firstSentence))).toEqual([]);
  });

  it('is run at every gain by the core', () => {
    const variants = gains.map((gain) => ({ structure: structureOf(gain) }));
    const ask = { token, pieces: [loss.piece], variants };
    const outcomes = model.outcomes(firstSentence, ask);
    expect(outcomes).toHaveLength(3 * gains.length);
    expect(outcomes.at(-1)).toBeGreaterThan(0.9);
    expect(outcomes[2]).toBeLessThan(0.5);
  });
});
