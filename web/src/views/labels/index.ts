import { html, nothing, type TemplateResult } from 'lit';
import type { TextAnswerOf, TextQuestion } from '../../published/protocol';
import { styled } from '../../render/styled';
import { percent, signed } from '../../state/format';
import { otherText } from '../../state/what-if/twins';
import { nothingIn } from '../../state/word-names';
import { msg } from '../../words/msg';
import { folded } from '../kit/folded';
import {
  type Answered,
  answerTo,
  askModel,
  type FigureContext,
  groundOf,
  type HostedFigure,
  numbersTable,
} from '../kit/hosted-figure';
import {
  bestOf,
  caption,
  intro,
  nameOf,
  noHead,
  readout,
  rowOf,
  rowsOf,
  sharesOf,
  spanOf,
  termsOf,
  type Word,
  wordsOf,
} from './intro';
import { labelStyles } from './styles.css';

/** Products of a logit that are listed one by one. */
const listed = 8;

const ask = (m: FigureContext, question: TextQuestion): Answered<TextAnswerOf> =>
  answerTo(m, JSON.stringify(question), () => askModel(m.model, 'answer', question));

/** The second text; what a span is looked for in. */
const pairOf = (m: FigureContext): string => m.kept('pair', '');

const withPair = (m: FigureContext, text: string): TextQuestion => {
  const pair = pairOf(m).trim();
  return pair === '' ? { text } : { text, pair };
};

/** What is asked about: one number of the answer. */
export interface Asked {
  readonly row: number;
  readonly label: number;
}

/** The row of a token that the reader has chosen, or the text's; the label chosen, or the likeliest. */
function askedOf(m: FigureContext, answer: TextAnswerOf): Asked {
  const { kind } = answer.head;
  const span = kind === 'span' ? spanOf(answer) : null;
  const chosen = Number(m.choices.get('label') ?? Number.NaN);
  const ofToken = span && chosen === 1 ? span.end : (span?.begin ?? m.state.token);
  const row = kind === 'text' ? 0 : Math.min(ofToken, rowsOf(answer) - 1);
  const likeliest = span ? 0 : bestOf(rowOf(answer.probabilities, answer.columns, row));
  return { row, label: chosen >= 0 && chosen < answer.columns ? chosen : likeliest };
}

function bars(
  m: FigureContext,
  answer: TextAnswerOf,
  asked: Asked,
  before: TextAnswerOf | null,
  twin: TextAnswerOf | null,
): TemplateResult {
  const at = (of: TextAnswerOf | null, label: number) =>
    of?.probabilities[asked.row * of.columns + label];
  const meter = (p: number | undefined, was: number | undefined, kind: string) =>
    p === undefined
      ? nothing
      : html`<span class="bar ${kind}"><i style=${styled({ width: `${100 * p}%` })}></i>${
          was === undefined ? nothing : html`<u style=${styled({ left: `${100 * was}%` })}></u>`
        }</span><b>${percent(p)}</b>`;
  const rows = Array.from({ length: answer.columns }, (_, label) => {
    const press = () => m.choose({ label: String(label) });
    return html`<li><button type="button" aria-pressed=${label === asked.label} @click=${press}>${nameOf(answer.head, label)}</button>
      ${meter(at(answer, label), at(before, label), '')} ${meter(at(twin, label), undefined, 'twin')}</li>`;
  });
  return html`<ol class="bars ${twin ? 'two' : ''}" aria-label=${msg`Labels`}>${rows}</ol>`;
}

/** What a word's ground says: how much it speaks for the label, or against it. */
const ground = (share: number, most: number) =>
  styled({ background: groundOf(share / (most || 1)) });

function hide(m: FigureContext, { tokens }: Word): void {
  const { masked } = m.state;
  const hidden = tokens.every((token) => masked.includes(token));
  const others = masked.filter((token) => !tokens.includes(token));
  const next = hidden ? others : [...others, ...tokens].sort((a, b) => a - b);
  m.dispatch({ type: 'choose', choice: { masked: next } });
}

/** The words of the text; pressed, one is hidden, or its own labels are shown. */
function textOf(
  m: FigureContext,
  answer: TextAnswerOf,
  texts: readonly string[],
  asked: Asked,
): TemplateResult {
  const words = wordsOf(answer, texts);
  const shares = sharesOf(words, answer);
  const most = Math.max(...shares.map(Math.abs));
  const { kind } = answer.head;
  const span = kind === 'span' ? spanOf(answer) : null;
  const press = (word: Word) => () =>
    kind === 'token' || kind === 'replaced'
      ? m.dispatch({ type: 'focus', token: word.tokens[0] ?? 0 })
      : hide(m, word);
  const labelOf = ({ tokens: [first = 0] }: Word) => {
    const row = rowOf(answer.probabilities, answer.columns, first);
    if (kind === 'replaced') return html`<small>${percent(row[0] ?? 0)}</small>`;
    return kind === 'token' ? html`<small>${nameOf(answer.head, bestOf(row))}</small>` : nothing;
  };
  return html`<p class="text">${words.map((word, i) => {
    const share = shares[i] ?? 0;
    const [first = 0] = word.tokens;
    const inSpan = span && first >= span.begin && first <= span.end;
    const hidden = word.tokens.every((token) => m.state.masked.includes(token)) && word.of === 0;
    const classes = [
      ...['word', inSpan ? 'in-span' : ''],
      ...[hidden ? 'hidden' : '', kind !== 'text' && first === asked.row ? 'asked' : ''],
    ];
    const apart = i > 0 && words[i - 1]?.of !== word.of ? html`<br />` : nothing;
    const disabled = kind === 'span' || (kind === 'text' && word.of === 1);
    return html`${apart}<button type="button" class=${classes.join(' ')} style=${ground(share, most)}
      ?disabled=${disabled} aria-pressed=${hidden} @click=${press(word)}>${word.text}${labelOf(word)}</button> `;
  })}</p>`;
}

