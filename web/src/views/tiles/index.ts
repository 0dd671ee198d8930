import { html, type TemplateResult } from 'lit';
import { explanation } from '../../state/dataflow/explanation';
import {
  added,
  either,
  letter,
  positiveValue,
  power as powerOf,
  row as rowOf,
  sumOf,
  type Term,
  value,
} from '../../state/dataflow/expression';
import { positive } from '../../state/format';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import { askingOf, type Derive, derived, deriveFrom, told } from '../kit/derivation';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { guessOf, questionBox } from '../kit/question';
import { countText, memoryText, questionOf, rowText, tiled } from './caption';
import { scoreOf } from './pass';
import { outputs, scoresPicture } from './picture';
import { type Scene, sceneOf, sizes } from './scene';
import { tilesStyles } from './styles.css';

const besideWidth = 330;

function controls(m: FigureContext, { size, tiles, step }: Scene): TemplateResult {
  const slide = (event: Event) => m.choose({ done: (event.target as HTMLInputElement).value });
  return html`<div class="bar-of-controls">
    <button type="button" class="next" ?disabled=${step >= tiles.length} @click=${() => m.choose({ done: String(step + 1) })}>${msg`Next tile`}</button>
    <label><span>${msg`tile ${step} of ${tiles.length}`}</span>
      <input type="range" min="0" max=${tiles.length} step="1" .value=${String(step)} aria-label=${msg`tiles done`} @input=${slide} /></label>
    <span role="group" aria-label=${msg`Side of a tile`}>${msg`side`}
      ${sizes.map(
        (each) =>
          html`<button type="button" class="choice" aria-pressed=${each === size} @click=${() => m.choose({ tile: String(each), done: '' })}>${each}</button> `,
      )}</span>
  </div>`;
}

/** The sum that is kept of a row, from the scores that it has met. */
function derive({ numbers, rows, focus, words }: Scene): Derive {
  const row = rows[focus];
  if (!row || row.sum === 0) return () => null;
  const met = Array.from({ length: row.met }, (_, key) => scoreOf(numbers, focus, key));
  const terms = met.flatMap((score, key): readonly Term[] => {
    if (score === null) return [];
    const exponent = powerOf(letter('e'), rowOf(value(score), '−', value(row.most)));
    return [
      {
        ...{ name: words[key] ?? '', factors: [], written: exponent },
        value: Math.exp(score - row.most),
      },
    ];
  });
  const exponent = rowOf(letter('s_i'), '−', letter('m'));
  const how = explanation({
    operands: [],
    value: row.sum,
    about: msg`s are the scores of the keys met so far, m the largest of them; when a larger one turns up, the sum is multiplied by e^(old m − new m).`,
    written: either(
      sumOf(powerOf(letter('e'), exponent)),
      added(terms.map((term) => positiveValue(term.value))),
    ),
    list: { kind: 'terms', terms },
  });
  const what = msg`what “${words[focus]}” keeps instead of its scores`;
  return deriveFrom([['sum', () => ({ text: positive(row.sum), what, how })]]);
}

function toldOf(m: FigureContext, scene: Scene): TemplateResult {
  const asking = askingOf(m);
  const shown = guessOf(m.state, tiled) !== null;
  return html`<p class="told">${told(asking, rowText(scene, shown))}</p>${derived(asking, derive(scene))}`;
}

function draw(m: FigureContext): TemplateResult {
  const scene = sceneOf(m);
  if (!scene)
    return html`<p role="status">${msg`This run cannot be computed in tiles: its heads are split wrongly, or its softmax runs over columns, so that each weight depends on every row.`}</p>`;
  const beside = m.size.width >= 700;
  const width = beside ? m.size.width - besideWidth - 28 : m.size.width;
  return html`<figure class="tiles">
    <div class="both"><div>${scoresPicture(m, scene, { ...m.size, width })}${controls(m, scene)}</div>
      <div class="beside"><figcaption>${explained(countText(scene))}</figcaption>
        ${outputs(m, scene)} ${toldOf(m, scene)}
        ${questionBox(questionOf(scene), m.state, m.dispatch)}
        ${folded(m, 'memory', msg`How much memory that saves`, () => html`<p class="told">${explained(memoryText(scene, m.model.config))}</p>`, true)}</div></div>
  </figure>`;
}

/** Attention a tile at a time: the same output, without all scores being there at once. */
export const figure: HostedFigure = {
  styles: tilesStyles,
  draw,
  speech(m) {
    const scene = sceneOf(m);
    return scene ? countText(scene) : '';
  },
};
