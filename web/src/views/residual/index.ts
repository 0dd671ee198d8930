import { html, nothing, type TemplateResult } from 'lit';
import { fine, signed, weight } from '../../state/format';
import { msg } from '../../words/msg';
import { askingOf, asks, derived, plainly, told } from '../kit/derivation';
import { textFigureStyles } from '../kit/figure-text.css';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { plotReader } from '../kit/plot-reader';
import { guessOf, questionBox } from '../kit/question';
import { numbersTable, picture } from '../kit/text-figure';
import { residualDerivations } from './derivations';
import { askOf, gains, requestOf } from './runs';
import { askedOf, type ResidualScene, residualScene, subjectOf } from './scene';

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
        weight(share),
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
