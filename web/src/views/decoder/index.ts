import { html, nothing, type TemplateResult } from 'lit';
import type { DecodeAnswer } from '../../relatives/protocol';
import { styled } from '../../render/styled';
import { percent, weight } from '../../state/format';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import { columnsIn, columnsPicture, isStacked } from '../kit/decoded/columns';
import { aboutModel, candidates, headAt, headChoice, sourceField } from '../kit/decoded/fields';
import { decodedStyles } from '../kit/decoded/styles.css';
import { placeDerivations } from '../kit/decoded/why';
import { crossRow, selfRow, shownWord } from '../kit/decoded/words';
import {
  chooseIn,
  placeOf,
  playControls,
  rowsBefore,
  stepAt,
  take,
  type Writing,
  writingOf,
} from '../kit/decoded/writing';
import { askingOf, derived } from '../kit/derivation';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { questionBox } from '../kit/question';
import { numbersTable } from '../kit/text-figure';
import { captionOf, rewrote } from './caption';
import { twinQuestion } from './question';

/** Room for the bars beside the picture. */
const barsWidth = 250;
const gap = 24;

/** The head of the first list is so wide; where the list is narrower it begins at the edge. */
const widestHead = 112;

function controls(m: FigureContext, writing: Writing, answer: DecodeAnswer, place: number) {
  const goTo = (to: number) => chooseIn(m, writing, { place: String(to) });
  const itself = () => chooseIn(m, writing, { taken: '', place: '', of: '' });
  return html`<div class="bar-of-controls">
    ${sourceField(m)}
    ${playControls(m, { at: place, first: 1, last: answer.steps.length, goTo })}
    <span>${msg`word ${place} of ${answer.steps.length}`}</span>
    ${headChoice(m, answer, headAt(m, answer))}
    ${writing.taken.length > 0 ? html`<button type="button" class="link underlined" @click=${itself}>${msg`let it write by itself`}</button>` : nothing}
  </div>`;
}

/** The numbers of the place: what it gives to each word read, and to each written before. */
function table(answer: DecodeAnswer, place: number, m: FigureContext): TemplateResult {
  const step = stepAt(answer, place);
  const at = headAt(m, answer);
  if (!step) return html``;
  const cross = crossRow(answer, step, at);
  const self = selfRow(answer, step, at);
  const read = answer.source?.tokens ?? [];
  const before = rowsBefore(answer, place);
  return numbersTable(
    msg`Where word ${place} looks in layer ${at.layer + 1}, head ${at.head + 1}, and what is written there`,
    [msg`word`, msg`number`],
    [
      ...read.map((token, i) => [msg`read: ${shownWord(token)}`, weight(cross[i] ?? 0)]),
      ...before.map((token, i) => [msg`written before: ${shownWord(token)}`, weight(self[i] ?? 0)]),
      ...step.next.map(({ token, probability }) => [
        msg`next: ${shownWord(token)}`,
        weight(probability),
      ]),
    ],
  );
}

function picture(m: FigureContext, writing: Writing, answer: DecodeAnswer, place: number) {
  const step = stepAt(answer, place);
  const read = answer.source?.tokens ?? [];
  const at = headAt(m, answer);
  if (!step) return nothing;
  const stacked = isStacked(m);
  const width = stacked ? m.size.width : Math.min(780, m.size.width - barsWidth - gap);
  const columns = columnsIn(width, Math.max(read.length, answer.steps.length + 1), {
    hasArches: true,
  });
  const asking = askingOf(m);
  return html`<div class="side-by-side">
    <div><p class="heads"><span style=${styled(columns.read < widestHead ? { left: '0' } : { right: `${width - columns.read}px` })}>${msg`the encoder reads`}</span><span style=${styled({ left: `${columns.written}px` })}>${msg`the decoder writes`}</span></p>
      ${columnsPicture({
        ...{ at: columns, read, written: rowsBefore(answer, place), place, open: true, asking },
        ...{ cross: crossRow(answer, step, at), self: selfRow(answer, step, at) },
        goTo: (row) => chooseIn(m, writing, { place: String(row) }),
      })}</div>
    <div class="next"><p class="heads"><span>${msg`Most probable here. Press a word to continue with it.`}</span></p>
      ${candidates({ step, asking, key: (id) => `next ${id}`, take: (id) => take(m, writing, place, id) })}</div>
  </div>
  ${derived(asking, placeDerivations(m, answer, writing.request, place, at))}`;
}

/** The first word, until another is chosen; the tour asks about the word that was replaced. */
const lookedFrom = (m: FigureContext, writing: Writing): number =>
  placeOf(m, writing, m.state.tour ? undefined : 1);

function draw(m: FigureContext): TemplateResult {
  const writing = writingOf(m);
  const { answer, problem, current } = writing;
  if (!answer) return html`<p role="status">${problem || msg`Loading the model that writes …`}</p>`;
  const place = lookedFrom(m, writing);
  const looks = [isStacked(m) ? 'stacked' : '', current ? '' : 'waiting'].join(' ');
  const asked = twinQuestion(m, writing);
  return html`<figure class="decoder ${looks}">
    ${m.state.tour ? nothing : html`<p class="lead">${msg`A decoder writes one word at a time. Each word depends on those already written and, here, on what an encoder has read.`}</p>`}
    ${controls(m, writing, answer, place)}
    ${problem ? html`<p role="alert">${problem}</p>` : nothing}
    ${picture(m, writing, answer, place)}
    <div class="told-and-asked">
      <div><figcaption>${explained(captionOf(answer, place, headAt(m, answer)))}</figcaption><p class="about">${rewrote(answer, place)}</p></div>
      <div>${m.state.tour || !asked ? nothing : questionBox(asked, m.state, m.dispatch)}</div>
    </div>
    ${aboutModel(m, 'rewrite', answer.source?.tokens ?? [])} ${table(answer, place, m)}
  </figure>`;
}

/** An encoder–decoder rewrites a sentence, word by word: where each place looks, and what it is filled with. */
export const figure: HostedFigure = {
  styles: decodedStyles,
  draw,
  wants: (m) => ({ question: twinQuestion(m, writingOf(m)) ?? undefined }),
  speech(m) {
    const writing = writingOf(m);
    const { answer } = writing;
    if (!answer) return '';
    const place = lookedFrom(m, writing);
    const best = stepAt(answer, place)?.next[0];
    return best
      ? msg`Word ${place}: “${shownWord(best.token)}”, ${percent(best.probability)}.`
      : '';
  },
};
