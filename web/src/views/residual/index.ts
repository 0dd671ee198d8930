import { html, nothing, type TemplateResult } from 'lit';
import { gradientName, type Trace } from '../../model/trace';
import {
  constant,
  explanation,
  fraction,
  letter,
  power,
  root,
  sumOf,
  value,
} from '../../state/dataflow/explanation';
import { shareOf } from '../../state/dataflow/kinds/attention';
import { cosine } from '../../state/dataflow/kinds/products';
import { fine, signed, weight } from '../../state/format';
import { likelihood } from '../../state/prediction';
import { streamName } from '../../state/stream';
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
import { textFigureStyles } from '../kit/figure-text.css';
import { folded } from '../kit/folded';
import { type FigureContext, type HostedFigure, numbersTable, picture } from '../kit/hosted-figure';
import { plotReader } from '../kit/plot-reader';
import { guessOf, questionBox } from '../kit/question';
import { askOf, gains, requestOf } from './runs';
import { askedOf, gainName, type ResidualScene, type Run, residualScene, subjectOf } from './scene';

const placeName = (layer: number): string =>
  layer === 0 ? msg`at the start` : msg`after layer ${layer}`;

function ofOwn({ subject: { token, word } }: ResidualScene, run: Run, layer: number): Derivation {
  const trace = run.trace as Trace;
  const [a, b] = [layer, 0].map((l) => {
    const name = streamName(trace, l) ?? '';
    return operandsOf(trace.row(name, token), name, token);
  });
  return {
    text: signed(run.own[layer] ?? 0),
    what: msg`The cosine of ${word} ${placeName(layer)} and at the start, with ${gainName(run.gain)}.`,
    how: cosine(a ?? [], b ?? []),
  };
}

/** The size of all numbers of a gradient: the root of the sum of their squares. */
function ofGradient(run: Run, layer: number): Derivation {
  const trace = run.trace as Trace;
  const name = gradientName(streamName(trace, layer) ?? '');
  const { data, shape } = trace.tensor(name);
  const width = shape[1] ?? 1;
  const operands = Array.from(data, (each, i) => ({
    cell: { name, index: [Math.floor(i / width), i % width] },
    value: each,
  }));
  const terms = operands.map((each, i) => {
    const piece = trace.encoding.tokens[Math.floor(i / width)]?.piece;
    return { factors: [each, each], value: each.value ** 2, name: `${piece} ${(i % width) + 1}` };
  });
  const size = run.arrives[layer] ?? 0;
  return {
    text: fine(size),
    what: msg`The size of the gradient ${placeName(layer)}, with ${gainName(run.gain)}.`,
    how: explanation({
      operands,
      value: size,
      about: msg`The root of the sum of ${data.length} squares: ${width} of each word.`,
      written: root(sumOf(power(letter('g_i'), constant(2)), terms)),
      list: { kind: 'terms', terms },
    }),
    scope: { isGradient: true },
  };
}

function ofTimes(run: Run): Derivation {
  const [first = 0, last = 1] = [run.arrives[0], run.arrives.at(-1)];
  return {
    text: fine(first / last),
    what: msg`The gradient at the words as a multiple of the one that leaves the last layer, with ${gainName(run.gain)}.`,
    how: explanation({
      operands: [],
      value: first / last,
      written: fraction(
        value(first, 3, msg`size at the start`),
        value(last, 3, msg`size after the last layer`),
      ),
    }),
    scope: { isGradient: true },
  };
}

/** The probability of a piece in the prediction of a run that is here. */
function ofShare(
  { vocabulary }: FigureContext['model'],
  run: Run,
  token: number,
  piece: number,
): Derivation {
  const how = shareOf(
    operandsOf((run.trace as Trace).row('logits', token), 'logits', token),
    piece,
  );
  return {
    ...{ text: likelihood(how.value), how },
    what: msg`The probability of “${vocabulary[piece]}” with ${gainName(run.gain)}.`,
  };
}

export function residualDerivations({ model }: FigureContext, scene: ResidualScene): Derive {
  const { runs, subject, outcomes, at } = scene;
  const all: [string, () => Derivation][] = [];
  for (const [name, run] of Object.entries({ own: runs.own, gained: runs.gained }))
    if (run.trace)
      for (const layer of run.own.keys())
        all.push([`${name} ${layer}`, () => ofOwn(scene, run, layer)]);
  for (const [name, run] of Object.entries({ path: runs.own, bare: runs.none }))
    if (run.trace)
      for (const layer of run.arrives.keys())
        all.push([`${name} ${layer}`, () => ofGradient(run, layer)]);
  all.push(['path times', () => ofTimes(runs.own)], ['bare times', () => ofTimes(runs.none)]);
  const share = (piece: number) => () => ofShare(model, runs.gained, subject.token, piece);
  if (runs.gained.trace?.has('logits') && outcomes[at])
    all.push(['best', share(outcomes[at].best)], ['share', share(subject.piece)]);
  return deriveFrom(all);
}

const gainAt = ({ choices }: FigureContext): number => {
  const gain = Number(choices.get('gain') ?? 0);
  return gains.find((each) => each === gain) ?? 0;
};