function arithmeticOf(m: FigureContext, answer: TextAnswerOf, asked: Asked): TemplateResult {
  const { largest, rest, bias } = termsOf(answer, listed);
  const logit = answer.logits[asked.row * answer.columns + asked.label] ?? 0;
  const rows = largest.map(([column, product]) => [msg`column ${column + 1}`, signed(product, 4)]);
  const others = answer.terms.length - 1 - largest.length;
  const all = [
    ...rows,
    ...(others > 0 ? [[msg`the other ${others} products`, signed(rest, 4)]] : []),
    ...[
      [msg`bias`, signed(bias, 4)],
      [msg`together, the logit`, signed(logit, 4)],
    ],
  ];
  return folded(m, 'terms', msg`The logit, product by product`, () =>
    numbersTable(
      msg`The logit`,
      [msg`of the vector that the head reads`, msg`value × weight`],
      all,
    ),
  );
}

function shareTable(m: FigureContext, answer: TextAnswerOf, texts: readonly string[]) {
  const words = wordsOf(answer, texts);
  const shares = sharesOf(words, answer);
  const rows = words.map(({ text }, i) => [text, signed(shares[i] ?? 0, 4)]);
  return folded(m, 'shares', msg`Each word’s share`, () =>
    numbersTable(msg`Shares`, [msg`word`, msg`gradient × embedding`], rows),
  );
}

function fields(m: FigureContext, kind: string): TemplateResult {
  const pair = (event: Event) => m.keep('pair', (event.target as HTMLInputElement).value);
  const other = (event: Event) =>
    m.dispatch({ type: 'choose', choice: { other: (event.target as HTMLInputElement).value } });
  const label = kind === 'span' ? msg`The passage that may answer` : msg`A second text (optional)`;
  return html`<div class="fields">
    ${kind === 'text' ? html`<label>${msg`compared with`} <input type="text" autocomplete="off" .value=${otherText(m.state)} @change=${other} /></label>` : nothing}
    ${kind === 'text' || kind === 'span' ? html`<label>${label} <input type="text" autocomplete="off" .value=${pairOf(m)} @change=${pair} /></label>` : nothing}
  </div>`;
}

function drawn(m: FigureContext, first: TextAnswerOf): TemplateResult {
  const text = m.state.sentence;
  const question = withPair(m, text);
  const asked = askedOf(m, first);
  const { masked } = m.state;
  const now = ask(m, { ...question, masked, why: asked }).value ?? first;
  const before = masked.length > 0 ? ask(m, question).value : null;
  const other = otherText(m.state);
  const compares = now.head.kind === 'text' && nothingIn(other) === null;
  const twin = compares ? ask(m, { ...question, text: other }).value : null;
  const texts = [text, question.pair ?? ''];
  return html`${fields(m, now.head.kind)}
    ${textOf(m, now, texts, asked)}
    ${bars(m, now, asked, before, twin)}
    <p class="told" role="status">${readout({ now, asked, before, twin, other, hidden: masked.length })}</p>
    ${arithmeticOf(m, now, asked)} ${shareTable(m, now, texts)}
    <figcaption>${caption(now)}</figcaption>`;
}

function draw(m: FigureContext): TemplateResult {
  const kind = m.model.head?.kind ?? '';
  if (kind === '') return intro(m);
  if (kind === 'span' && pairOf(m).trim() === '')
    return html`<figure class="labels">${fields(m, kind)}
      <p role="status">${msg`The sentence is the question. Type the passage that may answer it.`}</p></figure>`;
  const { masked } = m.state;
  const { value, problem } = ask(m, { ...withPair(m, m.state.sentence), masked });
  if (problem)
    return html`<figure class="labels">${fields(m, kind)}<p role="alert">${problem}</p></figure>`;
  return html`<figure class="labels">${
    value ? drawn(m, value) : html`<p role="status">${msg`Reading the text …`}</p>`
  }</figure>`;
}

/** What a published model's head says of the text, and why. */
export const figure: HostedFigure = {
  styles: labelStyles,
  draw,
  speech: (m) => (m.model.head?.kind ? '' : noHead(m.model)),
};
