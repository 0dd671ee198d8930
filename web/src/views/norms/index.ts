import { html, nothing, type TemplateResult } from 'lit';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { askingOf, asks, derived, plainly, told } from '../kit/derivation';
import { textFigureStyles } from '../kit/figure-text.css';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { guessOf, questionBox } from '../kit/question';
import { numbersTable, picture } from '../kit/text-figure';
import { normsDerivations } from './derivations';
import { guess, keyOf, type NormsScene, normsScene, requestsOf } from './scene';

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

/** Another number, mean and deviation, and all of it as a table. */
function more(m: FigureContext, scene: NormsScene): TemplateResult {
  const { place, dModel } = scene;
  const move = (event: Event) => m.choose({ number: (event.target as HTMLInputElement).value });
  return folded(
    m,
    'more',
    msg`Mean and deviation; another number`,
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
