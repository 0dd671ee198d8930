import { html, nothing, svg, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { percent } from '../../state/format';
import { plotReader } from '../kit/plot-reader';
import { svgMarks } from '../kit/svg-marks';
import type { Acts } from './acts';
import { amount, timeText, whole } from './amounts';
import { timedWords } from './measured';
import type { Drawing } from './plots';
import type { CostScene, PartRow, SliderScene } from './scene';

type Part = TemplateResult | typeof nothing;

const picture = ({ width, height, marks }: Drawing, over: Part = nothing): TemplateResult =>
  html`<div class="picture" style=${styled({ width: `${width}px`, height: `${height}px` })}>
    <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">${svgMarks(marks, 0)}</svg>
    ${over}
  </div>`;

/** "d_ff" with its letters lowered, wherever it stands. */
const lowered = (text: string): unknown =>
  text.split(/_([a-z]+)/).map((part, i) => (i % 2 === 1 ? html`<sub>${part}</sub>` : part));

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
  html`<div class="presets" role="group" aria-label="Models">
    ${scene.presets.map(
      ({ id, name, on }) =>
        html`<button type="button" class="toggle" aria-pressed=${on} @click=${() => acts.preset(id)}>${name}</button>`,
    )}
  </div>`;

const partRow = ({ name, count, share, tone }: PartRow): TemplateResult =>
  html`<tr><th scope="row">${name}</th>
    <td class="bar"><svg width="100%" height="10" aria-hidden="true">${svg`<rect width=${`${100 * share}%`} height="10" fill="var(--${tone})"></rect>`}</svg></td>
    <td>${whole(count)}</td><td>${percent(share)}</td></tr>`;

function question(scene: CostScene, acts: Acts): TemplateResult {
  const { guess, choices, crossing } = scene;
  if (guess === null)
    return html`<div class="question">
      <p>Before you look: from how many words on does attention cost more than the feed-forward part?</p>
      <div>${choices.map(
        (words) =>
          html`<button type="button" class="guess" @click=${() => acts.guess(words)}>${whole(words)}</button>`,
      )}<button type="button" class="link underlined" @click=${() => acts.guess(0)}>just show me</button></div>
    </div>`;
  if (guess === 0) return html``;
  return html`<p class="about" role="status">You said ${whole(guess)}. ${guess === crossing ? 'Right' : `It is ${whole(crossing)}`}: 4·n²·d is 4·n·d·d<sub>ff</sub> where n = d<sub>ff</sub>.</p>`;
}

/** The slider of words, over a plot. */
function wordsReader({ sliders }: CostScene, drawing: Drawing, says: string, acts: Acts) {
  const words = sliders.find(({ id }) => id === 'n') as SliderScene;
  return plotReader({
    plot: drawing.plot,
    label: 'Words at a time',
    ...{ stops: words.stops, at: words.at, says: `${words.written} words. ${says}` },
    choose: (at) => acts.set('n', words.stops[at] ?? 1),
  });
}

function timesTable({ measured }: CostScene): TemplateResult {
  return html`<details><summary>The times as a table</summary>
    <table><tr><th scope="col">words</th><th scope="col">one pass</th></tr>
    ${[...measured.times].map(
      ([n, ms]) => html`<tr><th scope="row">${n}</th><td>${timeText(ms / 1000)}</td></tr>`,
    )}</table></details>`;
}

function times(scene: CostScene, acts: Acts): TemplateResult {
  const { measured, untimed, texts } = scene;
  const done = measured.times.size;
  return html`<section>
    <h3>On your machine</h3>
    <p class="about">Passes of this page’s own core, with random weights of this shape, over 8 to 512 words, against the count of operations.</p>
    ${untimed ? html`<p class="about">${untimed}</p>` : nothing}
    <p>${
      measured.running
        ? html`<button type="button" class="act" @click=${() => acts.cancel()}>Stop</button>
          <span role="status">Measured ${done} of ${timedWords.length}.</span>`
        : html`<button type="button" class="act" ?disabled=${untimed !== ''} @click=${() => acts.measure()}>${done > 0 ? 'Measure again' : 'Measure'}</button>`
    }</p>
    ${measured.problem ? html`<p class="remark error" role="alert">${measured.problem}</p>` : nothing}
    ${scene.times ? picture(scene.times) : nothing}
    ${texts.times ? html`<p class="told" aria-live="polite">${texts.times}</p>` : nothing}
    ${done > 0 ? timesTable(scene) : nothing}
  </section>`;
}

/** The whole view. */
export function renderCost(scene: CostScene, acts: Acts): TemplateResult {
  const { texts, parameters, check, note, guess } = scene;
  return html`<div class="cost ${scene.form}">
    <div class="column">
      ${presetRow(scene, acts)}
      <div class="sliders">${scene.sliders.map((each) => sliderRow(each, acts))}</div>
      <section>
        <h3>Parameters: ${amount(parameters)} numbers to learn</h3>
        <table class="parts">${scene.parts.map(partRow)}</table>
        <p class="told">${lowered(texts.parameters)}</p>
        <p class="about">${check} ${note}</p>
      </section>
    </div>
    <div class="column">
      <section>
        <h3>Operations of one pass</h3>
        <p class="about">Multiplications and additions of its matrix products (FLOPs). Projections are those to queries, keys and values, and the output’s. Both axes are logarithmic.</p>
        ${question(scene, acts)}
        ${picture(scene.flops, wordsReader(scene, scene.flops, texts.flops, acts))}
        ${guess === null ? nothing : html`<p class="told" aria-live="polite">${lowered(texts.flops)}</p>`}
      </section>
      <section>
        <h3>Memory of the scores</h3>
        ${picture(scene.memory, wordsReader(scene, scene.memory, texts.memory, acts))}
        <p class="told">${texts.memory}</p>
      </section>
    </div>
    <div class="column">
      ${times(scene, acts)}
      <section>
        <h3>Training</h3>
        <p class="told">${texts.training}</p>
      </section>
    </div>
  </div>`;
}
