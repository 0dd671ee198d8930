import type { Operand } from '../../state/dataflow/cell';
import { explanation } from '../../state/dataflow/explanation';
import { either, fraction, letter, operandOf, row, value } from '../../state/dataflow/expression';
import { deviationOf, meanOf } from '../../state/dataflow/kinds/norm';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { type Derivation, type Derive, deriveFrom, operandsOf } from '../kit/derivation';
import { inputOf, type Statistics } from './batch';
import { keyOf, type NormsScene, type Which } from './scene';

const inputIn = ({ place }: NormsScene): string => `layers.${place.layer}.attention.residual`;

/** LayerNorm reads all numbers of one word; BatchNorm one number of all words. */
function readBy(scene: NormsScene, which: Which, count: number): readonly Operand[] {
  const { layer, token, index } = scene.place;
  const name = inputIn(scene);
  const [own] = scene.runs;
  if (which === 'layer' && own) return operandsOf(own.row(name, token), name, token);
  return scene.runs.slice(0, count).flatMap((run) => {
    const { data, shape } = inputOf(run, layer);
    const [rows = 0, width = 1] = shape;
    return Array.from({ length: rows }, (_, i) => ({
      cell: { name, index: [i, index] },
      value: data[i * width + index] ?? 0,
    }));
  });
}

const names: Readonly<Record<Which, string>> = { layer: 'LayerNorm', batch: 'BatchNorm' };

/** What the numbers are that a norm reads. */
function sourceOf({ place, word }: NormsScene, which: Which, count: number): string {
  if (which === 'layer') return msg`the numbers of ${word}`;
  return msg`number ${place.index + 1} of all words of {1:this text|${count} sentences}`;
}

function ofMean(scene: NormsScene, which: Which, count: number): Derivation {
  const how = meanOf(readBy(scene, which, count));
  return {
    ...{ text: signed(how.value, 3), how },
    what: msg`The mean that ${names[which]} subtracts, over ${sourceOf(scene, which, count)}.`,
  };
}

function ofDeviation(
  scene: NormsScene,
  which: Which,
  count: number,
  { mean }: Statistics,
): Derivation {
  const { layer, token, index, eps } = scene.place;
  const place = which === 'layer' ? token : index;
  const mu = { cell: { name: `layers.${layer}.attention.norm.mean`, index: [place] }, value: mean };
  const how = deviationOf(readBy(scene, which, count), mu, eps);
  return {
    ...{ text: signed(how.value, 3), how },
    what: msg`The standard deviation that ${names[which]} divides by, over ${sourceOf(scene, which, count)}.`,
  };
}

function ofNumber(scene: NormsScene, which: Which, of: Statistics): Derivation {
  const { token, index } = scene.place;
  const [x] = operandsOf(
    scene.runs[0]?.row(inputIn(scene), token) ?? [],
    inputIn(scene),
    token,
  ).slice(index) as [Operand];
  const [mean, deviation] = [
    either(letter('μ'), value(of.mean)),
    either(letter('σ'), value(of.deviation)),
  ];
  const how = explanation({
    operands: [x],
    value: (x.value - of.mean) / of.deviation,
    written: fraction(row('(', operandOf(x), '−', mean, ')'), deviation),
  });
  return {
    ...{ text: signed(how.value, 3), how },
    what: msg`Number ${index + 1} of ${scene.word} as it leaves ${names[which]}, before γ and β.`,
  };
}

export const normsDerivations = (scene: NormsScene): Derive =>
  deriveFrom(
    scene.compared.flatMap((each) =>
      (['layer', 'batch'] as const).flatMap((which): [string, () => Derivation][] => {
        const count = each.sentences;
        return [
          [keyOf(which, 'mean', count), () => ofMean(scene, which, count)],
          [keyOf(which, 'deviation', count), () => ofDeviation(scene, which, count, each[which])],
          [keyOf(which, 'number', count), () => ofNumber(scene, which, each[which])],
        ];
      }),
    ),
  );
