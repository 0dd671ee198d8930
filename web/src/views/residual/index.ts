import { html, nothing, type TemplateResult } from 'lit';
import { fine, signed, weight } from '../../state/format';
import { msg } from '../../words/msg';
import { askingOf, plainly } from '../kit/derivation';
import { asks, derived, told } from '../kit/derived';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { plotReader } from '../kit/plot-reader';
import { guessOf, questionBox } from '../kit/question';
import { numbersTable, picture } from '../kit/text-figure';
import { textFigureStyles } from '../kit/text-figure.css';
import { residualDerivations } from './derivations';
import { askOf, gains, requestOf } from './runs';
import { askedOf, type ResidualScene, residualScene, subjectOf } from './scene';

const chosenGain = ({ choices }: FigureContext): number => {
  const gain = Number(choices.get('gain') ?? 0.5);
  return gains.find((each) => each === gain) ?? 0.5;
};

function reader(m: FigureContext, { prediction, at, texts }: ResidualScene): TemplateResult {
  return plotReader({
    plot: prediction.plot,
    label: msg`Gain of the residual path`,
    ...{ stops: gains, at, says: plainly(texts.prediction) },
    choose: (i) => m.choose({ gain: String(gains[i] ?? 1) }),
  });
}

const asked = (m: FigureContext, { outcomes, guesses, subject }: ResidualScene) => {
  if (outcomes.length < gains.length) return nothing;
  const same = guesses[0] === subject.answer;
  return questionBox(
    {
      ...askedOf(m, subject),
      veils: true,
      asks: msg`Every layer adds what it computes to the word that came in: the residual path. If the path is taken away, gain 0, what does the model say at ${subject.word}?`,
      options: [msg`“${subject.answer}” still`, msg`something else`],
      right: same ? 0 : 1,
      why: msg`At gain 0 its guess is “${guesses[0]}”.`,
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
      [msg`gain`, msg`guess`, msg`share of “${subject.answer}”`],
      outcomes.map(({ asked: [share = 0] }, i) => [
        weight(gains[i] ?? 1, 1),
        guesses[i] ?? '',
        weight(share),
      ]),
    )}
  </div>`;
}

function draw(m: FigureContext): TemplateResult {
  const subject = subjectOf(m);
  if (!subject)
    return html`<p class="remark">${msg`This model predicts no words: there is nothing to hold the path against.`}</p>`;
  const scene = residualScene(m, subject);
  const { columns, own, prediction, gradient, texts } = scene;
  const shown = guessOf(m.state, askedOf(m, subject)) !== null;
  const asking = askingOf(m);
  return html`<div class="text-figure columns-${columns}">
    <div class="across">${asked(m, scene)}</div>
    <section><h3>${msg`How much of ${subject.word} is still its own`}</h3>
      <p class="about">${msg`the cosine of its vector to the one it began as, at the start and after each layer`}</p>
      ${picture(own)}<p class="told">${told(asking, texts.own)}</p></section>
    <section><h3>${msg`What the model says`}</h3>
      <p class="about">${msg`gain × x + f(x) in every layer, from no path (0) to the model’s own (1); drag the line`}</p>
      ${shown ? html`${picture(prediction, reader(m, scene))}<p class="told" aria-live="polite">${told(asking, texts.prediction)}</p>` : html`<p class="about">${msg`Guess first.`}</p>`}</section>
    <section><h3>${msg`Backwards: what arrives`}</h3>
      <p class="about">${msg`the size of the gradient of the loss (how much it changes with each number) at the words and after each layer`}</p>
      ${picture(gradient)}<p class="told">${told(asking, texts.gradient)}</p></section>
    ${derived(asking, residualDerivations(m, scene))}
    ${shown ? tables(m, scene) : nothing}
  </div>`;
}

/** What the residual path does for a word, for the answer, and for the gradient. */
export const figure: HostedFigure = {
  styles: textFigureStyles,
  wants(m) {
    const subject = subjectOf(m);
    if (!subject) return {};
    const { token, piece } = subject;
    const request = (gain: number) => requestOf(m.state, gain, token, piece);
    return {
      traces: [...new Set([1, 0, chosenGain(m)])].map(request),
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
