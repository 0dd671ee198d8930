import { html, nothing, type TemplateResult } from 'lit';
import type { Operand } from '../../state/dataflow/cell';
import {
  either,
  explanation,
  fraction,
  letter,
  operandOf,
  row,
  value,
} from '../../state/dataflow/explanation';
import { deviationOf, meanOf } from '../../state/dataflow/kinds/norm';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import {
  askingOf,
  asks,
  type Derivation,
  type Derive,
  derived,
  deriveFrom,
  operandsOf,
  plainly,
  told,
} from '../kit/derivation';
import { textFigureStyles } from '../kit/figure-text.css';
import { folded } from '../kit/folded';
import { type FigureContext, type HostedFigure, numbersTable, picture } from '../kit/hosted-figure';
import { guessOf, questionBox } from '../kit/question';
import { inputOf, type Statistics } from './plots';
import { guess, keyOf, type NormsScene, normsScene, requestsOf, type Which } from './scene';

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

function controls(m: FigureContext, { count, sentences }: NormsScene): TemplateResult {
  const set = (batch: number) => m.choose({ batch: String(batch) });
  return html`<ol>${sentences.slice(0, count).map((each) => html`<li>${each}</li>`)}</ol>
    <div class="fields">
      <button type="button" class="act" ?disabled=${count >= sentences.length} @click=${() => set(count + 1)}>${msg`Add a sentence`}</button>
      <button type="button" class="act" ?disabled=${count <= 1} @click=${() => set(count - 1)}>${msg`Remove one`}</button>
    </div>`;
}

const asked = (m: FigureContext, { word }: NormsScene) =>
  questionBox(
    {
      ...guess,
      veils: true,
      asks: msg`A norm subtracts a mean and divides by a standard deviation. If a fourth sentence joins the batch, which norm then changes its result for ${word}?`,
      options: [msg`LayerNorm`, msg`BatchNorm`, msg`both`, msg`neither`],
      right: 1,
      why: msg`LayerNorm reads one word (a row); BatchNorm reads one number of every word in the batch (a column).`,
    },
    m.state,
    m.dispatch,
  );

function table(m: FigureContext, { compared }: NormsScene): TemplateResult {
  const asked = (which: 'layer' | 'batch', count: number, values: readonly number[]) =>
    (['mean', 'deviation', 'number'] as const).map((what, i) =>
      asks(askingOf(m), keyOf(which, what, count), signed(values[i] ?? 0, 3)),
    );
  return numbersTable(
    msg`By sentences in the batch`,
    [
      msg`sentences`,
      ...[msg`LayerNorm: mean`, msg`standard deviation`, msg`number`],
      ...[msg`BatchNorm: mean`, msg`standard deviation`, msg`number`],
    ],
    compared.map(({ sentences, layer, batch, byLayer, byBatch }) => [
      String(sentences),
      ...asked('layer', sentences, [layer.mean, layer.deviation, byLayer]),
      ...asked('batch', sentences, [batch.mean, batch.deviation, byBatch]),
    ]),
  );
}

/** Another number, mean and deviation, and all of it as a table. */
function more(m: FigureContext, scene: NormsScene): TemplateResult {
  const { place, dModel } = scene;
  const move = (event: Event) => m.choose({ number: (event.target as HTMLInputElement).value });
  return folded(
    m,
    'more',
    msg`Mean and standard deviation; another number`,
    () => html`<div class="fields">
        <label>${msg`number`} <input type="range" min="1" max=${dModel} .value=${String(place.index + 1)} @input=${move}> ${place.index + 1}</label>
      </div>
      <p class="about">${msg`line: the mean; band: one standard deviation on either side; across: sentences in the batch`}</p>
      ${picture(scene.statistics)}
      <p class="about">${msg`In training, BatchNorm makes a word’s vector depend on the rest of the batch, padding included; in use, it falls back on averages from training. LayerNorm treats every word on its own in both.`}</p>
      ${m.model.config.norm_type === 'rms_norm' ? html`<p class="about">${msg`This model’s own norm is RMSNorm: like LayerNorm it reads each word on its own, but it divides by the root mean square and subtracts no mean.`}</p>` : nothing}
      ${table(m, scene)}`,
    true,
  );
}

function draw(m: FigureContext): TemplateResult {
  const scene = normsScene(m);
  const { columns, place } = scene;
  return html`<div class="text-figure columns-${columns}">
    <section><h3>${msg`What each norm reads`}</h3>
      <p class="about">${msg`x + attention in layer ${place.layer + 1}, before its norm; line: the mean, band: one standard deviation on either side`}</p>
      ${picture(scene.batch)}
      ${controls(m, scene)}</section>
    <section><h3>${msg`What comes out`}</h3>
      <p class="about">${msg`number ${place.index + 1} of ${scene.word}, minus the mean, divided by the standard deviation (before γ and β)`}</p>
      ${picture(scene.results)}
      <p class="told" aria-live="polite">${told(askingOf(m), scene.text)}</p>
      ${asked(m, scene)}
      ${derived(askingOf(m), normsDerivations(scene))}
      ${guessOf(m.state, guess) === null ? nothing : more(m, scene)}</section>
  </div>`;
}

/** LayerNorm and BatchNorm on a batch of real sentences. */
export const figure: HostedFigure = {
  styles: textFigureStyles,
  wants: (m) => ({ traces: requestsOf(m) }),
  draw,
  speech: (m) => plainly(normsScene(m).text),
};
