import { html, type TemplateResult } from 'lit';
import type { Head, ModelInfo } from '../../model/protocol';
import { messageOf } from '../../model/worker-line';
import { modelOf } from '../../published/folder';
import type { TextAnswerOf } from '../../published/protocol';
import { styled } from '../../render/styled';
import { percent, signed } from '../../state/format';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';

/// What an answer's numbers are of: rows for texts or tokens, columns for labels.

export const rowsOf = ({ logits, columns }: TextAnswerOf): number => logits.length / columns;

export const rowOf = (numbers: Float32Array, columns: number, row: number): readonly number[] =>
  Array.from(numbers.subarray(row * columns, (row + 1) * columns));

export const bestOf = (row: readonly number[]): number => row.indexOf(Math.max(...row));

/** A word of a text: its tokens, and where they are. */
export interface Word {
  readonly tokens: readonly number[];
  readonly text: string;
  /** Which text of a pair. */
  readonly of: number;
}

/** The words of both texts in order, without the signs that were added. */
export function wordsOf(
  { tokens }: Pick<TextAnswerOf, 'tokens'>,
  texts: readonly string[],
): readonly Word[] {
  const words: { tokens: number[]; begin: number; end: number; of: number }[] = [];
  for (const [i, { piece, begin, end, text: of }] of tokens.entries()) {
    if (end === begin) continue;
    const last = words.at(-1);
    if (last && piece.startsWith('##') && last.of === of && last.end === begin) {
      last.tokens.push(i);
      last.end = end;
    } else words.push({ tokens: [i], begin, end, of });
  }
  return words.map(({ begin, end, ...word }) => ({
    ...word,
    text: (texts[word.of] ?? '').slice(begin, end).trim(),
  }));
}

/** What each word adds to the logit: the sum of its tokens' gradient times embedding. */
export const sharesOf = (
  words: readonly Word[],
  { shares }: Pick<TextAnswerOf, 'shares'>,
): readonly number[] =>
  words.map(({ tokens }) => tokens.reduce((sum, i) => sum + (shares[i] ?? 0), 0));

/** Longest answer in tokens. */
const longest = 30;

interface Span {
  readonly begin: number;
  readonly end: number;
  /** Of its beginning times of its end. */
  readonly probability: number;
}

/** The most probable span in the second text; null where that has none. */
export function spanOf({ tokens, probabilities }: TextAnswerOf): Span | null {
  const allowed = tokens.map(({ text, begin, end }) => text === 1 && end > begin);
  let best: Span | null = null;
  for (let begin = 0; begin < tokens.length; begin++) {
    if (!allowed[begin]) continue;
    for (let end = begin; end < begin + longest && allowed[end]; end++) {
      const p = (probabilities[2 * begin] ?? 0) * (probabilities[2 * end + 1] ?? 0);
      if (p > (best?.probability ?? 0)) best = { begin, end, probability: p };
    }
  }
  return best;
}

/** The products of a logit, the largest first; `rest` is the sum of the others. */
export function termsOf(
  { terms }: Pick<TextAnswerOf, 'terms'>,
  most: number,
): {
  readonly largest: readonly (readonly [column: number, product: number])[];
  readonly rest: number;
  readonly bias: number;
} {
  const products = Array.from(terms.subarray(0, -1)).map((product, j) => [j, product] as const);
  const sorted = products.toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const rest = sorted.slice(most).reduce((sum, [, product]) => sum + product, 0);
  return { largest: sorted.slice(0, most), rest, bias: terms.at(-1) ?? 0 };
}

/** A label as it is named; a head without names numbers them. */
export function nameOf({ kind, labels }: Head, label: number): string {
  if (kind === 'replaced') return msg`replaced`;
  if (kind === 'span') return label === 0 ? msg`begins here` : msg`ends here`;
  return labels[label] ?? msg`label ${label + 1}`;
}

export const noHead = ({ metadata }: ModelInfo): string =>
  msg`${metadata.name ?? msg`This model`} has no head that labels texts; open the folder of a model whose config.json names one of these under “architectures”, and its answers appear in the boxes.`;

interface Reading {
  readonly now: TextAnswerOf;
  readonly asked: { readonly row: number; readonly label: number };
  readonly before: TextAnswerOf | null;
  readonly twin: TextAnswerOf | null;
  readonly other: string;
  readonly hidden: number;
}

/** The number that is asked about, in a sentence, beside what it was and what the other text gets. */
export function readout({ now, asked, before, twin, other, hidden }: Reading): string {
  const at = asked.row * now.columns + asked.label;
  const name = nameOf(now.head, asked.label);
  const says = percent(now.probabilities[at] ?? Number.NaN);
  const own = msg`“${name}” has a logit of ${signed(now.logits[at] ?? Number.NaN, 3)} and a probability of ${says}.`;
  const former = before && percent(before.probabilities[at] ?? Number.NaN);
  const was = former
    ? msg`With nothing hidden it has ${former}; ${hidden} {1:token is|tokens are} hidden.`
    : '';
  const theirs = twin && percent(twin.probabilities[asked.label] ?? Number.NaN);
  const compared = theirs ? msg`“${other}” gets ${theirs}.` : '';
  return [own, was, compared].filter((text) => text !== '').join(' ');
}

