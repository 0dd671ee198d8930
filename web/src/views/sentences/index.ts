import { html, nothing, svg, type TemplateResult } from 'lit';
import { ownRun } from '../../model/protocol';
import { styled } from '../../render/styled';
import { signed } from '../../state/format';
import { otherText } from '../../state/what-if/twins';
import { nothingIn } from '../../state/word-names';
import { msg } from '../../words/msg';
import {
  answerTo,
  askModel,
  type FigureContext,
  groundOf,
  type HostedFigure,
} from '../kit/hosted-figure';
import { sentenceStyles } from './styles.css';

/// Vectors of sentences, and what two have in common.

/** Of a text: the last hidden state of its tokens, row by row. */
export interface Pooled {
  readonly pieces: readonly string[];
  readonly hidden: Float32Array;
  readonly vector: Float32Array;
}

type Pooling = 'first' | 'mean' | 'max';

/** Which row has the largest number of a column: the first of equals. */
function rowOfMost(hidden: Float32Array, d: number, column: number): number {
  let best = 0;
  for (let i = 1; i * d < hidden.length; i++)
    if ((hidden[i * d + column] ?? 0) > (hidden[best * d + column] ?? 0)) best = i;
  return best;
}

/** The vector of a text, not yet normalised: a cosine does not ask for that. */
export function vectorOf(hidden: Float32Array, d: number, pooling: Pooling): Float32Array {
  const rows = hidden.length / d;
  return Float32Array.from({ length: d }, (_, j) => {
    if (pooling === 'first') return hidden[j] ?? 0;
    if (pooling === 'max') return hidden[rowOfMost(hidden, d, j) * d + j] ?? 0;
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += hidden[i * d + j] ?? 0;
    return sum / rows;
  });
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, x, j) => sum + x * (b[j] ?? 0), 0);

const lengthOf = (a: Float32Array): number => Math.sqrt(dot(a, a));

export const cosine = (a: Pooled, b: Pooled): number =>
  dot(a.vector, b.vector) / (lengthOf(a.vector) * lengthOf(b.vector));

/** How much each row counts for each column of the vector. */
function shareOf(text: Pooled, pooling: Pooling): (row: number, column: number) => number {
  const d = text.vector.length;
  const rows = text.hidden.length / d;
  if (pooling === 'mean') return () => 1 / rows;
  if (pooling === 'first') return (row) => (row === 0 ? 1 : 0);
  const most = Array.from({ length: d }, (_, j) => rowOfMost(text.hidden, d, j));
  return (row, column) => (most[column] === row ? 1 : 0);
}

/** Each pair of tokens' part of the cosine; together they are it. Row by row of the first text. */
export function partsOf(a: Pooled, b: Pooled, pooling: Pooling): Float32Array {
  const d = a.vector.length;
  const [rows, columns] = [a.hidden.length / d, b.hidden.length / d];
  const [ofA, ofB] = [shareOf(a, pooling), shareOf(b, pooling)];
  const scale = lengthOf(a.vector) * lengthOf(b.vector);
  const parts = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < columns; k++) {
      let sum = 0;
      for (let j = 0; j < d; j++)
        sum += (a.hidden[i * d + j] ?? 0) * (b.hidden[k * d + j] ?? 0) * ofA(i, j) * ofB(k, j);
      parts[i * columns + k] = sum / scale;
    }
  return parts;
}

/** As many as a matrix shows legibly. */
const mostSentences = 8;

/** Set beside the reader's own at first. */
const others = ['The dog slept because it was tired.', 'A ship sails across the sea.'];

const poolingOf = (m: FigureContext): Pooling => m.model.head?.pooling ?? 'mean';

function sentencesOf(m: FigureContext): readonly string[] {
  const first = [m.state.sentence, otherText(m.state), ...others];
  const text = m.kept<string | null>('sentences', null) ?? first.join('\n');
  const lines = text.split('\n').filter((line) => nothingIn(line) === null);
  return [...new Set(lines)].slice(0, mostSentences);
}

/** A text's vector: of a published model its own, of another the mean of its last hidden state. */
async function pooled(m: FigureContext, text: string): Promise<Pooled> {
  const { model } = m;
  const d = model.config.hidden_size;
  const pooling = poolingOf(m);
  if (model.head) {
    const { tokens, hidden } = await askModel(model, 'sentence', { text });
    return {
      pieces: tokens.map(({ piece }) => piece),
      hidden,
      vector: vectorOf(hidden, d, pooling),
    };
  }
  const asked = { text, masked: [], run: ownRun, loss: undefined };
  const { tokens, tensors, data } = await askModel(model, 'encode', asked);
  const { offset, length } = tensors.find(({ name }) => name === 'output') ??
    tensors.at(-1) ?? { offset: 0, length: 0 };
  const hidden = data.slice(offset, offset + length);
  return { pieces: tokens.map(({ piece }) => piece), hidden, vector: vectorOf(hidden, d, pooling) };
}

/** Which two are looked into: the reader's, or the first. */
function pairOf(m: FigureContext, count: number): readonly [number, number] {
  const [a = 0, b = 1] = (m.choices.get('pair') ?? '').split('-').map(Number);
  return a >= 0 && b > a && b < count ? [a, b] : [0, 1];
}

const ground = (x: number) => styled({ background: groundOf(x) });

