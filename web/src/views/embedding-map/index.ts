import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import {
  added,
  explanation,
  fraction,
  positiveValue,
  row,
  total,
} from '../../state/dataflow/explanation';
import { cosine } from '../../state/dataflow/kinds/products';
import { percent } from '../../state/format';
import { streamName } from '../../state/stream';
import { otherRequest } from '../../state/what-if/twins';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import {
  askingOf,
  asks,
  type Derivation,
  type Derive,
  derived,
  deriveFrom,
  operandsOf,
  plainly,
  told,
} from '../kit/derivation';
import { type FigureContext, type HostedFigure, numbersTable, picture } from '../kit/hosted-figure';
import { plotReader } from '../kit/plot-reader';
import { questionBox } from '../kit/question';
import { askWay, askWord, readingOf, waysText, wordSpeech } from './caption';
import { wordAt, wordTowards } from './map';
import { type MapScene, mapScene, spaceOf, wordTable } from './scene';
import { mapStyles } from './styles.css';
import type { WayPlot } from './way-plot';
import { cosineText, planes, type Spread, shareOf } from './word-space';

/** The cosine of the chosen word and another of the vocabulary, from their embeddings. */
function ofWords(m: FigureContext, { chosen }: MapScene, id: number): Derivation {
  const { data, shape } = m.state.parameters.get(wordTable) ?? { data: [], shape: [] };
  const size = shape[1] ?? 0;
  const rowOf = (each: number) =>
    operandsOf(data.slice(each * size, (each + 1) * size), wordTable, each);
  const how = cosine(rowOf(chosen.id), rowOf(id));
  const word = m.model.vocabulary[id] ?? '';
  return {
    ...{ text: cosineText(how.value), how },
    what: msg`The cosine between the learned embeddings of “${chosen.word}” and “${word}”.`,
  };
}

function ofSpread(what: string, spread: Spread): Derivation {
  return {
    ...{ text: percent(shareOf(spread)), what },
    how: explanation({
      operands: [],
      value: total(spread.along) / spread.all,
      about: msg`Squared distances from the mean of the marked words: along the two directions drawn, divided by those in all directions.`,
      written: fraction(
        row('(', added(spread.along.map(positiveValue)), ')'),
        positiveValue(spread.all),
      ),
    }),
  };
}

/** The cosine of a word and another of its sentence, from the run. */
function ofWay({ way, end }: WayPlot, layer: number, token: number): Derivation {
  const name = streamName(way.trace, layer) ?? '';
  const rowOf = (each: number) => operandsOf(way.trace.row(name, each), name, each);
  const how = cosine(rowOf(way.token), rowOf(token));
  const [own, other] = [way.token, token].map(
    (each) => msg`“${way.trace.encoding.tokens[each]?.piece}”`,
  );
  return {
    ...{ text: cosineText(how.value), how },
    what:
      layer === 0
        ? msg`The cosine of ${own} and ${other} at the start, in the sentence that ends with “${end}”.`
        : msg`The cosine of ${own} and ${other} after layer ${layer}, in the sentence that ends with “${end}”.`,
  };
}

export function mapDerivations(m: FigureContext, scene: MapScene): Derive {
  const { near, other, measured, space, plane, chosen, ways } = scene;
  const words = [...near, other, ...measured].map(
    (each) => [askWord(each).key, () => ofWords(m, scene, each.word.id)] as const,
  );
  const places = ways.plots.flatMap((plot) =>
    ways.rivals.flatMap(({ token }) =>
      plot.way.cosines.map(
        (_, layer) => [askWay(plot, layer, token).key, () => ofWay(plot, layer, token)] as const,
      ),
    ),
  );
  const name = msg`“${chosen.word}”`;
  const all = msg`What the plane keeps of the variance of the marked words.`;
  return deriveFrom([
    ...words,
    ...places,
    ['plane', () => ofSpread(all, space.spread(plane))],
    [
      'own plane',
      () => ofSpread(msg`What the map keeps of ${name}.`, space.spread(plane, chosen.id)),
    ],
  ]);
}

/** Over the map: a pointer that rests reads, one that presses chooses; arrow keys go from word to word. */
function mapReader(m: FigureContext, scene: MapScene): TemplateResult {
  const { map, chosen } = scene;
  const under = (event: PointerEvent) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return wordAt(map, event.clientX - area.left, event.clientY - area.top)?.word ?? '';
  };
  const rest = (event: PointerEvent) => {
    const word = under(event);
    if (word !== m.kept('word', '')) m.keep('word', word);
  };
  const press = (event: PointerEvent) => {
    m.choose({ word: under(event) });
    m.keep('word', '');
  };
  const key = (event: KeyboardEvent) => {
    const next = wordTowards(map, chosen, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    m.choose({ word: next.word });
  };
  return html`<div class="map-reader" role="slider" tabindex="0" aria-label=${msg`Word on the map`}
    aria-valuemin="0" aria-valuemax=${scene.space.words.length - 1}
    aria-valuenow=${scene.space.words.findIndex(({ id }) => id === chosen.id)}
    aria-valuetext=${wordSpeech(scene)}
    @pointermove=${(event: PointerEvent) => event.pointerType === 'mouse' && rest(event)}
    @pointerleave=${() => m.keep('word', '')} @click=${press} @keydown=${key}></div>`;
}

