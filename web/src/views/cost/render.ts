import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Dispatch } from '../../state/actions';
import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import { flopParts } from '../kit/cost';
import {
  type Asking,
  asks,
  derived,
  lowered,
  nameless,
  plainly,
  type Told,
  told,
} from '../kit/derivation';
import { numbersTable, picture } from '../kit/hosted-figure';
import { plotReader } from '../kit/plot-reader';
import { questionBox } from '../kit/question';
import { amount, timedWords, timeText, whole } from './amounts';
import { costDerivations } from './derivations';
import type { Drawing } from './plots';
import type { CostScene, PartRow, SliderScene } from './scene';
import type { SliderId } from './settings';

/** What the reader can do in the figure of costs. */
export interface Acts {
  preset(id: string): void;
  set(slider: SliderId, value: number): void;
  /** Takes a guess where the lines cross. */
  readonly dispatch: Dispatch;
  /** Unfolds how a number is made; empty closes it. */
  ask(key: string): void;
  measure(): void;
  cancel(): void;
}

const askingOf = ({ asked: open }: CostScene, { ask }: Acts): Asking => ({
  ...{ open, ask, context: nameless, follow: () => null },
});

function sliderRow(
  { id, sign, name, stops, at, written }: SliderScene,
  acts: Acts,
): TemplateResult {
  const move = (event: Event) => {
    const value = stops[Number((event.target as HTMLInputElement).value)];
    if (value !== undefined) acts.set(id, value);
  };
  return html`<label class="slider"
    ><i>${lowered(sign)}</i><span class="name">${name}</span>
    <input type="range" min="0" max=${stops.length - 1} .value=${String(at)}
      aria-valuetext=${written} @input=${move}>
    <output>${written}</output></label>`;
}

const presetRow = (scene: CostScene, acts: Acts): TemplateResult =>
  html`<div class="presets" role="group" aria-label=${msg`Models`}>
    ${scene.presets.map(
      ({ id, name, on }) =>
        html`<button type="button" class="toggle" aria-pressed=${on} @click=${() => acts.preset(id)}>${name}</button>`,
    )}
  </div>`;

const partRow = (asking: Asking, { part, name, count, share, tone }: PartRow): TemplateResult =>
  html`<tr><th scope="row">${name}</th>
    <td class="bar"><svg width="100%" height="10" aria-hidden="true">${svg`<rect width=${`${100 * share}%`} height="10" fill="var(--${tone})"></rect>`}</svg></td>
    <td>${asks(asking, part, whole(count), name)}</td><td>${asks(asking, `${part} share`, percent(share), name)}</td></tr>`;

/** The slider of words, over a plot. */
function wordsReader({ sliders }: CostScene, drawing: Drawing, says: Told, acts: Acts) {
  const words = sliders.find(({ id }) => id === 'n') as SliderScene;
  return plotReader({
    plot: drawing.plot,
    label: msg`Words at a time`,
    ...{ stops: words.stops, at: words.at, says: msg`${words.written} words. ${plainly(says)}` },
    choose: (at) => acts.set('n', words.stops[at] ?? 1),
  });
}

/** The operations of each part over the words chosen. */
function flopsTable({ settings: { shape, words } }: CostScene, asking: Asking): TemplateResult {
  const { projections, attention, feedForward } = flopParts(shape, words);
  const row = (name: string, count: number) => [
    msg(name),
    asks(asking, `flops ${name}`, amount(count)),
  ];
  return numbersTable(
    msg`${whole(words)} words`,
    [msg`part`, msg`operations`],
    [
      row('projections', projections),
      row('attention', attention),
      row('feed-forward', feedForward),
    ],
  );
}

function timesTable({ measured }: CostScene): TemplateResult {
  return html`<details><summary>${msg`The times as a table`}</summary>
    <table><tr><th scope="col">${msg`words`}</th><th scope="col">${msg`one pass`}</th></tr>
    ${[...measured.times].map(
      ([n, ms]) => html`<tr><th scope="row">${n}</th><td>${timeText(ms / 1000)}</td></tr>`,
    )}</table></details>`;
}

function times(scene: CostScene, acts: Acts): TemplateResult {
  const { measured, untimed, texts } = scene;
  const done = measured.times.size;
  return html`<section>
    <h3>${msg`On your machine`}</h3>
    <p class="about">${msg`How long this page takes for one pass over 8 to 512 words, with random weights of this shape, compared with the count of operations.`}</p>
    ${untimed ? html`<p class="about">${untimed}</p>` : nothing}
    <p>${
      measured.running
        ? html`<button type="button" class="act" @click=${() => acts.cancel()}>${msg`Stop`}</button>
          <span role="status">${msg`Measured ${done} of ${timedWords.length}.`}</span>`
        : html`<button type="button" class="act" ?disabled=${untimed !== ''} @click=${() => acts.measure()}>${done > 0 ? msg`Measure again` : msg`Measure`}</button>`
    }</p>
    ${measured.problem ? html`<p class="remark error" role="alert">${measured.problem}</p>` : nothing}
    ${picture(scene.times)}
    ${texts.times ? html`<p class="told" aria-live="polite">${texts.times}</p>` : nothing}
    ${done > 0 ? timesTable(scene) : nothing}
  </section>`;
}

/** The whole view. */
export function renderCost(scene: CostScene, acts: Acts): TemplateResult {
  const { texts, parameters, check, note, question, isGuessed, settings } = scene;
  const asking = askingOf(scene, acts);
  return html`<div class="cost ${scene.form}">
    <div class="column">
      ${presetRow(scene, acts)}
      <div class="sliders">${scene.sliders.map((each) => sliderRow(each, acts))}</div>
      <section>
        <h3>${msg`Parameters: ${amount(parameters)} learned numbers`}</h3>
        <table class="parts">${scene.parts.map((each) => partRow(asking, each))}</table>
        <p class="told">${lowered(texts.parameters)}</p>
        <p class="about">${check} ${note}</p>
      </section>
    </div>
    <div class="column">
      <section>
        <h3>${msg`Operations in one pass`}</h3>
        <p class="about">${msg`Multiplications and additions in matrix products (FLOPs). “Projections” make queries, keys, values and the output. Both axes are logarithmic.`}</p>
        ${question ? questionBox(question, { settings: scene.written }, acts.dispatch) : nothing}
        ${picture(scene.flops, wordsReader(scene, scene.flops, texts.flops, acts))}
        ${isGuessed ? html`<p class="told" aria-live="polite">${told(asking, texts.flops)}</p>${flopsTable(scene, asking)}` : nothing}
      </section>
      <section>
        <h3>${msg`Memory for the scores`}</h3>
        ${picture(scene.memory, wordsReader(scene, scene.memory, texts.memory, acts))}
        <p class="told">${told(asking, texts.memory)}</p>
        <p class="about">${told(asking, texts.cache)}</p>
      </section>
    </div>
    <div class="column">
      ${times(scene, acts)}
      <section>
        <h3>${msg`Training`}</h3>
        <p class="told">${told(asking, texts.training)}</p>
      </section>
    </div>
    ${derived(asking, costDerivations(settings))}
  </div>`;
}
