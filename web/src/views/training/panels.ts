import { html, nothing, type TemplateResult } from 'lit';
import type { Evaluation } from '../../learn/protocol';
import { msgHtml } from '../../render/msg-html';
import { signed, weight } from '../../state/format';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { type Plot, rulerRoom } from '../kit/plot';
import type { Acts } from './acts';
import { amongWords } from './captions';
import { type History, key, picture, stepsPlot } from './parts';
import type { Looks, TrainingScene } from './scene';
import { apartFrom } from './settings';
import { formerAt, shownStep, type Training } from './training';
import { beatChoice } from './walk-panel';

type Part = TemplateResult | typeof nothing;

/** The room that a plot was laid out in. */
const roomOf = ({ box }: Plot, right: number) => ({
  width: box.x + box.width + right,
  height: box.y + box.height + rulerRoom.below,
});

const formerName = ({ run, former }: Training): string =>
  (former && apartFrom(former.settings, run.settings)) || msg`the previous run`;

/** The run before, as the legend has it. */
const before = (training: Training): Part =>
  training.former ? key('ink', formerName(training), 'dashed') : nothing;

/** How often the run before was right at the step on show, or at its last one up to it. */
function formerRight(training: Training): Part {
  const at = formerAt(training);
  if (!at) return nothing;
  const { step, evaluation } = at;
  const name = msgHtml`${formerName(training)}, step ${grouped(step)}: <b data-value="formerReferences">${weight(evaluation.references)}</b>, in both <b>${weight(evaluation.pairs)}</b>`;
  return key('ink', name, 'dashed');
}

export function lossPanel(scene: TrainingScene, history: History): TemplateResult {
  const { training, loss } = scene;
  const shown = shownStep(training);
  const nats = shown?.evaluation.maskedLoss ?? Number.NaN;
  const about = shown
    ? msgHtml`<b data-value="maskedLoss">${signed(nats)} nats</b>: as unsure as a choice among <b>${amongWords(nats)} words</b>`
    : msg`about hidden words in sentences it has never seen`;
  return html`<section class="loss" aria-label=${msg`How unsure it is`}>
    <h3>${msg`How unsure it is`}</h3>
    <p class="about">${about}</p>
    ${stepsPlot(loss, roomOf(loss, rulerRoom.right), msg`Loss over steps`, history)}
    <ul class="keys">
      ${key('ink', msg`hidden words`)} ${key('query', msg`what a pronoun means`)}
      ${key('ink-2', msg`faint: training loss`)} ${before(training)}
    </ul>
  </section>`;
}

/** A measure as the legend has it: of each pronoun, and of both of a pair. */
function measured(
  tone: string,
  name: string,
  of: 'head' | '',
  shown: Evaluation | undefined,
): TemplateResult {
  const [each, both] = of
    ? (['headReferences', 'headPairs'] as const)
    : (['references', 'pairs'] as const);
  const number = (field: typeof each | typeof both) =>
    html`<b data-value=${field}>${shown ? weight(shown[field]) : ''}</b>`;
  return html`${key(tone, html`${name} ${number(each)}`)} ${key(tone, msgHtml`both of a pair ${number(both)}`, 'dotted')}`;
}

export function accuracyPanel(scene: TrainingScene, history: History): TemplateResult {
  const { training, accuracy } = scene;
  const shown = shownStep(training)?.evaluation;
  return html`<section class="accuracy" aria-label=${msg`How often it is right`}>
    <h3>${msg`How often it is right`}</h3>
    <p class="about">${msg`pronouns in sentences it has never seen; pairs differ in one word`}</p>
    ${stepsPlot(accuracy, roomOf(accuracy, 8), msg`Accuracy over steps`, history)}
    <ul class="keys">
      ${measured('weight', msg`its best head finds it`, 'head', shown)}
      ${measured('ink', msg`its answer is right`, '', shown)} ${formerRight(training)}
    </ul>
  </section>`;
}

function headMenu({ training }: TrainingScene, acts: Acts): Part {
  const { info } = training.run;
  if (!info) return nothing;
  const { num_hidden_layers: layers, num_attention_heads: heads } = info.config;
  const { layer, head } = training.head;
  const all = Array.from({ length: layers * heads }, (_, i) => i);
  const choose = (event: Event) => {
    const value = Number((event.target as HTMLSelectElement).value);
    acts.head(value < 0 ? null : { layer: Math.floor(value / heads), head: value % heads });
  };
  const name = (i: number) => msg`layer ${Math.floor(i / heads) + 1}, head ${(i % heads) + 1}`;
  const own = layer * heads + head;
  const telling = training.chosen
    ? msg`the most telling head`
    : msg`the most telling: ${name(own)}`;
  return html`<select class="menu" aria-label=${msg`Head`} @change=${choose}>
    <option value="-1" ?selected=${training.chosen === null}>${telling}</option>
    ${all.map((i) => html`<option value=${i} ?selected=${training.chosen !== null && i === own}>${name(i)}</option>`)}
  </select>`;
}

function wings(looks: Looks): TemplateResult {
  const { drawing, upperName, lowerName } = looks;
  return html`${lowerName ? html`<p class="wing">${msg`with ${upperName}`}</p>` : nothing}
    ${picture(drawing)}
    ${lowerName ? html`<p class="wing lower">${msg`with ${lowerName}`}</p>` : nothing}`;
}

/** Whose look it is, and how far it has learned. */
function aboutLooks(scene: TrainingScene, acts: Acts): TemplateResult {
  const { looks, live } = scene;
  const menu = headMenu(scene, acts);
  if (!looks || looks.step === 0) return msgHtml`${menu} on your sentence, before the first step`;
  return live.showsFormer
    ? msgHtml`${menu} on your sentence, after ${grouped(looks.step)} steps of the previous run`
    : msgHtml`${menu} on your sentence, after ${grouped(looks.step)} steps`;
}

export function looksPanel(scene: TrainingScene, acts: Acts): TemplateResult {
  const { looks } = scene;
  return html`<section class="looks" aria-label=${msg`Where a head looks`}>
    <h3>${msg`Where a head looks`}</h3>
    ${beatChoice(scene, acts)}
    <p class="about">${aboutLooks(scene, acts)}</p>
    ${looks ? wings(looks) : nothing}
    <p class="told">${looks ? html`${looks.caption} <span>${looks.step === 0 ? '' : looks.says}</span>` : ''}</p>
    ${looks?.unknown ? html`<p class="remark">${looks.unknown}</p>` : nothing}
  </section>`;
}

export function sizesPanel({ sizes }: TrainingScene): Part {
  if (!sizes) return nothing;
  return html`<section class="sizes" aria-label=${msg`Gradient and update by part`}>
    <h3>${msg`Gradient and update`}</h3>
    <p class="about">${msg`lengths at step ${grouped(sizes.step ?? 0)}: ● gradient, □ update`}</p>
    ${picture(sizes)}
  </section>`;
}