function reader(m: FigureContext, { prediction, at, texts }: ResidualScene): TemplateResult {
  return plotReader({
    plot: prediction.plot,
    label: msg`Residual gain`,
    ...{ stops: gains, at, says: plainly(texts.prediction) },
    choose: (i) => m.choose({ gain: String(gains[i] ?? 1) }),
  });
}

/** How much of the path there is. */
function slider(m: FigureContext): TemplateResult {
  const choose = (event: Event) => m.choose({ gain: (event.target as HTMLInputElement).value });
  const gain = gainAt(m);
  return html`<div class="fields"><label>${msg`How much of the connection is left`}
    <input type="range" min="0" max="1" step="0.1" .value=${String(gain)} @input=${choose}> ${weight(gain, 1)}</label></div>`;
}

const asked = (m: FigureContext, { outcomes, guesses, subject }: ResidualScene) => {
  if (outcomes.length < gains.length) return nothing;
  const same = guesses[0] === subject.answer;
  return questionBox(
    {
      ...askedOf(m, subject),
      veils: true,
      asks: msg`Every layer adds its result to the vector that came in; that shortcut is the residual connection. Cut it in every layer: what does the model say at ${subject.word}?`,
      options: [msg`still “${subject.answer}”`, msg`something else`],
      right: same ? 0 : 1,
      why: msg`Without it, the guess is “${guesses[0]}”.`,
    },
    m.state,
    m.dispatch,
  );
};

function tables(m: FigureContext, scene: ResidualScene): TemplateResult {
  const { outcomes, guesses, subject, runs } = scene;
  const of = (values: readonly number[], i: number, key: string, write: (x: number) => string) =>
    values[i] === undefined ? '…' : asks(askingOf(m), `${key} ${i}`, write(values[i]));
  return html`<div class="across">
    ${numbersTable(
      msg`By layer`,
      [
        ...[msg`layer`, msg`cosine, gain 1`, msg`cosine, gain chosen`],
        ...[msg`gradient with`, msg`gradient without`],
      ],
      runs.own.own.map((_, i) => [
        i === 0 ? msg`start` : String(i),
        of(runs.own.own, i, 'own', (x) => signed(x)),
        of(runs.gained.own, i, 'gained', (x) => signed(x)),
        of(runs.own.arrives, i, 'path', fine),
        of(runs.none.arrives, i, 'bare', fine),
      ]),
    )}
    ${numbersTable(
      msg`The guess at ${subject.word}`,
      [msg`gain`, msg`guess`, msg`probability of “${subject.answer}”`],
      outcomes.map(({ asked: [share = 0] }, i) => [
        weight(gains[i] ?? 1, 1),
        guesses[i] ?? '',
        likelihood(share),
      ]),
    )}
  </div>`;
}

/** The answer at every gain, and what arrives on the way back. */
const more = (m: FigureContext, scene: ResidualScene) =>
  folded(
    m,
    'more',
    msg`Every gain, and the gradient`,
    () => html`<div class="text-figure columns-${m.size.width >= 860 ? 2 : 1}">
      <section><h3>${msg`What the model says`}</h3>
        <p class="about">${msg`gain × x + f(x) in every layer, from no connection (0) to all of it (1); drag the line`}</p>
        ${picture(scene.prediction, reader(m, scene))}<p class="told">${told(askingOf(m), scene.texts.prediction)}</p></section>
      <section><h3>${msg`The gradient that comes back`}</h3>
        <p class="about">${msg`its size (how much the loss changes with each number) at the embeddings and after each layer`}</p>
        ${picture(scene.gradient)}<p class="told">${told(askingOf(m), scene.texts.gradient)}</p></section>
      ${tables(m, scene)}
    </div>`,
    true,
  );

function draw(m: FigureContext): TemplateResult {
  const subject = subjectOf(m);
  if (!subject)
    return html`<p class="remark">${msg`This model predicts no words, so there are no answers to compare.`}</p>`;
  const scene = residualScene(m, subject);
  const asking = askingOf(m);
  return html`<div class="text-figure">
    <section><h3>${msg`How much of ${subject.word} is left after each layer`}</h3>
      ${picture(scene.own)}${slider(m)}
      <p class="told" aria-live="polite">${told(asking, scene.texts.own)}</p></section>
    ${asked(m, scene)}
    ${derived(asking, residualDerivations(m, scene))}
    ${scene.isShown ? more(m, scene) : nothing}
  </div>`;
}

/** What the residual connection does for a word, for the answer, and for the gradient. */
export const figure: HostedFigure = {
  styles: textFigureStyles,
  wants(m) {
    const subject = subjectOf(m);
    if (!subject) return {};
    const { token, piece } = subject;
    const request = (gain: number) => requestOf(m.state, gain, token, piece);
    return {
      traces: [...new Set([1, 0, gainAt(m)])].map(request),
      asks: [askOf(m.state, token, piece)],
    };
  },
  draw,
  speech(m) {
    const subject = subjectOf(m);
    return subject && guessOf(m.state, askedOf(m, subject)) !== null
      ? plainly(residualScene(m, subject).texts.prediction)
      : '';
  },
};
