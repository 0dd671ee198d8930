import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { cssColor, signedScale } from '../../render/color';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { patchesAcross, patchSide, type Reading } from './reading';
import { side } from './scene';
import { tokenText } from './seen-panel';

function cells(vector: Float32Array): readonly TemplateResult<2>[] {
  const bound = Math.max(...vector.map(Math.abs));
  const scale = signedScale('residual', bound);
  return [...vector].map(
    (x, i) => svg`<rect x=${i} width="1.02" height="1" fill=${cssColor(scale, x)}></rect>`,
  );
}

/** A vector as a row of cells, by colour; drawn again where it is another one. */
const strip = (vector: Float32Array): TemplateResult =>
  html`<svg class="strip" viewBox="0 0 ${vector.length} 1" preserveAspectRatio="none" aria-hidden="true">${guard(
    [vector.buffer, vector.byteOffset],
    () => cells(vector),
  )}</svg>`;

const byte = (x = 0): number => Math.round(255 * x);

/** A patch by itself: its numbers, from 0 to 1, are red, green and blue of its pixels. */
const patchPicture = (numbers: Float32Array): TemplateResult =>
  html`<svg class="patch" viewBox="0 0 ${patchSide} ${patchSide}" aria-hidden="true">${Array.from(
    { length: patchSide ** 2 },
    (_, i) => {
      const [red, green, blue] = [0, 1, 2].map((c) => byte(numbers[3 * i + c]));
      return svg`<rect x=${i % patchSide} y=${Math.floor(i / patchSide)} width="1.02" height="1.02" fill="rgb(${red} ${green} ${blue})"></rect>`;
    },
  )}</svg>`;

/** A step of the encoder, with what it does to a sentence and to a picture. */
interface Step {
  readonly name: string;
  readonly sentence: string;
  readonly picture: string;
  /** The tensor that both have of it. */
  readonly tensor?: string;
}

/** The steps side by side, with the sizes of both models. */
export function stepsOf({ model, trace }: FigureContext, reading: Reading): readonly Step[] {
  const { config } = model;
  const n = trace.encoding.tokens.length;
  const numbers = patchSide ** 2 * 3;
  const { width, heads, layers, tokens } = reading;
  return [
    {
      name: msg`cut`,
      sentence: msg`the text into ${n} tokens`,
      picture: msg`${side} × ${side} pixels into ${patchesAcross ** 2} patches of ${patchSide} × ${patchSide}`,
    },
    {
      name: msg`embed`,
      sentence: msg`a token is a row of a learned table, ${grouped(config.vocab_size)} × ${config.hidden_size}`,
      picture: msg`a patch’s ${numbers} numbers times a learned matrix, ${numbers} × ${width}`,
      tensor: 'embedding.tokens',
    },
    {
      name: msg`position`,
      sentence: msg`waves along the sentence`,
      picture: msg`waves along the rows, and others along the columns`,
      tensor: 'embedding.positions',
    },
    {
      name: msg`attention`,
      sentence: msg`${n} × ${n} weights per head, ${config.num_attention_heads} heads`,
      picture: msg`${tokens} × ${tokens} weights per head, ${heads} heads`,
    },
    {
      name: msg`feed-forward`,
      sentence: msg`each token on its own`,
      picture: msg`each patch on its own`,
    },
    {
      name: msg`again`,
      sentence: msg`${config.num_hidden_layers} {0:layer|layers}`,
      picture: msg`${layers} {0:layer|layers}`,
    },
    {
      name: msg`predict`,
      sentence: msg`a token for a masked one, from its last vector`,
      picture: msg`one of ${reading.answer.answers.length} answers, from the last vector of the question, which is a token before the patches`,
    },
  ];
}

/** A patch's token, and the word piece in focus, as the steps have them. */
export function stepsTable(m: FigureContext, reading: Reading, token: number): TemplateResult {
  const word = Math.min(m.state.token, m.trace.encoding.tokens.length - 1);
  const stripOf = (row: Float32Array) => (row.length ? strip(row) : nothing);
  const cells = ({ sentence, picture, tensor }: Step) => {
    if (!tensor) return html`<td>${sentence}</td><td>${picture}</td>`;
    const ofWord = m.trace.has(tensor) ? m.trace.row(tensor, word) : new Float32Array();
    return html`<td>${sentence}${stripOf(ofWord)}</td><td>${picture}${stripOf(reading.row(tensor, token))}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${msg`The same steps for a sentence and for a picture`}><table class="steps">
    <tr><td></td><th scope="col">${msg`a sentence`} <small>“${m.trace.encoding.tokens[word]?.piece}”</small></th><th scope="col">${msg`a picture`} ${patchPicture(reading.row('patches.pixels', token - 1))} <small>${tokenText(token)}</small></th></tr>
    ${stepsOf(m, reading).map((step) => html`<tr><th scope="row">${step.name}</th>${cells(step)}</tr>`)}
  </table></div>`;
}