/** A field for a word: what is typed is chosen where the vocabulary has it. */
function wordField(
  m: FigureContext,
  scene: MapScene,
  name: 'word' | 'with',
  label: string,
): TemplateResult {
  const value = name === 'word' ? scene.chosen.word : scene.other.word.word;
  const change = (event: Event) => {
    const word = (event.target as HTMLInputElement).value.trim().toLowerCase();
    const known = scene.space.words.some((each) => each.word === word);
    m.keep('missing', known ? '' : word);
    if (known) m.choose({ [name]: word });
  };
  return html`<label>${label} <input type="text" size="9" autocomplete="off" spellcheck="false" .value=${value} @change=${change}></label>`;
}

const planeButtons = (m: FigureContext, { plane }: MapScene): TemplateResult =>
  html`<div class="planes about" role="group" aria-label=${msg`Directions of the map`}>${msg`directions`}
    ${planes.map(
      (each, i) =>
        html`<button type="button" aria-pressed=${each === plane} @click=${() => m.choose({ plane: String(i + 1) })}>${msg`${each[0] + 1} and ${each[1] + 1}`}</button>`,
    )}</div>`;

const table = (m: FigureContext, { chosen, measured }: MapScene): TemplateResult =>
  numbersTable(
    msg`Cosine to “${chosen.word}”`,
    [msg`word`, msg`cosine`],
    measured.map((each) => {
      const { text, key } = askWord(each);
      return [each.word.word, asks(askingOf(m), key, text)];
    }),
  );

function wayPart(m: FigureContext, scene: MapScene, plot: WayPlot): TemplateResult {
  const { ways, layer } = scene;
  const says = readingOf(plot, ways, layer);
  const where = layer === 0 ? msg`At the start` : msg`After layer ${layer}`;
  const reader = plotReader({
    plot: plot.plot,
    label: msg`Layer, in the sentence that ends with “${plot.end}”`,
    ...{ stops: Array.from({ length: ways.layers + 1 }, (_, i) => i), at: layer },
    says: `${where}: ${plainly(says)}`,
    choose: (at) => m.choose({ layer: at === ways.layers ? '' : String(at) }),
  });
  return html`<div><p class="end">${msgHtml`“… <b>${plot.end}</b>”`}</p>
    ${picture(plot, reader)}
    <p class="about">${where}: ${told(askingOf(m), says)}</p></div>`;
}

/** The whole figure. */
export function renderMap(m: FigureContext, scene: MapScene): TemplateResult {
  const { isGuessed, question, ways, missing, chosen, space } = scene;
  const box = question ? questionBox(question, m.state, m.dispatch) : nothing;
  return html`<div class="embedding-map ${scene.form}">
    <div class="map">
      <p class="about">${msg`${grouped(space.words.length)} whole words of the vocabulary, drawn along the directions that spread the marked ones furthest apart (principal components).`}</p>
      ${picture(scene.map, mapReader(m, scene))}
      ${planeButtons(m, scene)}
    </div>
    <section class="ruler" tabindex="-1">
      <h3>${msg`How close to “${chosen.word}”`}</h3>
      <p class="about">${msg`cosine, in all ${space.size} numbers: 1 means the same direction`}</p>
      ${isGuessed ? picture(scene.ruler) : box}
    </section>
    <div class="said">
      ${isGuessed ? html`${box} <p class="told">${told(askingOf(m), scene.text)}</p>` : nothing}
      <p class="fields">${wordField(m, scene, 'word', msg`word`)} ${wordField(m, scene, 'with', msg`compare with`)}
        ${missing ? html`<span role="alert">${msg`“${missing}” is not a whole word in this vocabulary.`}</span>` : nothing}</p>
      ${isGuessed ? table(m, scene) : nothing}
    </div>
    <section class="ways">
      <h3>${msg`In a sentence: where “${ways.word}” goes`}</h3>
      <p class="about">${msg`cosine between the vector of “${ways.word}” and those of other words, at the start and after each layer`}</p>
      <div class="plots">${ways.plots.map((plot) => wayPart(m, scene, plot))}
        <p class="told">${told(askingOf(m), waysText(ways))}</p></div>
    </section>
    ${derived(askingOf(m), mapDerivations(m, scene))}
  </div>`;
}

function sceneOf(m: FigureContext) {
  const table = m.state.parameters.get(wordTable);
  const space = table && spaceOf(table, m.model.vocabulary);
  return space ? mapScene(m, space) : space;
}

/** Why vectors: the vocabulary in a plane, a word's neighbours, and a word's way through the layers. */
export const figure: HostedFigure = {
  styles: mapStyles,
  wants({ state }) {
    const other = otherRequest(state);
    return { traces: other ? [other] : [], tensors: ['embedding.tokens'] };
  },
  draw(m) {
    const scene = sceneOf(m);
    if (scene) return renderMap(m, scene);
    return html`<p class="remark">${
      scene === null
        ? msg`This vocabulary has too few of the words mapped here.`
        : msg`Reading the embedding table …`
    }</p>`;
  },
  speech(m) {
    const scene = sceneOf(m);
    return scene?.isGuessed ? `${wordSpeech(scene)} ${plainly(waysText(scene.ways))}` : '';
  },
};