/** What the colours mean, and what can be done. */
export function caption(answer: TextAnswerOf): string {
  const { kind } = answer.head;
  const meaning = msg`The stronger a word’s colour, the more it counts for the label (pink) or against it (grey): its embedding times the logit’s gradient.`;
  if (kind === 'text') return `${meaning} ${msg`Press a label to ask it why, a word to hide it.`}`;
  if (kind === 'span') {
    const span = spanOf(answer);
    const says = span ? percent(span.probability) : percent(0);
    return `${meaning} ${msg`The framed words are the likeliest answer, with a probability of ${says}.`}`;
  }
  return `${meaning} ${msg`Press a word to see its labels.`}`;
}

/// What stands in place of labels where the model has no head that gives any: where they would be, and how
/// a model that has one is opened.

/** Of the reader's words, as many as a card has lines for. */
const mostWords = 12;

/** Opens a folder of the reader's in the figure. */
async function openFolder(m: FigureContext, input: HTMLInputElement): Promise<void> {
  const files = Array.from(input.files ?? []);
  if (files.length === 0) return;
  input.value = '';
  try {
    const detail = await modelOf(files);
    input.dispatchEvent(new CustomEvent('fovea-open', { detail, bubbles: true, composed: true }));
    m.keep('problem', '');
  } catch (error) {
    m.keep('problem', messageOf(error));
  }
}

/** An address of a folder ends with "/"; what is none is left to be mended. */
function openAddress(m: FigureContext, event: SubmitEvent): void {
  event.preventDefault();
  const written = new FormData(event.target as HTMLFormElement).get('address');
  const source = String(written ?? '').trim();
  if (source === '') return;
  m.dispatch({ type: 'choose', choice: { source: source.replace(/\/?$/, '/') } });
}

function ways(m: FigureContext): TemplateResult {
  const browse = (event: Event) =>
    (event.currentTarget as Element).parentElement
      ?.querySelector<HTMLInputElement>('input[type=file]')
      ?.click();
  const pick = (event: Event) => void openFolder(m, event.target as HTMLInputElement);
  const open = (event: SubmitEvent) => openAddress(m, event);
  const problem = m.kept('problem', '');
  return html`<form class="fields" @submit=${open}>
      <button type="button" class="act" @click=${browse}>${msg`Open a folder…`}</button>
      <input type="file" webkitdirectory multiple hidden @change=${pick} />
      <label>${msg`or its address`} <input type="url" name="address" required autocomplete="off"
        pattern="https?://.+" placeholder="https://…/resolve/main/" /></label>
      <button type="submit" class="act">${msg`Open`}</button>
    </form>
    ${problem === '' ? '' : html`<p role="alert">${problem}</p>`}`;
}

const slot = html`<span class="slot">?</span>`;

const under = (words: readonly Word[], slots: (i: number) => boolean) =>
  words.map(
    ({ text }, i) => html`<span class="word">${text}<small>${slots(i) ? slot : ''}</small></span> `,
  );

interface Kind {
  readonly title: string;
  readonly about: string;
  /** As config.json names it under "architectures". */
  readonly named: string;
  readonly picture: (words: readonly Word[]) => unknown;
}

/** What heads give labels to, each with the reader's own words. */
const kinds = (): readonly Kind[] => [
  {
    title: msg`The text`,
    about: msg`How probable each label is: of sentiment, of topic, or whether one of two texts follows from the other.`,
    named: '…ForSequenceClassification',
    picture: (words) => html`${under(words, () => false)}<span class="to">→ ${slot}</span>`,
  },
  {
    title: msg`Each word`,
    about: msg`Names of people and places, or parts of speech: the likeliest stands beneath its word.`,
    named: '…ForTokenClassification',
    picture: (words) => under(words, () => true),
  },
  {
    title: msg`Where an answer is`,
    about: msg`The sentence is the question, and a passage that you type has the answer, framed from its first word to its last.`,
    named: '…ForQuestionAnswering',
    picture: (words) => html`${under(words, () => false)}<br /><span class="slot">? … ?</span>`,
  },
  {
    title: msg`Words that were replaced`,
    about: msg`ELECTRA says of each word how probably another stood there before.`,
    named: 'ElectraForPreTraining',
    picture: (words) => under(words, () => true),
  },
];

export function intro(m: FigureContext): TemplateResult {
  const tokens = m.trace.encoding.tokens.map((token) => ({ ...token, text: 0 }));
  const all = wordsOf({ tokens }, [m.state.sentence]);
  const words = all.slice(0, mostWords);
  const { height } = m.size;
  const size = height === undefined ? {} : { 'min-height': `${Math.round(0.72 * height)}px` };
  return html`<figure class="labels intro" style=${styled(size)}>
    <div><p class="told">${noHead(m.model)}</p>${ways(m)}</div>
    <div class="kinds">${kinds().map(
      ({ title, about, named, picture }) =>
        html`<section><h3>${title}</h3><p class="text">${picture(words)}${all.length > words.length ? ' …' : ''}</p>
          <p class="about">${about}</p><p class="about"><code>${named}</code></p></section>`,
    )}</div>
    <figcaption>${msg`Ask any label in a box why, and the words take colours for what they add to it.`}</figcaption>
  </figure>`;
}
