import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import createFoveaRelatives from 'fovea-relatives-wasm';
import { describe, expect, it } from 'vitest';
import { buildPath, nativePath, projectPath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { answerNames } from '../../web/src/views/patches/focus';
import {
  drawScene,
  type Question,
  questions,
  rightAnswer,
} from '../../web/src/views/patches/scene';
import { paint } from '../../web/src/views/patches/strokes';
import { thrownBy } from './shipped';

const path = projectPath('web/models/fovea-pictures.safetensors');
const fovea = await createFoveaRelatives({
  wasmBinary: readFileSync(buildPath('wasm/fovea_relatives.wasm')),
});
const model = fovea.loadModel(sourceOf(new Uint8Array(readFileSync(path))));

const answersTo = (question: Question, seed: number) =>
  fovea.readPicture(model, paint(drawScene(question, seed).things), question).answers;

describe('the model of pictures', () => {
  it('answers questions about scenes of the page as its file says that it does', () => {
    const measured = JSON.parse(model.info().metadata.evaluation ?? '{}');
    for (const question of questions) {
      const seeds = Array.from({ length: 60 }, (_, i) => 100 + i);
      const right = seeds.filter((seed) => {
        const shares = answersTo(question, seed).map(({ probability }) => probability);
        return shares.indexOf(Math.max(...shares)) === rightAnswer(drawScene(question, seed));
      });
      // Of 60 scenes the share may be three standard deviations off.
      const share = measured[question];
      const off = 3 * Math.sqrt((share * (1 - share) + 0.01) / seeds.length);
      expect(Math.abs(right.length / seeds.length - share), question).toBeLessThan(off);
    }
  });

  it('has the answers that the page has names for, with probabilities that add up to 1', () => {
    const answers = answersTo('odd', 1);
    expect(answers.map(({ name }) => name)).toEqual(answerNames);
    expect(answers.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 5);
  });

  it('gives every tensor of the pass, weights that add up to 1 among them', () => {
    const pixels = paint(drawScene('arrow', 3).things);
    const { tensors, data } = fovea.readPicture(model, pixels, 'arrow');
    const weights = tensors.find(({ name }) => name === 'layers.1.attention.weights');
    expect(weights?.axes.map(({ size }) => size)).toEqual([4, 37, 37]);
    const row = data.subarray(weights?.offset ?? 0, (weights?.offset ?? 0) + 37);
    expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 5);
  });

  it('is measured by the program as its file says', () => {
    const json = execFileSync(nativePath('fovea'), ['eval', path, '--json']);
    const now = JSON.parse(json.toString());
    const written = JSON.parse(model.info().metadata.evaluation ?? '{}');
    for (const question of questions)
      expect(Math.abs(now[question] - written[question]), question).toBeLessThan(0.01);
  });

  it('refuses pictures of another size, and questions that it does not know', () => {
    const pixels = new Float32Array(24 * 24 * 3);
    expect(thrownBy(() => fovea.readPicture(model, pixels.subarray(1), 'odd')).message).toContain(
      "the picture has 1727 numbers, but this model's pictures have 1728",
    );
    expect(thrownBy(() => fovea.readPicture(model, pixels, 'why')).message).toContain(
      'has no question',
    );
    expect(thrownBy(() => model.encode('a', {})).message).toContain('reads pictures');
  });
});
