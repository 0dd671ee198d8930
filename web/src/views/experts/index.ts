import { html, nothing, type TemplateResult } from 'lit';
import { visibleWords } from '../../render/visible-words';
import { percent, weight } from '../../state/format';
import { explained } from '../../widgets/terms';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { askingOf, deriveCells, derived, followHere, plainly, told } from '../kit/derivation';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { guessOf, questionBox } from '../kit/question';
import { numbersTable } from '../kit/text-figure';
import { evennessText, wordText } from './caption';
import { cellText, expertGrid } from './grid';
import { type Place, probabilities, shares, twinsIn } from './numbers';
import { questionOf, twinsAsked } from './question';
import {
  expertsOf,
  isOwn,
  layersOf,
  problemOf,
  type Reading,
  readingOf,
  routerOf,
} from './reading';
import { expertsStyles } from './styles.css';

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
    ${folded(m, 'even', msg`How evenly the work is spread`, () => html`<p class="told">${explained(evennessText(reading))}</p>`)}
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
