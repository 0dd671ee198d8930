import { html, nothing, type TemplateResult } from 'lit';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { askingOf, plainly } from '../kit/derivation';
import { asks, derived, told } from '../kit/derived';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { guessOf, questionBox } from '../kit/question';
import { numbersTable, picture } from '../kit/text-figure';
import { textFigureStyles } from '../kit/text-figure.css';
import { normsDerivations } from './derivations';
import { keyOf, type NormsScene, normsScene, requestsOf } from './scene';

function controls(m: FigureContext, scene: NormsScene): TemplateResult {
  const { count, sentences, place, dModel } = scene;
  const set = (batch: number) => m.choose({ batch: batch === 1 ? '' : String(batch) });
  const move = (event: Event) => m.choose({ number: (event.target as HTMLInputElement).value });
  return html`<div class="fields">
      <button type="button" class="act" ?disabled=${count >= sentences.length} @click=${() => set(count + 1)}>${msg`Add a sentence`}</button>
      <button type="button" class="act" ?disabled=${count <= 1} @click=${() => set(count - 1)}>${msg`Take one away`}</button>
      <label>${msg`number`} <input type="range" min="1" max=${dModel} .value=${String(place.index + 1)} @input=${move}> ${place.index + 1}</label>
    </div>
    <ol>${sentences.slice(0, count).map((each) => html`<li>${each}</li>`)}</ol>`;
}

/** Of any words: the answer does not depend on them. */
const guess = { id: 'changed', of: '' };

const asked = (m: FigureContext) =>
  questionBox(
    {
      ...guess,
      veils: true,
      asks: msg`A norm takes a mean away and divides by a deviation. A second sentence joins the batch, the sentences that are computed together. Whose mean and deviation change?`,
      options: [msg`LayerNorm’s`, msg`BatchNorm’s`, msg`both`, msg`neither`],
      right: 1,
      why: msg`LayerNorm looks at one word alone; BatchNorm looks at one number of all words of the batch.`,
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
      ...[msg`LayerNorm: mean`, msg`deviation`, msg`number`],
      ...[msg`BatchNorm: mean`, msg`deviation`, msg`number`],
    ],
    compared.map(({ sentences, layer, batch, byLayer, byBatch }) => [
      String(sentences),
      ...asked('layer', sentences, [layer.mean, layer.deviation, byLayer]),
      ...asked('batch', sentences, [batch.mean, batch.deviation, byBatch]),
    ]),
  );
}

function draw(m: FigureContext): TemplateResult {
  const scene = normsScene(m);
  const { columns, place, compared } = scene;
  const shown = guessOf(m.state, guess) !== null;
  const enough = shown && compared.length > 1;
  const guessFirst = html`<p class="about">${msg`Guess first.`}</p>`;
  return html`<div class="text-figure columns-${columns}">
    <div class="across">${asked(m)}</div>
    <section><h3>${msg`What each norm reads`}</h3>
      <p class="about">${msg`x + attention in layer ${place.layer + 1}, before its norm: one row a word`}</p>
      ${picture(scene.batch)}
      ${controls(m, scene)}</section>
    <section><h3>${msg`Mean and deviation`}</h3>
      <p class="about">${msg`line: the mean; band: one deviation on either side; across: sentences in the batch`}</p>
      ${shown ? picture(scene.statistics) : guessFirst}
      ${shown ? html`<p class="told" aria-live="polite">${told(askingOf(m), scene.text)}</p>` : nothing}</section>
    <section><h3>${msg`What comes of the word`}</h3>
      <p class="about">${msg`number ${place.index + 1} of ${scene.word}, less the mean and divided by the deviation, before γ and β`}</p>
      ${shown ? picture(scene.number) : nothing}
      ${m.model.config.norm_type === 'rms_norm' ? html`<p class="about">${msg`This model’s own norm is RMSNorm: of each word by itself, as LayerNorm, but it divides by the root mean square and takes no mean away.`}</p>` : nothing}
      ${enough ? html`<p class="told">${msg`In training, BatchNorm makes a word’s vector depend on what else is in the batch, padding included; in use it takes means kept from training. LayerNorm treats every word by itself in both.`}</p>` : nothing}
      ${shown ? table(m, scene) : guessFirst}</section>
    ${shown ? derived(askingOf(m), normsDerivations(scene)) : nothing}
  </div>`;
}

/** LayerNorm against BatchNorm, on a batch of real sentences. */
export const figure: HostedFigure = {
  styles: textFigureStyles,
  wants: (m) => ({ traces: requestsOf(m) }),
  draw,
  speech: (m) => (guessOf(m.state, guess) === null ? '' : plainly(normsScene(m).text)),
};
