import { html, nothing, type TemplateResult } from 'lit';
import type { HeadPlace, SureText } from '../../relatives/protocol';
import { percent, weight } from '../../state/format';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { askingOf, told } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import type { Study } from './habits';
import { archesFor, cancel, placesFor, type Source } from './run';
import { archesOf, sentenceArches } from './sentence';
import { placeOf, rowsOf } from './words';

const partsOf = ({ perLayer }: Study, head: number) => ({
  layer: Math.floor(head / perLayer),
  head: head % perLayer,
});

/** The sentences in which a head is most sure, or least, with its arches. */
function sentences(
  m: FigureContext,
  { study, source, head, press }: Detail,
  name: 'sure' | 'unsure',
): unknown {
  const chosen: readonly SureText[] = study[name][head] ?? [];
  const texts = chosen.map(({ text }) => source.texts[text] ?? '');
  const { answer, problem } = archesFor(m, name, partsOf(study, head), texts);
  if (problem) return html`<p role="alert">${problem}</p>`;
  return (answer ?? []).map(({ pieces, weights }, i) =>
    sentenceArches({
      pieces,
      arches: archesOf(weights, pieces.length),
      name: msg`Sentence ${(chosen[i]?.text ?? 0) + 1}: ${percent(chosen[i]?.spread ?? 0)} of the largest possible entropy`,
      press: (word) => press(pieces[word] ?? ''),
    }),
  );
}

const placeTold = ({ pieces, query, key, weight: share }: HeadPlace): TemplateResult => {
  const word = (piece: string, i: number) =>
    i === key
      ? html`<b class="key">${piece}</b> `
      : i === query
        ? html`<b class="query">${piece}</b> `
        : `${piece} `;
  return html`<li><span class="number">${weight(share, 2)}</span> ${pieces.map(word)}</li>`;
};

/** Every place where the head looked at a word. */
function places(m: FigureContext, { study, source, head }: Detail, piece: string): TemplateResult {
  const { share, answer, problem } = placesFor(m, partsOf(study, head), piece, source);
  const close = () => m.keep('piece', '');
  return html`<section class="places"><h3>${msg`Where this head looked at “${piece}”`}</h3>
    ${problem ? html`<p role="alert">${problem}</p>` : nothing}
    ${share === null ? nothing : html`<p class="fields"><progress max="1" .value=${share}></progress> <button type="button" class="act" @click=${() => cancel(m, 'places')}>${msg`cancel`}</button></p>`}
    ${
      answer
        ? html`<p class="about">${msg`“${piece}” appears ${answer.count} {1:time|times} in these sentences. On average, a word there gives it ${percent(answer.mean)} of its weight. The strongest, from the word underlined to “${piece}”:`}</p>
      <ul>${answer.places.map(placeTold)}</ul>`
        : nothing
    }
    <p><button type="button" class="act" @click=${close}>${msg`close`}</button></p></section>`;
}

/** A head that is open, and what was studied. */
export interface Detail {
  readonly study: Study;
  readonly source: Source;
  readonly head: number;
  /** Asks about a word. */
  press(piece: string): void;
}

/** All numbers of a head, and the sentences in which it is most and least sure. */
export function headDetail(m: FigureContext, detail: Detail): TemplateResult {
  const { study, head } = detail;
  const asking = askingOf(m);
  const piece = m.kept('piece', '');
  return html`<section class="detail"><h3>${placeOf(study, head)}</h3>
    <table>${rowsOf(study, head).map(([name, number]) => html`<tr><th scope="row">${name}</th><td>${told(asking, number)}</td></tr>`)}</table>
    <p class="about">${msg`Means over ${grouped(study.texts)} sentences. Press a word below to see every place where this head looked at it.`}</p>
    ${piece ? places(m, detail, piece) : nothing}
    <h3>${msg`Where it is most sure`}</h3>${sentences(m, detail, 'sure')}
    <h3>${msg`Where it is least sure`}</h3>${sentences(m, detail, 'unsure')}
  </section>`;
}
