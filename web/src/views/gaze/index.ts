import { html, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { otherRequest } from '../../state/what-if/twins';
import { explained } from '../../widgets/terms';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import { folded } from '../kit/folded';
import { textWidth } from '../kit/frame';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { captionOf, speechOf } from './caption';
import { eyePanel, thingsIn } from './eye-panel';
import { matrixOfType, table } from './matrix';
import { question } from './question';
import { playButton, wayText } from './rests';
import { looks, type Rows, shownRows } from './row';
import { gazeStyles } from './styles.css';
import { wordsPanel } from './words-panel';

const gap = 20;

/** Below the panels, beside the caption: a line under each, the question, and what is folded. */
const below = 190;

/** Sizes of the two panels; where the height is known, all of the figure fits in it. */
export function panelsOf(m: FigureContext): { width: number; height: number; stacked: boolean } {
  const { width: all, height: room } = m.size;
  const stacked = all < 520;
  const width = stacked ? all : Math.floor((all - gap) / 2);
  const usual = Math.round(width * (stacked ? 0.72 : 0.8));
  if (!room || stacked) return { width, height: Math.max(200, usual), stacked };
  const caption = Math.ceil(textWidth(captionOf(shownRows(m)), 17, true) / (all * 0.92)) * 23;
  return { width, height: Math.max(150, Math.min(usual, room - below - caption)), stacked };
}

const samples = [0.001, 0.01, 0.05, 0.2, 0.4, 0.6];

function said(weight: number): string {
  const written = inLanguage(String(weight).slice(1));
  return weight === 0.6 ? msg`${written} and more` : written;
}

function legend(): TemplateResult {
  return html`<div class="scale" aria-hidden="true">
    <p>${msg`a word at weight`}</p>
    ${samples.map(
      (weight) =>
        html`<p><span data-word=${msg`word`} style=${styled(looks(weight, 15))}></span><small>${said(weight)}</small></p>`,
    )}
  </div>`;
}

const lines = (m: FigureContext, rows: Rows): TemplateResult =>
  html`<p class="name">${msg`Every word, at the same time`} <small>${msg`layer ${rows.layer + 1}, head ${rows.head + 1}: a line for each word that looks`}</small></p>
    ${matrixOfType(m, rows)} ${legend()}
    <p class="under">${msg`Sharpness falls as 1 ÷ (1 + angle ÷ 2.5°), to half at the ring.`}</p>
    ${table(m, rows)}`;

function draw(m: FigureContext): TemplateResult {
  const rows = shownRows(m);
  const { width, height, stacked } = panelsOf(m);
  const name = rows.trace.encoding.tokens[rows.token]?.piece ?? '';
  return html`<figure class="gaze ${stacked ? 'stacked' : ''}">
    <div class="diptych">
      <div><div class="scene">${eyePanel(m, width, height)}${playButton(m, thingsIn(width, height))}</div>
        <p class="under">${msgHtml`<b>The eye</b> sees one spot sharply, and moves it around.`} <span role="status">${wayText(m)}</span></p></div>
      <div>${wordsPanel(m, rows, width, stacked ? 160 : height)}
        <p class="under">${msgHtml`<b>A head</b> lets “${name}” look at every word at once, weighted.`}</p></div>
    </div>
    <figcaption>${explained(captionOf(rows))}</figcaption>
    ${question(m)}
    ${folded(m, 'lines', msg`Every word, at the same time`, () => lines(m, rows))}
  </figure>`;
}

/** The eye's fovea beside a head's: what attention is like, and where the likeness ends. */
export const figure: HostedFigure = {
  styles: gazeStyles,
  wants(m) {
    const other = otherRequest(m.state);
    return other ? { traces: [other] } : {};
  },
  draw,
  speech: (m) => speechOf(shownRows(m)),
};
