import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ModelInfo } from '../../model/protocol';
import { relatives } from '../../relatives/client';
import { cssColor, cssInk, signedScale } from '../../render/color';
import { styled } from '../../render/styled';
import { percent, signed, weight } from '../../state/format';
import { explained } from '../../widgets/terms';
import { grouped, spokenLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import { askingOf, derived, told } from '../kit/derivation';
import { numberTable } from '../kit/figure-view';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import {
  answers,
  isAnswered,
  lookText,
  patchDerivations,
  speechText,
  uniformAttentionText,
} from './caption';
import { editPanel, take } from './edit-panel';
import { type Focus, focusOf, placeOf, questionTexts, ranked } from './focus';
import { anotherScene, type Picture, pictureOf } from './picture';
import { failureOf, patchesAcross, type Reading, readingOf } from './reading';
import { questions } from './scene';
import { lookControls, seenPanel, tokenText } from './seen-panel';
import { stepsTable } from './steps';
import { patchesStyles } from './styles.css';

const scale = signedScale('residual', 1);

/** How alike the position vectors of two tokens are: their cosine. */
export function likeness(reading: Reading, a: number, b: number): number {
  const [x, y] = [a, b].map((token) => reading.row('embedding.positions', token));
  if (!x || !y) return 0;
  let [product, ofX, ofY] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    product += (x[i] ?? 0) * (y[i] ?? 0);
    ofX += (x[i] ?? 0) ** 2;
    ofY += (y[i] ?? 0) ** 2;
  }
  return ofX && ofY ? product / Math.sqrt(ofX * ofY) : 0;
}

const tokens = Array.from({ length: patchesAcross ** 2 }, (_, i) => i + 1);

/** The least likeness has the colour of zero. */
const colourAt = (value: number, least: number): number => (value - least) / (1 - least || 1);

/** The patch one further, or one back where there is none, along rows or columns. */
function neighbour(from: number, axis: 0 | 1): number {
  const place = placeOf(from)[axis];
  const step = axis === 0 ? patchesAcross : 1;
  return from + (place + 1 < patchesAcross ? step : -step);
}

/** What the map shows, in a sentence. */
export function positionText(reading: Reading, from: number): string {
  const of = (to: number) => signed(likeness(reading, from, to));
  const least = [...tokens].sort((a, b) => likeness(reading, from, a) - likeness(reading, from, b));
  const [far = 1] = least;
  return msg`The cosine is ${of(neighbour(from, 1))} with the next patch, ${of(neighbour(from, 0))} with the one above or below, and smallest, ${of(far)}, with ${tokenText(far)}. Half of a position’s ${reading.width} numbers encode the row, half the column.`;
}

function map(reading: Reading, from: number, width: number): TemplateResult {
  const cell = width / patchesAcross;
  const of = (to: number) => likeness(reading, from, to);
  const least = Math.min(...tokens.map(of));
  const cells = tokens.map((to) => {
    const [row, column] = placeOf(to);
    const shade = colourAt(of(to), least);
    return svg`<rect class=${to === from ? 'own' : ''} x=${column * cell + 1} y=${row * cell + 1} width=${cell - 2} height=${cell - 2} fill=${cssColor(scale, shade)}></rect>
      <text x=${(column + 0.5) * cell} y=${(row + 0.5) * cell + 4} fill=${cssInk(scale, shade)}>${signed(of(to))}</text>`;
  });
  return html`<div class="side-by-side"><svg class="positions" width=${width} height=${width} role="img" aria-label=${msg`How similar each patch’s position is to that of ${tokenText(from)}`}>${cells}</svg>
    <p>${positionText(reading, from)}</p></div>
    ${numberTable({
      title: msg`Similarity of positions to ${tokenText(from)}`,
      columns: Array.from({ length: patchesAcross }, (_, i) => String(i + 1)),
      rows: Array.from({ length: patchesAcross }, (_, row): readonly [string, ...string[]] => [
        String(row + 1),
        ...tokens.slice(row * patchesAcross, (row + 1) * patchesAcross).map((to) => signed(of(to))),
      ]),
    })}`;
}

/** A patch's position against all others', laid out as the patches are. No picture changes it. */
export const positionMap = (reading: Reading, from: number, width: number): unknown =>
  guard([reading.tokens, from, width, spokenLanguage()], () => map(reading, from, width));

const gap = 20;
const widest = 600;

/** What is beside or below the pictures is at least so wide. */
const textWidth = 220;

/** How the two pictures and the text about them stand: below each other, the text below both, or all beside each other. */
type Layout = 'stacked' | 'paired' | 'beside';

const layoutOf = (width: number): Layout =>
  width < 460 ? 'stacked' : width < 1000 ? 'paired' : 'beside';

/** What is above and below the pictures on the page's stage, in pixels. */
const heightBeside: Readonly<Record<Layout, number>> = { stacked: 330, paired: 330, beside: 215 };

/** How wide each of the two pictures is. */
function panelOf({ size }: FigureContext): { width: number; layout: Layout } {
  const layout = layoutOf(size.width);
  const room = {
    stacked: size.width,
    paired: (size.width - gap) / 2,
    beside: (size.width - 2 * gap - textWidth) / 2,
  }[layout];
  const tallest = size.height ? Math.max(220, size.height - heightBeside[layout]) : widest;
  return { width: Math.floor(Math.min(room, tallest, widest)), layout };
}

/** What the model's file says of itself, once it is there. */
function infoOf(m: FigureContext): ModelInfo | null {
  const asked = m.kept<{ begun: boolean; info: ModelInfo | null }>('info', {
    begun: false,
    info: null,
  });
  if (!asked.begun) {
    asked.begun = true;
    relatives()
      .info('pictures')
      .then((info) => {
        asked.info = info;
        m.keep('info', asked);
      })
      // The reading says why there is no model.
      .catch(() => {});
  }
  return asked.info;
}

