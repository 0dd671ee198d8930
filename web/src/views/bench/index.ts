import { html, nothing, type TemplateResult } from 'lit';
import type { Dispatch } from '../../state/actions';
import { readSettings } from '../../state/settings';
import { linkButton, optionButton } from '../../widgets/controls';
import { later, msg } from '../../words/msg';
import { type HostedFigure, viewFigure } from '../kit/hosted-figure';
import { mixMarks } from '../kit/keyframes';
import { renderScene } from '../kit/render';
import { stepStyles } from '../kit/styles.css';
import type { Caption, View } from '../view';
import {
  benchWants,
  brokenRequest,
  guessed,
  isMended,
  neighbourCase,
  onShow,
  opened,
  type Suspect,
} from './bench';
import type { NamedCase } from './cases';
import { type BenchScene, benchScene, isWide } from './scene';
import { benchStyles } from './styles.css';

/** A piece of a line of code, and whether the other line lacks it. */
interface CodePart {
  readonly text: string;
  readonly own: boolean;
}

const wordsOf = (line: string): readonly string[] => line.match(/\w+|\s+|[^\w\s]/g) ?? [];

/** For each pair of places the length of the longest common part of what follows them. */
function commonAfter(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (table[i] as number[])[j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return table;
}

/** A line of code in pieces: those that it shares with another line, and those that are its own. */
export function differing(line: string, other: string): readonly CodePart[] {
  const [a, b] = [wordsOf(line), wordsOf(other)];
  const common = commonAfter(a, b);
  const parts: CodePart[] = [];
  const add = (text: string, own: boolean) => {
    const last = parts.at(-1);
    if (last?.own === own) parts[parts.length - 1] = { text: last.text + text, own };
    else parts.push({ text, own });
  };
  let j = 0;
  a.forEach((word, i) => {
    while (j < b.length && b[j] !== word && (common[i]?.[j + 1] ?? 0) >= (common[i + 1]?.[j] ?? 0))
      j++;
    const shared = b[j] === word && j < b.length;
    if (shared) j++;
    add(word, !shared);
  });
  return parts;
}

type Part = TemplateResult | typeof nothing;

function line(kind: 'wrong' | 'right', name: string, code: string, other: string): TemplateResult {
  const parts = differing(code, other);
  return html`<dt>${name}</dt>
    <dd><code>${parts.map(({ text, own }) => (own ? html`<b class=${kind}>${text}</b>` : text))}</code></dd>`;
}

/** The wrong line and the right one, once the bug is found. */
function lines({ wrongLine, rightLine }: NamedCase): TemplateResult {
  return html`<dl class="lines" aria-label=${msg`The line of C++`}>
    ${line('wrong', msg`wrong`, wrongLine, rightLine)} ${line('right', msg`right`, rightLine, wrongLine)}
  </dl>`;
}

const signs = { open: '', wrong: '✗ ', right: '✓ ' };

function guessButton(
  scene: BenchScene,
  { guess, state }: Suspect,
  i: number,
  dispatch: Dispatch,
): TemplateResult {
  const done = scene.mended || state !== 'open' || !scene.report;
  const take = () =>
    dispatch({ type: 'choose', choice: { ...guessed(scene.state, i), trail: [] } });
  return optionButton({
    text: `${signs[state]}${guess}`,
    own: state !== 'open',
    right: state === 'right',
    settled: done,
    take,
  });
}

function tally({ state, mended }: BenchScene): string {
  const count = state.guesses.length;
  if (count === 0) return '';
  if (count === 1) return mended ? msg`1 guess, found` : msg`1 guess`;
  return mended ? msg`${count} guesses, found` : msg`${count} guesses`;
}

function guesses(scene: BenchScene, dispatch: Dispatch): TemplateResult {
  const { report, mended } = scene;
  return html`<div class="question"><h3>${msg`Which line is wrong?`}</h3><span>${tally(scene)}</span></div>
    <div class="guesses" role="group" aria-label=${msg`Which line is wrong?`}>
      ${scene.suspects.map((suspect, i) =>
        mended && suspect.state === 'open' ? nothing : guessButton(scene, suspect, i, dispatch),
      )}
    </div>
    <p class="verdict">${report?.verdict}</p>`;
}

function symptom({ report, width }: BenchScene): Part {
  if (!report) return html`<p class="runs">${msg`Running the encoder, broken and right …`}</p>`;
  return html`${isWide(width) ? html`<h3>${msg`The symptom`}</h3>` : nothing}
    <p>${report.symptom}</p>
    ${report.answer ? html`<p>${report.answer}</p>` : nothing}`;
}

function ask({ report, state }: BenchScene, dispatch: Dispatch): Part {
  if (!report || isOfClass(state)) return nothing;
  const { cell, text } = report.question;
  return linkButton(text, () => dispatch({ type: 'cell', cell }), 'underlined ask');
}

/** A teacher has chosen the case. */
const isOfClass = ({ settings }: BenchScene['state']): boolean =>
  readSettings(settings).has('class');

function ways({ state, mended }: BenchScene, dispatch: Dispatch): TemplateResult {
  const open = (id: string) => () =>
    dispatch({ type: 'choose', choice: { ...opened(id), trail: [] } });
  return html`<nav class="ways" aria-label=${msg`Cases`}>
    <button type="button" @click=${open(neighbourCase(state, -1))}>◂ ${msg`previous case`}</button>
    <button type="button" @click=${open(neighbourCase(state, 1))}>${msg`next case`} ▸</button>
    <button type="button" aria-disabled=${!mended && state.guesses.length === 0} @click=${open(state.case)}>${msg`break it again`}</button>
  </nav>`;
}

const heading = ({ mended }: BenchScene): string =>
  mended ? msg`This encoder is fixed.` : msg`Something is wrong in this encoder.`;

export function renderBench(
  scene: BenchScene,
  time: number,
  dispatch: Dispatch,
  answer: unknown = nothing,
): TemplateResult {
  const { bug, problem, number, count, picture, report, mended, width } = scene;
  if (!bug) return html`<p class="remark error" role="alert">${problem}</p>`;
  return html`<article class="bench ${isWide(width) ? 'beside' : ''}">
    <header>
      <h2>${heading(scene)}</h2>
      <p>${[isOfClass(scene.state) ? '' : msg`Case ${number} of ${count}`, report?.of].filter(Boolean).join(' · ')}</p>
    </header>
    <div class="on-bench">${picture ? renderScene(picture, time, dispatch) : nothing}</div>
    <div class="told">
      <section>${symptom(scene)} ${isWide(width) ? ask(scene, dispatch) : nothing}</section>
      <section>
        ${guesses(scene, dispatch)}
        ${mended ? lines(bug) : nothing}
        ${report?.healed ? html`<p class="healed">${report.healed}</p>` : nothing}
        ${isWide(width) ? nothing : ask(scene, dispatch)}
      </section>
      ${isOfClass(scene.state) ? nothing : ways(scene, dispatch)}
    </div>
  </article>${answer}`;
}

const asks = later('One line of its code is wrong. Which one?');

function caption({ report }: BenchScene): Caption | null {
  return report && [report.symptom, report.healed || msg(asks)];
}

function speech({ report, number, count, state }: BenchScene): string {
  if (!report) return '';
  const { symptom, answer, verdict, healed } = report;
  if (verdict) return `${verdict} ${healed}`.trim();
  return isOfClass(state)
    ? `${symptom} ${answer} ${msg(asks)}`
    : msg`Case ${number} of ${count}. ${symptom} ${answer} ${msg(asks)}`;
}

/** Broken encoders to be mended: a symptom, a guess, the wrong line and the right one, the picture healed. */
export const benchView: View<BenchScene> = {
  id: 'bench',
  styles: [stepStyles, benchStyles],
  layout: benchScene,
  between(from, to, share) {
    const [before, after] = [from.picture, to.picture];
    if (!before || !after || from.bug !== to.bug) return to;
    const words = { from: before.words, to: after.words };
    const marks = mixMarks(before.marks, after.marks, share, words);
    return { ...to, picture: { ...after, marks } };
  },
  lasts: 600,
  changes: (before, after) => before.case === after.case && isMended(before) !== isMended(after),
  caption,
  words: () => '',
  speech,
  render: renderBench,
};

export const figure: HostedFigure = viewFigure(benchView, ({ state }) => ({
  ...benchWants(state),
  onShow: onShow(state) ?? undefined,
  opens: brokenRequest(state) ?? undefined,
}));
