import { css, html, nothing, type TemplateResult } from 'lit';
import { ownRun } from '../../model/protocol';
import * as look from '../../render/palette.css';
import type { Dispatch } from '../../state/actions';
import { type ActivationId, activations } from '../../state/dataflow/kinds/activation';
import { quoted } from '../../state/dataflow/naming';
import { percent } from '../../state/format';
import { likelihood, topGuesses } from '../../state/prediction';
import { withSettings } from '../../state/settings';
import { argmax } from '../../state/vector';
import { formerTrace } from '../../state/what-if/answers';
import { withOption } from '../../state/what-if/run-text';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { drawnFigure } from '../kit/figure-view';
import type { Frame } from '../kit/frame';
import type { Drawn } from '../kit/product';
import { askedAbout, type Question, questionBox, questionStyles } from '../kit/question';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { words } from '../kit/words';
import type { Caption } from '../view';
import { wordBars } from './bars';
import {
  activationOf,
  expertOf,
  firing,
  namesOf,
  otherTexts,
  strongestUnits,
  unitOf,
  unitSetting,
} from './units';
import { everyWord, excitingMarks } from './words';

/** What the run reads at the word, beside what the model's own reads; nothing of the model's own run. */
function beside(m: StepContext): string {
  const former = formerTrace(m.state);
  if (!former?.has('logits') || !m.trace.has('logits')) return '';
  const [now] = topGuesses(m.trace, m.model.vocabulary, m.focus, 1);
  const [was] = topGuesses(former, m.model.vocabulary, m.focus, 1);
  if (!now || !was) return '';
  const said = ({ piece, probability }: typeof now) =>
    `${quoted(piece)}, ${likelihood(probability)}`;
  const same =
    now.piece === was.piece && likelihood(now.probability) === likelihood(was.probability);
  return same
    ? msg` The guess at ${quoted(m.word)} is ${said(now)}, as in the model’s own run.`
    : msg` The guess at ${quoted(m.word)} is ${said(now)}; in the model’s own run ${said(was)}.`;
}

function held(m: StepContext): string {
  const id = activationOf(m);
  if (id === 'none')
    return msg`without an activation all of them get through, and two matrices do no more than one`;
  return activations[id].cutsOff
    ? msg`${activations[id].name} cuts off the others`
    : msg`${activations[id].name} holds back the others`;
}

/** What a model of another kind has besides: experts, and gates. */
function kindOf(m: StepContext): string {
  const expert = expertOf(m);
  const of =
    expert === null
      ? ''
      : msg` This is expert ${expert + 1} of ${m.model.config.num_local_experts}, which the router favours for ${quoted(m.word)}.`;
  return m.model.config.gated_feed_forward
    ? of +
        msg` Each unit is gated: before W₂ it is multiplied by a number from a second projection.`
    : of;
}

export function captionOf(m: StepContext): Caption {
  const wide = m.trace.row(namesOf(m).hidden, m.focus).length;
  const count = firing(m, m.focus).length;
  return [
    msg`For ${quoted(m.word)} alone, ${count} of ${wide} hidden units {1:fires|fire}; ${held(m)}.`,
    `${kindOf(m)}${beside(m)}`.trim(),
  ];
}

/** The other word that the head at hand looks at most. */
function otherWord(m: StepContext): number {
  const row = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, m.focus).slice();
  row[m.focus] = -1;
  return argmax(row);
}

/** Whether two words use the same units; null of a text of one word. */
export function questionOf(m: StepContext): Question | null {
  if (m.tokens.length < 2) return null;
  const other = otherWord(m);
  const own = firing(m, m.focus);
  const there = new Set(firing(m, other));
  const both = own.filter((unit) => there.has(unit)).length;
  const [a, b] = [wordName(m.tokens, m.focus), wordName(m.tokens, other)];
  const share = own.length > 0 ? both / own.length : 0;
  return {
    id: 'units',
    of: askedAbout(m, m.layer, m.focus, other),
    asks: msg`Do the units that fire for ${a} also fire for ${b}?`,
    options: [msg`most of them`, msg`about half`, msg`few`],
    right: share > 0.6 ? 0 : share >= 0.4 ? 1 : 2,
    why: msg`Of the ${own.length} units that fire for ${a}, ${both} also fire for ${b}: ${percent(share)}.`,
  };
}

