import { html, type TemplateResult } from 'lit';
import type { ModelConfig } from '../../model/protocol';
import {
  added,
  either,
  explanation,
  letter,
  positiveValue,
  power as powerOf,
  row as rowOf,
  sumOf,
  type Term,
  value,
} from '../../state/dataflow/explanation';
import { fine, positive, signed } from '../../state/format';
import { explained } from '../../widgets/terms';
import { grouped } from '../../words/language';
import { msg, msgParts } from '../../words/msg';
import { tileBytes } from '../kit/cost';
import {
  askingOf,
  type Derive,
  derived,
  deriveFrom,
  type Told,
  tell,
  told,
} from '../kit/derivation';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { guessOf, type Question, questionBox } from '../kit/question';
import { held, outputs, scoresPicture } from './picture';
import { distance, makeAhead, type Scene, sceneOf, scoreOf, worstAtEnd } from './scene';
import { tilesStyles } from './styles.css';

const quoted = (word: string | undefined): string => msg`“${word}”`;

const bytesOfFloat = 4;

/** Differences up to this one are the rounding of 32-bit numbers. */
const rounding = 1e-4;

/** How many numbers there are at once. */
export function countText({ words, tiles, step, rows }: Scene): string {
  const n = words.length;
  const tile = tiles[step - 1];
  const size = (from: number, end: number) => end - from;
  if (!tile)
    return msg`The full square would hold ${n} × ${n} = ${n * n} scores; none of them exists yet.`;
  const now = size(...tile.queries) * size(...tile.keys);
  return step === tiles.length
    ? msg`All ${rows.length} outputs are done, and never more than one tile of the ${n * n} scores existed at a time.`
    : msg`Only the ${now} scores of this tile exist now, out of ${n * n}; of all earlier ones, each row keeps a running sum and an output.`;
}

/** What is kept of the word's row in place of its scores; how far its output is off, once it may be said. */
export function rowText(scene: Scene, isShown: boolean): Told {
  const { words, rows, focus } = scene;
  const row = rows[focus];
  const word = quoted(words[focus]);
  if (!row || row.sum === 0) return [msg`${word} has not met a key yet.`];
  const sum = { text: positive(row.sum), key: 'sum' };
  const met = msgParts`${word} has met ${row.met} of ${words.length} keys and keeps two numbers: its largest score, ${signed(row.most)}, and the sum of powers, ${sum}.`;
  if (!isShown) return tell(met);
  return tell(met, [
    ' ',
    msg`Its output is still ${fine(distance(scene, focus))} away from the final one.`,
  ]);
}

const bytes = (count: number): string => {
  const [unit, by] =
    count >= 1e9
      ? (['GB', 1e9] as const)
      : count >= 1e6
        ? (['MB', 1e6] as const)
        : (['kB', 1e3] as const);
  return `${grouped(Number((count / by).toPrecision(3)))} ${unit}`;
};

/** Memory that grows with n² and memory that does not. */
export function memoryText({ words }: Scene, config: ModelConfig): string {
  const heads = config.num_attention_heads;
  const at = (n: number) => bytes(heads * n * n * bytesOfFloat);
  return msg`The scores of ${heads} heads take up ${at(words.length)} for these ${words.length} words, ${at(1000)} for 1,000 and ${at(100_000)} for 100,000: they grow with n². The core’s own tile, 60 queries by 256 keys, takes ${bytes(tileBytes)} however long the text; everything else grows with n.`;
}

/** Of any words: rounding is all that differs. */
export const tiled = { id: 'tiled', of: '' };

/** Whether the numbers change, to be guessed before the difference is said: until then it need not be computed. */
export function questionOf(scene: Scene, isGuessed: boolean): Question {
  const worst = isGuessed ? worstAtEnd(scene) : 0;
  return {
    ...tiled,
    asks: msg`Each tile’s scores are thrown away. Does that change the output?`,
    options: [msg`only by rounding`, msg`a little`, msg`a lot`],
    right: worst <= rounding ? 0 : worst < 0.1 ? 1 : 2,
    why: msg`Over all ${scene.words.length} rows, the largest difference from the core’s pass with all scores at once is ${fine(worst)}.`,
  };
}

const besideWidth = 330;

function controls(m: FigureContext, { size, sizes, tiles, step }: Scene): TemplateResult {
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
  makeAhead(scene);
  const beside = m.size.width >= 700;
  const width = beside ? m.size.width - besideWidth - 28 : m.size.width;
  return html`<figure class="tiles">
    <div class="both"><div>${scoresPicture(m, scene, { ...m.size, width })}${controls(m, scene)}</div>
      <div class="beside"><figcaption>${explained(countText(scene))}</figcaption>
        ${held(scene)} ${outputs(m, scene)} ${toldOf(m, scene)}
        ${questionBox(questionOf(scene, guessOf(m.state, tiled) !== null), m.state, m.dispatch)}
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