/** How the model was trained, and how often it is right. */
export function madeText({ parameters, metadata }: ModelInfo): string {
  const measured: Record<string, number> = JSON.parse(metadata.evaluation ?? '{}');
  const share = (name: string) => percent(measured[name] ?? 0);
  return msg`A model of ${grouped(parameters)} numbers, trained on scenes drawn by the program. On ${grouped(measured.scenes ?? 0)} new scenes per question it is right about the odd one out in ${share('odd')}, the arrow in ${share('arrow')}, the cover in ${share('covered')}.`;
}

function questionRow(m: FigureContext, { scene }: Picture): TemplateResult {
  return html`<p class="tools questions" role="group" aria-label=${msg`The question`}>
    ${questions.map(
      (question) =>
        html`<button type="button" class="choice" aria-pressed=${question === scene.question} @click=${() => anotherScene(m, question)}>${msg(questionTexts[question])}</button> `,
    )}
    <button type="button" class="link underlined" @click=${() => anotherScene(m, scene.question)}>${msg`another scene`}</button>
  </p>`;
}

/** The look as numbers, with the scores that it was made of. */
const weightsTable = (reading: Reading, { layer, head, token, row }: Focus): TemplateResult => {
  const scores = reading.row(`layers.${layer}.attention.scores`, head, token);
  return numberTable({
    title: msg`Where ${tokenText(token)} looks, layer ${layer + 1}, head ${head + 1}`,
    columns: [msg`score`, msg`weight`],
    rows: [0, ...ranked(row)].map((to) => [
      tokenText(to),
      signed(scores[to] ?? 0, 3),
      weight(row[to] ?? 0),
    ]),
  });
};

/** The steps of a sentence and of a picture side by side, and the positions of patches. */
function besides(m: FigureContext, reading: Reading, focus: Focus): TemplateResult {
  const patch = focus.token || 1;
  return html`<p class="name">${msg`A patch is to a picture what a token is to a sentence`} <small>${msg`the same steps, the same names`}</small></p>
    ${stepsTable(m, reading, patch)}
    <p class="name">${msg`Positions in two dimensions`} <small>${msg`cosine between the position of ${tokenText(patch)} and every other`}</small></p>
    ${positionMap(reading, patch, Math.min(260, m.size.width))}`;
}

const columnsOf = (layout: Layout, width: number): string | undefined =>
  ({
    stacked: undefined,
    paired: `${width}px ${width}px`,
    beside: `${width}px ${width}px minmax(0, 1fr)`,
  })[layout];

/** What the model answers, and where it looks; the latter once the reader has guessed. */
function toldOf(
  m: FigureContext,
  picture: Picture,
  reading: Reading,
  focus: Focus,
): TemplateResult {
  const asking = askingOf(m);
  const info = infoOf(m);
  const looks = html`<figcaption>${told(asking, lookText(picture, focus))}</figcaption> <p class="small">${uniformAttentionText(focus)}</p>
    ${info && asking.open ? derived(asking, patchDerivations(m, asking, reading, info)) : nothing} ${weightsTable(reading, focus)}`;
  return html`<div class="told" tabindex="-1">${answers(m, picture, reading)} ${isAnswered(m) ? looks : nothing}</div>`;
}

/** A picture is read wherever on the figure it is dropped; other files, such as models, are the page's. */
const drops = (m: FigureContext) => (event: DragEvent) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (file && !file.type.startsWith('image/')) return;
  event.preventDefault();
  if (file) void take(m, file);
};

function whole(m: FigureContext, picture: Picture, reading: Reading): TemplateResult {
  const { width, layout } = panelOf(m);
  const focus = focusOf(m, reading);
  const info = infoOf(m);
  const isFolded = m.size.height !== undefined || layout === 'stacked';
  return html`<figure class="patches ${layout}" @dragover=${(event: DragEvent) => event.preventDefault()} @drop=${drops(m)}>
    ${questionRow(m, picture)}
    <div class="pair" style=${styled({ gridTemplateColumns: columnsOf(layout, width) })}>
      <p class="name">${msg`The picture`} <small>${msg`drag its shapes, draw, or drop in a picture of your own`}</small></p>
      <div>${editPanel(m, picture, width)}</div>
      <p class="name">${msg`As ${tokenText(focus.token)} sees it`} <small>${msg`the larger its weight, the sharper a patch`}</small></p>
      <div>${seenPanel(m, picture, focus, width)}${lookControls(m, reading, focus)}</div>
      ${toldOf(m, picture, reading, focus)}
    </div>
    ${folded(m, 'besides', msg`A patch is to a picture what a token is to a sentence`, () => besides(m, reading, focus), isFolded)}
    ${info ? html`<p class="note">${explained(madeText(info))}</p>` : nothing}
  </figure>`;
}

function draw(m: FigureContext): TemplateResult {
  const picture = pictureOf(m);
  const reading = readingOf(m, picture);
  if (reading) return whole(m, picture, reading);
  const failed = failureOf(m);
  return html`<figure class="patches"><p role="status">${failed || msg`Unpacking the picture model …`}</p></figure>`;
}

/** An encoder that reads a picture patch by patch: its attention lies over the picture as a fovea. */
export const figure: HostedFigure = {
  styles: patchesStyles,
  draw,
  speech(m) {
    const picture = pictureOf(m);
    const reading = readingOf(m, picture);
    if (!reading || !isAnswered(m)) return '';
    return speechText(picture, reading, focusOf(m, reading));
  },
};