export const controlsStyles = css`
  .choose {
    ${look.row}
    gap: 2px 24px;
    margin: 0 0 8px;
    font-size: 13px;
  }
  .choose [role='group'] {
    ${look.wrapping}
    gap: 2px 6px;
  }
  .choose button {
    min-width: 28px;
    min-height: 28px;
    padding: 2px 8px;
    border: 1px solid var(--line);
    border-radius: 3px;
    text-align: center;
  }
  .choose button:hover {
    border-color: var(--ink);
  }
  .choose [aria-pressed='true'] {
    border-color: var(--ink);
    ${look.inverted}
    font-weight: 700;
  }
`;

const button = (name: string, pressed: boolean, press: () => void): TemplateResult =>
  html`<button type="button" aria-pressed=${pressed} @click=${press}>${name}</button>`;

function nameOf(id: ActivationId | 'none', own: boolean): string {
  const name = id === 'none' ? msg`none` : activations[id].name;
  return own ? msg`${name} (its own)` : name;
}

/** The activation of all layers: the text is run again. */
function activationSwitch(m: StepContext, dispatch: Dispatch): TemplateResult {
  const own = m.model.config.hidden_act;
  const all = [...new Set([own, 'relu', 'gelu', 'silu', 'none'] as const)];
  const { run = ownRun } = m.trace.encoding;
  const choose = (id: string) => {
    const structure = withOption(run.structure, 'activation', id === own ? null : id);
    dispatch({ type: 'run', run: { ...run, structure } });
  };
  return html`<div role="group" aria-label=${msg`Activation`}><span>${msg`activation`}</span>
    ${all.map((id) =>
      button(nameOf(id, id === own), activationOf(m) === id, () => choose(id)),
    )}</div>`;
}

const offered = 6;

/** The strongest units at the word in focus, and the one that is looked at. */
function unitSwitch(m: StepContext, dispatch: Dispatch): TemplateResult {
  const units = strongestUnits(m, offered);
  const choose = (unit: number) => {
    const settings = withSettings(m.state.settings, { [unitSetting]: String(unit + 1) });
    dispatch({ type: 'choose', choice: { settings } });
  };
  return html`<div role="group" aria-label=${msg`Unit`}><span>${msg`strongest units`}</span>
    ${units.map((unit) => button(String(unit + 1), unit === unitOf(m), () => choose(unit)))}</div>`;
}

export const controls = (m: StepContext, dispatch: Dispatch): TemplateResult =>
  html`<div class="choose">${activationSwitch(m, dispatch)} ${unitSwitch(m, dispatch)}</div>`;

/** From this width on, the words of a unit and those of the text stand side by side. */
const besideFrom = 820;
const between = 36;

const shifted = (marks: readonly Mark[], by: number): readonly Mark[] =>
  marks.map((mark) => ('x' in mark ? { ...mark, x: mark.x + by } : mark));

/** A frame of its own for a part of the width, its titles above. */
const column = (width: number): Frame => ({
  width,
  narrow: true,
  gutter: 0,
  left: 0,
  inner: width,
});

function lists(m: StepContext, frame: Frame, top: number): Drawn {
  if (frame.width < besideFrom) {
    const list = excitingMarks(m, frame, top);
    const all = everyWord(m, frame, list.bottom + 8);
    return { marks: [...list.marks, ...all.marks], bottom: all.bottom };
  }
  const left = Math.round(frame.width * 0.42);
  const list = excitingMarks(m, column(left), top);
  const all = everyWord(m, column(frame.width - left - between), top);
  return {
    marks: [...list.marks, ...shifted(all.marks, left + between)],
    bottom: Math.max(list.bottom, all.bottom),
  };
}

export const draw: Draw = (m: StepContext, frame: Frame) => {
  const head = words(m, frame);
  const bars = wordBars(m, frame, head.bottom);
  const below = lists(m, frame, bars.bottom + 4);
  return {
    marks: [...head.marks, ...bars.marks, ...below.marks],
    bottom: below.bottom,
    caption: captionOf(m),
    chosen: [],
    scales: false,
  };
};

/** What each word does alone: the feed-forward network, its units and the words that excite them. */
export const figure = drawnFigure('feed-forward', draw, {
  styles: [questionStyles, controlsStyles],
  wants: (m) => ({
    traces: otherTexts(m),
    tensors: [namesOf(m).hidden, namesOf(m).output],
  }),
  around: (m) => {
    const question = questionOf(m);
    return {
      above: (dispatch) => controls(m, dispatch),
      beneath: (dispatch) => (question ? questionBox(question, m.state, dispatch) : nothing),
    };
  },
});
