import { html, nothing, type TemplateResult } from 'lit';
import type { Evaluation } from '../../learn/protocol';
import { styled } from '../../render/styled';
import { percent, signed, weight } from '../../state/format';
import { amongWords } from '../../state/training/captions';
import { tickNumber } from '../../state/training/numbers';
import { apartFrom } from '../../state/training/settings';
import { shownStep, type Training } from '../../state/training/training';
import { wordKinds } from '../../state/training/word-kinds';
import { type Plot, rulerRoom } from '../kit/plot';
import { stopByKey } from '../kit/plot-reader';
import type { Acts } from './acts';
import { wordNear } from './map-plot';
import { type History, key, picture, stepsPlot } from './parts';
import type { Looks, TrainingScene } from './scene';
import { beatChoice } from './walk-panel';

type Part = TemplateResult | typeof nothing;

/** The room that a plot was laid out in. */
const roomOf = ({ box }: Plot, right: number) => ({
  width: box.x + box.width + right,
  height: box.y + box.height + rulerRoom.below,
});

/** The run before, as the legend has it. */
const before = ({ run, former }: Training): Part =>
  former
    ? key('ink', `${apartFrom(former.settings, run.settings) || 'the run before'}`, 'dashed')
    : nothing;

export function lossPanel(scene: TrainingScene, history: History): TemplateResult {
  const { training, loss } = scene;
  const shown = shownStep(training);
  const nats = shown?.evaluation.maskedLoss ?? Number.NaN;
  return html`<section class="loss" aria-label="How unsure it is">
    <h3>How unsure it is</h3>
    <p class="about">${shown ? html`<b data-value="maskedLoss">${signed(nats)} nats</b>: as unsure as among <b>${amongWords(nats)} words</b>` : 'of words, in sentences it never saw'}</p>
    ${stepsPlot(loss, roomOf(loss, rulerRoom.right), 'Loss over steps', history)}
    <ul class="keys">
      ${key('ink', 'hidden words')} ${key('query', 'what a pronoun means')}
      ${key('ink-2', 'faint: in training')} ${before(training)}
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
  return html`${key(tone, html`${name} ${number(each)}`)} ${key(tone, html`in both of a pair ${number(both)}`, 'dotted')}`;
}

export function accuracyPanel(scene: TrainingScene, history: History): TemplateResult {
  const { training, accuracy } = scene;
  const shown = shownStep(training)?.evaluation;
  return html`<section class="accuracy" aria-label="How often it is right">
    <h3>How often it is right</h3>
    <p class="about">pronouns in unseen sentences; pairs differ in one word</p>
    ${stepsPlot(accuracy, roomOf(accuracy, 8), 'Accuracy over steps', history)}
    <ul class="keys">
      ${measured('weight', 'its best head looks there', 'head', shown)}
      ${measured('ink', 'it says so', '', shown)}
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
  const name = (i: number) => `layer ${Math.floor(i / heads) + 1}, head ${(i % heads) + 1}`;
  const own = layer * heads + head;
  return html`<select class="menu" aria-label="Head" @change=${choose}>
    <option value="-1" ?selected=${training.chosen === null}>${training.chosen ? 'the most telling head' : `the most telling: ${name(own)}`}</option>
    ${all.map((i) => html`<option value=${i} ?selected=${training.chosen !== null && i === own}>${name(i)}</option>`)}
  </select>`;
}

function wings(looks: Looks): TemplateResult {
  const { drawing, upperName, lowerName } = looks;
  return html`${lowerName ? html`<p class="wing">with ${upperName}</p>` : nothing}
    ${picture(drawing)}
    ${lowerName ? html`<p class="wing lower">with ${lowerName}</p>` : nothing}`;
}

export function looksPanel(scene: TrainingScene, acts: Acts): TemplateResult {
  const { looks } = scene;
  return html`<section class="looks" aria-label="Where a head looks">
    <h3>Where a head looks</h3>
    ${beatChoice(scene, acts)}
    <p class="about">${headMenu(scene, acts)} on your sentence, after ${looks ? tickNumber(looks.step) : 'no'} steps${scene.live.showsFormer ? ' of the run before' : ''}</p>
    ${looks ? wings(looks) : nothing}
    <p class="told">${looks ? html`${looks.caption} <span>${looks.says}</span>` : ''}</p>
    ${looks?.unknown ? html`<p class="remark">${looks.unknown}</p>` : nothing}
  </section>`;
}

/** The word of the map under the pointer or the keyboard. */
function tip({ map, point }: TrainingScene): Part {
  const word = point === null ? undefined : map?.words[point];
  const [x, y] = map?.places[point ?? 0] ?? [0, 0];
  if (!map || !word) return nothing;
  const beside = x > map.width / 2 ? { right: `${map.width - x + 8}px` } : { left: `${x + 8}px` };
  return html`<span class="tip" style=${styled({ ...beside, top: `${y - 10}px` })}>${word.word}</span>`;
}

function mapReader(scene: TrainingScene, acts: Acts): Part {
  const { map, point } = scene;
  if (!map) return nothing;
  const under = (event: PointerEvent) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    acts.point(wordNear(map, event.clientX - area.left, event.clientY - area.top));
  };
  const press = (event: KeyboardEvent) => {
    const to = stopByKey(event.key, point ?? -1, map.words.length);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    acts.point(Math.max(0, to));
  };
  const at = map.words[point ?? -1];
  return html`<div
    class="plot-reader whole"
    role="slider"
    tabindex="0"
    aria-label="Word of the map"
    aria-valuemin="0"
    aria-valuemax=${map.words.length - 1}
    aria-valuenow=${point ?? 0}
    aria-valuetext=${at ? `${at.word}, of the ${wordKinds[at.kind]?.name}` : 'no word chosen'}
    @pointermove=${under}
    @pointerdown=${under}
    @pointerleave=${() => acts.point(null)}
    @keydown=${press}
  ></div>`;
}

export function mapPanel(scene: TrainingScene, acts: Acts): TemplateResult {
  const { map, training } = scene;
  const found = map ? training.seen.get(map.step ?? 0)?.map : null;
  const width = training.run.info?.config.hidden_size ?? 0;
  const said = found
    ? html`Of a word’s five nearest <b data-value="own">${weight(found.own, 2)}</b> are of its own kind, by all ${width} numbers; ${percent(found.share)} of the spread is seen.`
    : training.run.info && training.seen.size > 0
      ? 'This vocabulary has too few of the words that are mapped here.'
      : '';
  return html`<section class="map" aria-label="Words finding their kind">
    <h3>Words finding their kind</h3>
    <p class="about">${map ? `${map.words.length} word vectors, first two principal components` : 'word vectors in a plane'}</p>
    ${map ? picture(map, html`${mapReader(scene, acts)}${tip(scene)}`) : nothing}
    <p class="about">${said}</p>
  </section>`;
}

export function sizesPanel({ sizes }: TrainingScene): Part {
  if (!sizes) return nothing;
  return html`<section class="sizes" aria-label="Gradient and update by part">
    <h3>Gradient and update</h3>
    <p class="about">lengths at step ${tickNumber(sizes.step ?? 0)}: ● gradient, □ update</p>
    ${picture(sizes)}
  </section>`;
}
