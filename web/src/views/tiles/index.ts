import { html, nothing, type TemplateResult } from 'lit';
import { positive, signed } from '../../state/format';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import { guessControls, guessOf } from '../kit/guess';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { asksIn, reckoned } from '../kit/reckoned';
import { askingOf, type Reckonings, type Term } from '../kit/reckoning';
import { countText, memoryText, questionOf, rowText, tiled } from './caption';
import { scoreOf } from './pass';
import { outputs, scoresPicture } from './picture';
import { type Scene, sceneOf, sizes } from './scene';
import { tilesStyles } from './styles.css';

const besideWidth = 330;

function controls(m: FigureContext, { size, tiles, step }: Scene): TemplateResult {
  const slide = (event: Event) => m.choose({ done: (event.target as HTMLInputElement).value });
  return html`<div class="bar-of-controls">
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
function reckonings({ numbers, rows, focus, words }: Scene): Reckonings {
  const row = rows[focus];
  if (!row || row.sum === 0) return new Map();
  const terms = Array.from({ length: row.met }, (_, key): readonly Term[] => {
    const score = scoreOf(numbers, focus, key);
    if (score === null) return [];
    const value = Math.exp(score - row.most);
    const text = `e^(${signed(score, 3)} − ${signed(row.most, 3)})`;
    return [{ name: words[key] ?? '', factors: [{ text }], value }];
  }).flat();
  const sum = () => ({
    ...{
      value: positive(row.sum),
      what: msg`what is kept of “${words[focus]}” in place of its scores`,
      terms,
    },
    formula: msg`Σ e^(score − the largest so far) over the keys met; where a larger one comes, the sum is multiplied by e^(the former largest − it)`,
    line: [terms.map(({ value }) => signed(value, 3)).join(' + ')],
  });
  return new Map([['sum', sum]]);
}

function told(m: FigureContext, scene: Scene): TemplateResult {
  const sum = scene.rows[scene.focus]?.sum ?? 0;
  const asked = asksIn(askingOf(m), rowText(scene), sum > 0 ? [[positive(sum), 'sum']] : []);
  return html`<p class="told">${asked}</p>${reckoned(askingOf(m), reckonings(scene))}`;
}

function draw(m: FigureContext): TemplateResult {
  const scene = sceneOf(m);
  if (!scene)
    return html`<p role="status">${msg`This run cannot be made in tiles: its heads are cut wrongly, or its softmax is over columns, so that a weight hangs on all other rows.`}</p>`;
  const beside = m.size.width >= 700;
  const width = beside ? m.size.width - besideWidth - 28 : m.size.width;
  const guessed = guessOf(m.state, tiled) !== null;
  return html`<figure class="tiles">
    ${controls(m, scene)}
    <div class="both">${scoresPicture(m, scene, width)}
      <div class="beside">${outputs(m, scene)} ${guessed ? told(m, scene) : nothing}
        ${guessControls(questionOf(scene), m.state, m.dispatch)}</div></div>
    <figcaption>${explained(countText(scene))}</figcaption>
    <p class="told">${explained(memoryText(scene, m.model.config))}</p>
  </figure>`;
}

/** Attention a tile at a time: the same output, without all scores being there at once. */
export const tilesFigure: HostedFigure = {
  id: 'tiles',
  styles: tilesStyles,
  draw,
  speech(m) {
    const scene = sceneOf(m);
    return scene ? countText(scene) : '';
  },
};
