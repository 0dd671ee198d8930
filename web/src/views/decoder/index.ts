import { html, nothing, type TemplateResult } from 'lit';
import type { DecodeAnswer } from '../../relatives/protocol';
import { styled } from '../../render/styled';
import { percent, weight } from '../../state/format';
import { firstSentence, swapOf } from '../../state/presets';
import { awaitsGuess } from '../../state/tour/veil';
import { argmax } from '../../state/vector';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import { columnsIn, columnsPicture, isStacked } from '../kit/decoded/columns';
import { aboutModel, candidates, headAt, headChoice, sourceField } from '../kit/decoded/fields';
import { decodedStyles } from '../kit/decoded/styles.css';
import { placeDerivations } from '../kit/decoded/why';
import {
  crossRow,
  endMark,
  type HeadOf,
  hasEnded,
  nameAt,
  namedWord,
  phrase,
  saidIn,
  selfRow,
  shownWord,
} from '../kit/decoded/words';
import {
  chooseIn,
  decodedBeside,
  departures,
  mostSteps,
  placeOf,
  playControls,
  rowsBefore,
  stepAt,
  take,
  type Writing,
  writingOf,
} from '../kit/decoded/writing';
import { askingOf, derived } from '../kit/derivation';
import { type FigureContext, type HostedFigure, numbersTable } from '../kit/hosted-figure';
import { isChapter, type Question, questionBox } from '../kit/question';

/** Where the place looks, in one head. */
function looks(answer: DecodeAnswer, place: number, at: HeadOf): string {
  const step = stepAt(answer, place);
  if (!step) return '';
  const cross = crossRow(answer, step, at);
  const self = selfRow(answer, step, at);
  const read = nameAt(answer.source?.tokens ?? [], argmax(cross));
  const across = percent(cross[argmax(cross)] ?? 0);
  if (place === 1)
    return msg`With nothing written yet, this head looks across, mostly at ${read} (${across})`;
  const before = nameAt(rowsBefore(answer, place), argmax(self));
  return msg`This head looks across mostly at ${read} (${across}) and back mostly at ${before} (${percent(self[argmax(self)] ?? 0)})`;
}

/** What the place gets. */
function says(answer: DecodeAnswer, place: number): string {
  const step = stepAt(answer, place);
  const [best] = step?.next ?? [];
  if (!step || !best) return '';
  const share = percent(best.probability);
  if (step.id !== best.id)
    return msg`you chose ${namedWord(step.token)}, the model’s first choice is ${namedWord(best.token)}, ${share}`;
  if (place === answer.steps.length && !hasEnded(answer) && answer.steps.length > mostSteps)
    return msg`the most probable word is ${namedWord(best.token)}, ${share}, but writing was stopped here`;
  return best.token === endMark
    ? msg`the end is most probable, ${share}: the sentence is complete`
    : msg`the most probable word is ${namedWord(best.token)}, ${share}`;
}

/** What was written in place of other words, once it is there. */
export function rewrittenText({ source, steps }: DecodeAnswer, place: number): string {
  const read = source?.tokens ?? [];
  const written = steps.map(({ token }) => token);
  const all = departures(read, written);
  const done = all.filter(
    ({ from, to }) => from.length > 0 && to.length > 0 && (to.at(-1) ?? 0) < place - 1,
  );
  if (all.length === 0 && place === steps.length)
    return msg`It wrote down what it read, word for word.`;
  return done
    .map(({ from, to }) => {
      const [was, is] = [from, to].map((places, i) =>
        phrase(places.map((p) => (i === 0 ? read : written)[p] ?? '')),
      );
      return msg`Where the sentence has ${was}, it wrote ${is}.`;
    })
    .join(' ');
}

/** What happens at a place, in a sentence. */
export const captionOf = (answer: DecodeAnswer, place: number, at: HeadOf): string =>
  msg`${looks(answer, place, at)}; ${says(answer, place)}.`;

/** The words that were written in place of the first others. */
interface Exchange {
  readonly was: string;
  readonly is: string;
  readonly share: number;
}

function exchangeIn({ source, steps }: DecodeAnswer): Exchange | null {
  const read = source?.tokens ?? [];
  const [first] = departures(
    read,
    steps.map(({ token }) => token),
  );
  const last = steps[first?.to.at(-1) ?? -1];
  if (!first || first.from.length === 0 || !last) return null;
  return {
    was: phrase(first.from.map((i) => read[i] ?? '')),
    is: phrase(first.to.map((i) => steps[i]?.token ?? '')),
    share: last.next.find(({ id }) => id === last.id)?.probability ?? 0,
  };
}

/**
 * What another last word would have it write, to be guessed; null until that is known. A chapter of the
 * tour that is answered shows the sentence with that word, and still asks from the one before.
 */
export function twinQuestion(m: FigureContext, writing: Writing): Question | null {
  const { text, answer, current, taken } = writing;
  const swap = swapOf(text);
  if (!swap || !answer || !current || taken.length > 0) return null;
  const { answer: other } = decodedBeside(m, {
    model: 'rewrite',
    source: swap.text,
    taken: [],
    steps: mostSteps,
  });
  if (!other) return null;
  const isAnswered = isChapter(m.state) && !awaitsGuess(m.state) && swap.text === firstSentence;
  const label = isAnswered ? swapOf(swap.text)?.label : swap.label;
  const both = [exchangeIn(answer), exchangeIn(other)];
  const [here, there] = isAnswered ? both.reverse() : both;
  if (!here || !there) return null;
  const answers = [...new Set([here.is, there.is, here.was])].sort();
  return {
    ...saidIn(text),
    asks: msg`If the last word were “${label}”, what would it write instead of ${here.was}?`,
    options: answers,
    right: answers.indexOf(there.is),
    why: msg`With “${label}” it writes ${there.is}, ${percent(there.share)} sure of the last word.`,
  };
}

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
    ${m.state.tour ? nothing : html`<p class="lead">${msg`A decoder writes one word at a time, each depending on those already written and, here, on what an encoder has read.`}</p>`}
    ${controls(m, writing, answer, place)}
    ${problem ? html`<p role="alert">${problem}</p>` : nothing}
    ${picture(m, writing, answer, place)}
    <div class="told-and-asked">
      <div><figcaption>${explained(captionOf(answer, place, headAt(m, answer)))}</figcaption><p class="about">${rewrittenText(answer, place)}</p></div>
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