function matrix(m: FigureContext, all: readonly Pooled[], pair: readonly [number, number]) {
  const cell = (i: number, k: number) => {
    const x = cosine(all[i] as Pooled, all[k] as Pooled);
    if (i >= k) return html`<td>${i === k ? '1' : nothing}</td>`;
    const press = () => m.choose({ pair: `${i}-${k}` });
    const chosen = pair[0] === i && pair[1] === k;
    return html`<td><button type="button" class="cell" style=${ground(x)} aria-pressed=${chosen}
      aria-label=${msg`Sentences ${i + 1} and ${k + 1}: ${signed(x)}`} @click=${press}>${signed(x)}</button></td>`;
  };
  return html`<table class="cosines"><caption class="unseen">${msg`Cosines of the sentences`}</caption>
    <tr><td></td>${all.map((_, k) => html`<th scope="col">${k + 1}</th>`)}</tr>
    ${all.map((_, i) => html`<tr><th scope="row">${i + 1}</th>${all.map((_each, k) => cell(i, k))}</tr>`)}
  </table>`;
}

const lineHeight = 30;
const widest = 9;

/** Arches between the sentences, as thick as their cosine. */
function arches(texts: readonly string[], all: readonly Pooled[], pair: readonly [number, number]) {
  const height = lineHeight * texts.length;
  const room = 16 + 11 * texts.length;
  const at = (i: number) => lineHeight * (i + 0.5);
  const paths = all.flatMap((a, i) =>
    all.slice(i + 1).map((b, n) => {
      const k = i + 1 + n;
      const x = cosine(a, b);
      const reach = 10 + 10 * (k - i);
      const path = `M ${room} ${at(i)} C ${room - reach} ${at(i)} ${room - reach} ${at(k)} ${room} ${at(k)}`;
      const chosen = pair[0] === i && pair[1] === k;
      return svg`<path d=${path} fill="none" stroke=${x < 0 ? 'var(--negative)' : 'var(--weight)'}
        stroke-width=${Math.max(0.5, widest * Math.abs(x))} opacity=${chosen ? 1 : 0.3}></path>`;
    }),
  );
  return html`<div class="arched"><svg width=${room} height=${height} aria-hidden="true">${paths}</svg>
    <ol>${texts.map((text, i) => html`<li class=${pair.includes(i) ? 'chosen' : ''}>${text}</li>`)}</ol></div>`;
}

/** Each pair of words' part of the cosine. */
function detail(m: FigureContext, a: Pooled, b: Pooled): TemplateResult {
  const pooling = poolingOf(m);
  const parts = partsOf(a, b, pooling);
  const most = Math.max(...parts.map(Math.abs), 1e-9);
  const columns = b.pieces.length;
  const best = parts.indexOf(Math.max(...parts));
  const says = msg`The cosine, ${signed(cosine(a, b), 3)}, is the sum of these ${parts.length} parts; the largest, ${signed(parts[best] ?? 0, 3)}, comes from “${a.pieces[Math.floor(best / columns)] ?? ''}” and “${b.pieces[best % columns] ?? ''}”.`;
  const how = {
    mean: msg`Each is the product of two words’ last vectors, divided by the number of words in both sentences and by the lengths of both vectors.`,
    first: msg`This model takes its first token’s vector for the sentence, so no other pair counts.`,
    max: msg`This model takes each number of the vector from the word where it is largest: a pair counts only the numbers that come from both of its words.`,
  }[pooling];
  return html`<p class="told" role="status">${says} <span class="about">${how} ${msg`Press a cosine to see why.`}</span></p>
    <div class="scrolls" tabindex="0" role="region" aria-label=${msg`Parts of the cosine`}><table class="parts">
      <tr><td></td>${b.pieces.map((piece) => html`<th scope="col"><span>${piece}</span></th>`)}</tr>
      ${a.pieces.map(
        (piece, i) =>
          html`<tr><th scope="row">${piece}</th>${b.pieces.map((_, k) => {
            const x = parts[i * columns + k] ?? 0;
            return html`<td class="cell" style=${ground(x / most)}>${signed(x, 3)}</td>`;
          })}</tr>`,
      )}
    </table></div>`;
}

function draw(m: FigureContext): TemplateResult {
  const texts = sentencesOf(m);
  const change = (event: Event) => m.keep('sentences', (event.target as HTMLTextAreaElement).value);
  const field = html`<label class="lines">${msg`One sentence per line`}
    <textarea rows=${texts.length + 2} .value=${texts.join('\n')} @change=${change}></textarea></label>`;
  const asked = texts.map((text) => answerTo(m, text, () => pooled(m, text)));
  const problem = asked.find((each) => each.problem !== '')?.problem;
  if (problem)
    return html`<figure class="sentences">${field}<p role="alert">${problem}</p></figure>`;
  if (texts.length < 2)
    return html`<figure class="sentences">${field}<p role="status">${msg`Type at least two sentences.`}</p></figure>`;
  const all = asked.flatMap(({ value }) => value ?? []);
  if (all.length < texts.length)
    return html`<figure class="sentences">${field}<p role="status">${msg`Reading the sentences …`}</p></figure>`;
  const pair = pairOf(m, all.length);
  return html`<figure class="sentences">
    <div class="panes">
      <div>${field} ${arches(texts, all, pair)} ${matrix(m, all, pair)}</div>
      <div>${detail(m, all[pair[0]] as Pooled, all[pair[1]] as Pooled)}</div>
    </div>
    <figcaption>${m.model.head?.saysHowToPool ? msg`Vectors are pooled as the model’s folder says.` : msg`This model was not trained to turn sentences into vectors: each vector here is the mean of its last hidden states.`}</figcaption></figure>`;
}

/** How near sentences are, and why. */
export const figure: HostedFigure = {
  styles: sentenceStyles,
  draw,
  speech: () => '',
};
