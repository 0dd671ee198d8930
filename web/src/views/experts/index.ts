import { css, html, nothing, type TemplateResult } from 'lit';
import * as look from '../../render/palette.css';
import { visibleWords } from '../../render/visible-words';
import { count, percent, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { explained } from '../../widgets/terms';
import { grouped } from '../../words/language';
import { msg, msgParts } from '../../words/msg';
import {
  askingOf,
  deriveCells,
  derived,
  followHere,
  plainly,
  type Told,
  tell,
  told,
} from '../kit/derivation';
import { captionedFigureStyles } from '../kit/figure-text.css';
import { folded } from '../kit/folded';
import { type FigureContext, type HostedFigure, numbersTable } from '../kit/hosted-figure';
import { guessOf, type Question, questionBox } from '../kit/question';
import { cellText, expertGrid } from './grid';
import {
  alike,
  keyOf,
  type Place,
  probabilities,
  shares,
  takenIn,
  twinsIn,
  workOf,
} from './numbers';
import {
  expertsOf,
  isOwn,
  layersOf,
  problemOf,
  type Reading,
  readingOf,
  routerOf,
  takenOf,
} from './reading';

const expertsStyles = css`
  ${captionedFigureStyles}
  .row {
    display: flex;
    align-items: flex-end;
    min-height: 30px;
  }
  .row > * {
    flex: none;
  }
  .heads {
    min-height: 17px;
    ${look.quiet}
    text-align: center;
  }
  .what {
    box-sizing: border-box;
    padding-inline-end: 8px;
    ${look.quiet}
    text-align: end;
  }
  .word {
    align-self: stretch;
    box-sizing: border-box;
    ${look.ellipsis}
    padding-inline-end: 8px;
    font: 15px var(--serif);
    text-align: end;
  }
  .own .word {
    ${look.ownWord}
  }
  .cell,
  .sum {
    position: relative;
    height: 28px;
    background: var(--zero);
    forced-color-adjust: none;
  }
  .sum {
    height: 40px;
  }
  .work {
    margin-top: 6px;
    padding-top: 6px;
    border-top: 1px solid var(--line);
  }
  :is(.cell, .sum) i {
    position: absolute;
    inset: auto 0 0;
    background: var(--ink-2);
    opacity: 0.35;
    transition: height 0.4s var(--ease);
  }
  .sum i {
    background: var(--feed-forward);
    opacity: 0.75;
  }
  .taken {
    box-shadow: inset 0 0 0 1.5px var(--weight);
  }
  .taken i {
    background: var(--weight);
    opacity: 0.55;
  }
  :is(.cell, .sum) b {
    position: absolute;
    inset: 0;
    ${look.centred}
    color: var(--ink);
    font: 12px var(--sans);
    font-variant-numeric: tabular-nums;
    paint-order: stroke;
  }
  .cell:is(:hover, [aria-expanded='true']) {
    outline: 1.5px solid var(--ink);
  }
  .readout {
    ${look.readout}
  }
  @media (prefers-reduced-motion: reduce) {
    :is(.cell, .sum) i {
      transition: none;
    }
  }
`;

const quoted = (word: string): string => msg`“${word}”`;

/** The experts that a word takes, the one with the largest share first. */
const byShare = (reading: Reading, layer: number, word: number): readonly number[] => {
  const row = shares(reading, layer, word);
  return [...takenIn(reading, layer, word)].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
};

const layers = (reading: Reading): readonly number[] =>
  Array.from({ length: layersOf(reading) }, (_, layer) => layer);

/** Which expert the word takes most of, in the first layer. */
export function wordText(reading: Reading, word: number): Told {
  const [first = 0] = byShare(reading, 0, word);
  const share = shares(reading, 0, word)[first] ?? 0;
  const most = { text: percent(share), key: keyOf('choice', { layer: 0, word, expert: first }) };
  return tell(
    msgParts`A router sends each word to ${count(takenOf(reading))} of ${count(expertsOf(reading))} feed-forward networks, called experts: in layer 1, ${quoted(reading.words[word] ?? '')} goes mostly to expert ${first + 1} (${most}).`,
  );
}

/** How far from even the work is: the busiest and the idlest expert of the layer where they differ most. */
export function workBalanceText(reading: Reading): string {
  const spread = (layer: number) => {
    const work = workOf(reading, layer);
    return Math.max(...work) - Math.min(...work);
  };
  const layer = argmax(layers(reading).map(spread));
  const work = workOf(reading, layer);
  const [most, least] = [argmax(work), argmax(work.map((share) => -share))];
  const even = percent(1 / expertsOf(reading));
  return spread(layer) < 0.01
    ? msg`The ${reading.words.length} words are spread evenly: each expert gets ${even} of them, within 1 %.`
    : msg`Spread evenly, each expert would get ${even} of the words. Layer ${layer + 1} is the least even: expert ${most + 1} gets ${percent(work[most] ?? 0)}, expert ${least + 1} gets ${percent(work[least] ?? 0)}.`;
}

export const twinsAsked = ({ words }: Reading) => ({ id: 'twins', of: words.join(' ') });

/** What the reader guesses before the second of two equal words is drawn; null where no word stands twice. */
export function questionOf(reading: Reading): Question | null {
  const twins = twinsIn(reading);
  if (!twins) return null;
  const [a, b] = twins;
  const same = alike(reading, a, b).length;
  const layers = layersOf(reading);
  const word = reading.words[a] ?? '';
  const first = alike(reading, a, b);
  const other = Array.from({ length: layers }, (_, l) => l).find((l) => !first.includes(l)) ?? 0;
  const named = (at: number) =>
    takenIn(reading, other, at)
      .map((e) => e + 1)
      .join(' + ');
  return {
    ...twinsAsked(reading),
    asks: msg`“${word}” appears twice, as words ${a + 1} and ${b + 1}. Does it use the same experts both times?`,
    options: [msg`in every layer`, msg`in some layers`, msg`in none`],
    right: same === layers ? 0 : same > 0 ? 1 : 2,
    why:
      same === layers
        ? msg`It uses the same ones in all ${layers} layers.`
        : msg`It uses the same ones in ${same} of ${layers} layers; in layer ${other + 1}, ${named(a)} and ${named(b)}: the router reads the word’s vector, which its neighbours have changed.`,
  };
}

/** Words drawn at once. */
const most = 18;

const wordOf = (m: FigureContext, { words, own }: Reading): number => {
  const usual = own
    ? m.state.token
    : words.indexOf(m.trace.encoding.tokens[m.state.token]?.piece ?? '');
  return Math.min(words.length - 1, Math.max(0, m.kept<number | null>('word', null) ?? usual));
};

/** The second of two equal words, until the reader has guessed what becomes of it. */
const veiledIn = (m: FigureContext, reading: Reading): number =>
  guessOf(m.state, twinsAsked(reading)) === null ? (twinsIn(reading)?.[1] ?? -1) : -1;

function about({ own, info }: Reading): TemplateResult {
  if (own) return html`<p class="about">${msg`These are the open model’s own experts.`}</p>`;
  const measured: { heldOut?: { byOutput: number } } = JSON.parse(info.metadata.evaluation ?? '{}');
  const right = measured.heldOut?.byOutput;
  return html`<p class="about">${msg`The open model has no experts; this is a separate small one with ${grouped(info.parameters)} parameters.`} ${
    right === undefined
      ? nothing
      : msg`It knows what the pronoun stands for in ${percent(right)} of new sentences.`
  }</p>`;
}

function table(reading: Reading): TemplateResult {
  const columns = Array.from({ length: layersOf(reading) }, (_, layer) =>
    Array.from({ length: expertsOf(reading) }, (_, expert) => ({ layer, expert })),
  ).flat();
  return numbersTable(
    msg`Probability of each expert, and its weight where it is used`,
    ['', ...columns.map(({ layer, expert }) => msg`layer ${layer + 1}, expert ${expert + 1}`)],
    reading.words.map((name, word) => [
      name,
      ...columns.map(({ layer, expert }) => {
        const share = shares(reading, layer, word)[expert] ?? 0;
        const p = weight(probabilities(reading, layer, word)[expert] ?? 0);
        return share > 0 ? `${p} → ${weight(share)}` : p;
      }),
    ]),
  );
}

function draw(m: FigureContext): TemplateResult {
  const reading = readingOf(m);
  const problem = problemOf(m);
  if (!reading)
    return html`<p role="status">${problem || msg`Loading the model with experts …`}</p>`;
  const focus = wordOf(m, reading);
  const { first, end } = visibleWords(reading.words.length, focus, most);
  const asking = askingOf(m);
  const veiled = veiledIn(m, reading);
  const question = questionOf(reading);
  const said = m.kept<Place | null>('said', null);
  const there = said && said.word < reading.words.length ? cellText(reading, said) : '';
  return html`<figure class="experts">
    ${problem ? html`<p role="alert">${problem}</p>` : nothing}
    ${expertGrid(m, { reading, first, end, focus, veiled })}
    <p class="readout about">${there || msg`Bars are the router’s probabilities. Frames mark the experts a word uses, with their weights. Press one to ask why.`}</p>
    ${derived(asking, deriveCells(reading.run, reading.own ? asking.follow : followHere(reading.run, asking)))}
    ${question ? questionBox(question, m.state, m.dispatch) : nothing}
    ${focus === veiled ? nothing : html`<figcaption>${told(asking, wordText(reading, focus))}</figcaption>`}
    ${folded(m, 'even', msg`How evenly the work is spread`, () => html`<p class="told">${explained(workBalanceText(reading))}</p>`)}
    ${about(reading)} ${veiled < 0 ? table(reading) : nothing}
  </figure>`;
}

/** Which experts the router chooses for each word of the sentence, layer by layer. */
export const figure: HostedFigure = {
  styles: expertsStyles,
  wants: (m) =>
    isOwn(m)
      ? {
          tensors: Array.from({ length: m.model.config.num_hidden_layers }, (_, l) => routerOf(l)),
        }
      : {},
  draw,
  speech(m) {
    const reading = readingOf(m);
    if (!reading) return '';
    const word = wordOf(m, reading);
    return word === veiledIn(m, reading) ? '' : plainly(wordText(reading, word));
  },
};
