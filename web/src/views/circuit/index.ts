import { html, nothing, type TemplateResult } from 'lit';
import type { Asked } from '../../relatives/circuit';
import type { CircuitAnswer } from '../../relatives/protocol';
import { styled } from '../../render/styled';
import { percent, weight } from '../../state/format';
import { otherText } from '../../state/what-if/twins';
import { msg } from '../../words/msg';
import { askingOf, derived, told } from '../kit/derivation';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { awaitsAnswer, isChapter, questionBox } from '../kit/question';
import { settingRange } from '../kit/setting-range';
import { button, circuitGrid, isWide, type Lit } from './grid';
import { manyPairs, manyTold } from './many';
import { allOf, countOf, fitsWords } from './parts';
import { beat, beatsOf, filmedFrame, searchReel } from './reel';
import {
  answerOf,
  askedOf,
  averaged,
  begin,
  cancel,
  edit,
  editsOf,
  isOfMean,
  keepOf,
  labelsOf,
  leastKept,
  mostKept,
  type Progress,
  progressOf,
  requestsOf,
  shareOf,
} from './search';
import { circuitStyles } from './styles.css';
import {
  asksFor,
  caption,
  chapterAsks,
  derivations,
  edgeTold,
  foundOf,
  limits,
  partTold,
  questionOf,
  randomOf,
  strongest,
} from './words';

/** What is on show: a frame of the search, the second circuit, or the one found with the reader's edits. */
interface Shown {
  readonly kept: readonly number[];
  /** Null while it is computed. */
  readonly share: number | null;
  readonly isFound: boolean;
}

function shownOf(m: FigureContext, asked: Asked, answer: CircuitAnswer): Shown {
  const filmed = filmedFrame(m);
  if (filmed !== null) {
    const frame = answer.frames[filmed];
    return { ...(frame ?? foundOf(answer)), isFound: !frame };
  }
  const frame = answer.frames[m.kept<number | null>('frame', null) ?? -1];
  if (frame) return { ...frame, isFound: false };
  if (answer.second && m.kept('second', false)) return { ...answer.second, isFound: false };
  const found = foundOf(answer);
  const edits = editsOf(m, editsFor(m, asked));
  if (edits.size === 0) return { ...found, isFound: true };
  const kept = found.kept.map((one, i) => (edits.has(i) ? 1 - one : one));
  return { kept, share: shareOf(m, asked, kept), isFound: false };
}

/** What edits belong to: another share has another circuit. */
const editsFor = (m: FigureContext, asked: Asked): string => JSON.stringify([asked, keepOf(m)]);

function play(m: FigureContext, answer: CircuitAnswer): void {
  const next = (frame: number, run: number) => {
    if (m.kept('run', 0) !== run) return;
    m.keep('frame', frame < answer.frames.length ? frame : null);
    if (frame < answer.frames.length)
      setTimeout(() => next(frame + 1, run), beat * beatsOf(answer, frame));
  };
  const run = m.kept('run', 0) + 1;
  m.keep('run', run);
  next(0, run);
}

function stopPlaying(m: FigureContext): void {
  m.keep('run', m.kept('run', 0) + 1);
  m.keep('frame', null);
}

/** Shares as bars from 0 to 1. */
function meters(m: FigureContext, answer: CircuitAnswer, shown: Shown): TemplateResult {
  const { mean, most } = randomOf(answer);
  const found = countOf(foundOf(answer).kept);
  const rows = [
    [msg`the boxes lit, ${countOf(shown.kept)}`, shown.share, 'lit'],
    [msg`as many at random, ${found} (at most ${weight(most, 2)})`, mean, ''],
    [msg`all the others, ${allOf(m) - found}`, answer.rest, ''],
  ] as const;
  return html`<dl class="meters">${rows.map(
    ([name, share, kind]) => html`<dt>${name}</dt><dd>
      <i class=${kind} style=${styled({ width: `${100 * Math.min(1, Math.max(0, share ?? 0))}%` })}></i>
      <b>${share === null ? '…' : weight(share, 2)}</b></dd>`,
  )}</dl>`;
}

function searching(m: FigureContext, asked: Asked, { left, problem, waits }: Progress) {
  if (problem) return html`<p role="alert">${problem}</p>`;
  if (left !== null)
    return html`<p class="fields"><progress max="1" .value=${1 - left}></progress>
      <span>${msg`searching …`}</span> ${button(msg`cancel`, () => cancel(m))}</p>`;
  return waits
    ? html`<p class="fields">${button(msg`search`, () => begin(m, asked))}
      <span class="about">${msg`Takes many passes through the model.`}</span></p>`
    : nothing;
}

/** The rounds of the search, to be played and scrubbed. */
function rounds(m: FigureContext, answer: CircuitAnswer): TemplateResult {
  const frame = m.kept<number | null>('frame', null);
  const at = frame ?? answer.found;
  const { kept = [], share = 0 } = answer.frames[at] ?? {};
  const says = msg`${countOf(kept)} boxes keep ${percent(share)}`;
  const scrub = (event: Event) => {
    m.keep('run', m.kept('run', 0) + 1);
    m.keep('frame', Number((event.target as HTMLInputElement).value));
  };
  return html`<div class="fields rounds">
    ${frame === null ? button(msg`Watch the search`, () => play(m, answer)) : button(msg`back to the circuit`, () => stopPlaying(m))}
    <label>${msg`round`} <input type="range" min="0" max=${answer.frames.length - 1} step="1" .value=${String(at)}
      aria-valuetext=${says} @input=${scrub} /></label>
    ${frame === null ? nothing : html`<span>${says}</span>`}
  </div>`;
}

/** A choice between two settings, of which the first is the usual one. */
function setting(
  m: FigureContext,
  name: string,
  label: string,
  options: readonly [string, string][],
) {
  const at = m.choices.get(name) ?? '';
  const change = (event: Event) => m.choose({ [name]: (event.target as HTMLSelectElement).value });
  return html`<label>${label} <select @change=${change}>${options.map(([value, text]) => html`<option value=${value} ?selected=${value === at}>${text}</option>`)}</select></label>`;
}

/** What the boxes that are not needed hold, and how boxes and answers are measured. */
function twinField(m: FigureContext): TemplateResult {
  const change = (event: Event) =>
    m.dispatch({ type: 'choose', choice: { other: (event.target as HTMLInputElement).value } });
  const than = setting(m, 'than', msg`compared with`, [
    ['', msg`a second sentence`],
    ['mean', msg`the mean of ${averaged.length} sentences`],
  ]);
  return html`<div class="twin fields">${than}${
    isOfMean(m)
      ? nothing
      : html`<input type="text" autocomplete="off" aria-label=${msg`compared with`} .value=${otherText(m.state)} @change=${change} />`
  }${
    labelsOf(m).length > 0
      ? setting(m, 'label', msg`answer`, [
          ['', msg`the likeliest label`],
          ...labelsOf(m).map((label, i): [string, string] => [String(i), label]),
        ])
      : nothing
  }${
    fitsWords(m)
      ? setting(m, 'at', msg`boxes`, [
          ['', msg`at single words`],
          ['all', msg`at all words`],
        ])
      : nothing
  }${setting(m, 'metric', msg`answers in`, [
    ['', labelsOf(m).length > 0 ? msg`log-odds` : msg`logits`],
    ['probability', msg`probabilities`],
  ])}</div>`;
}

/** What a circuit does not tell: in a fold where the stage's height is given, else under its heading. */
function limitsOf(m: FigureContext, answer: CircuitAnswer): TemplateResult {
  const title = msg`What a circuit does not tell you`;
  const heading = m.size.height === undefined ? html`<h4>${title}</h4>` : nothing;
  return folded(
    m,
    'limits',
    title,
    () =>
      html`${heading}<ul class="limits">${limits(m, answer).map((text) => html`<li>${text}</li>`)}</ul>`,
  );
}

function result(
  m: FigureContext,
  asked: Asked,
  answer: CircuitAnswer,
  shown: Shown,
): TemplateResult {
  const asking = askingOf(m);
  const said = m.kept<number | null>('said', null);
  const edits = editsOf(m, editsFor(m, asked)).size;
  const second = m.kept('second', false);
  return html`<p class="readout about">${
    said === null || said >= allOf(m)
      ? msg`Press a box to take it out of the circuit or put it in.`
      : told(asking, partTold(m, answer, said, shown.kept))
  }</p>
    ${derived(asking, derivations(m, answer))}
    ${meters(m, answer, shown)}
    <div class="fields">
      ${edits > 0 ? button(msg`undo my changes`, () => edit(m, '', null)) : nothing}
      ${answer.second ? button(second ? msg`show the first circuit` : msg`show the second circuit`, () => m.keep('second', !second)) : nothing}
    </div>
    ${rounds(m, answer)}
    ${shown.share === null ? nothing : html`<figcaption>${caption(m, answer, countOf(shown.kept), shown.share)}</figcaption>`}
    ${folded(m, 'edges', msg`The strongest connections`, () => html`<ol class="strongest">${strongest(answer).map((edge) => html`<li>${told(asking, edgeTold(m, edge))}</li>`)}</ol>`, true)}
    ${limitsOf(m, answer)}`;
}

/** Whether circuits of many pairs are on show. */
const isOfMany = ({ choices }: FigureContext): boolean => choices.get('over') === 'pairs';

function overSwitch(m: FigureContext): TemplateResult {
  const choice = (text: string, over: string) =>
    html`<button type="button" class="link" aria-pressed=${isOfMany(m) === (over !== '')} @click=${() => m.choose({ over })}>${text}</button>`;
  return html`<p class="fields over">${choice(msg`one pair of sentences`, '')}${choice(msg`many pairs of sentences`, 'pairs')}</p>`;
}

function draw(m: FigureContext): TemplateResult {
  if (isOfMany(m)) return html`<figure class="circuit">${overSwitch(m)}${manyPairs(m)}</figure>`;
  const asked = askedOf(m);
  if (!asked || 'problem' in asked)
    return html`<figure class="circuit">${overSwitch(m)}${twinField(m)}
      <p role="status">${asked?.problem ?? msg`Running the other sentence …`}</p>
      ${circuitGrid(m, null, m.state.token)}</figure>`;
  const progress = progressOf(m, asked);
  const { answer } = progress;
  const filmed = filmedFrame(m) !== null;
  const veiled = !filmed && awaitsAnswer(m.state, asksFor(m, asked));
  const shown = answer && !veiled ? shownOf(m, asked, answer) : null;
  const presses =
    answer &&
    shown &&
    !filmed &&
    m.kept<number | null>('frame', null) === null &&
    !m.kept('second', false);
  const lit: Lit | null =
    answer && shown
      ? {
          ...{ kept: shown.kept, answer, edges: shown.isFound ? answer.edges : [] },
          press: presses ? (part) => edit(m, editsFor(m, asked), part) : null,
        }
      : null;
  const wide = isWide(m) ? 'wide' : '';
  if (filmed && answer && shown)
    return html`<figure class="circuit filmed ${wide}">
      <div class="drawn">${circuitGrid(m, lit, asked.token)}</div>
      <div class="beside result"><p class="about">${isOfMean(m) ? msg`compared with the mean of ${averaged.length} sentences` : msg`compared with “${asked.twin}”`}</p>${meters(m, answer, shown)}</div>
    </figure>`;
  const keep = keepOf(m);
  return html`<figure class="circuit ${wide}">
    ${overSwitch(m)}
    ${twinField(m)}
    <div class="beside">${answer && !isChapter(m.state) ? questionBox(questionOf(m, asked, answer), m.state, m.dispatch) : nothing}
    ${veiled ? nothing : settingRange({ id: 'keep', label: msg`keep`, from: leastKept, to: mostKept, at: keep, says: percent(keep / 100) }, m.state.settings, m.dispatch)}
    ${searching(m, asked, progress)}
    </div>
    <div class="drawn">${circuitGrid(m, lit, asked.token)}</div>
    ${answer && shown ? html`<div class="beside result">${result(m, asked, answer, shown)}</div>` : nothing}
  </figure>`;
}

/** The few parts of a pass that an answer needs. */
export const figure: HostedFigure = {
  styles: circuitStyles,
  wants(m) {
    const asked = isOfMany(m) ? null : askedOf(m);
    const answer = asked && !('problem' in asked) ? answerOf(m, asked) : null;
    return {
      traces: requestsOf(m),
      question:
        answer && asked && !('problem' in asked) ? chapterAsks(m, asked, answer) : undefined,
    };
  },
  draw,
  speech(m) {
    if (isOfMany(m)) return manyTold(m);
    const asked = askedOf(m);
    if (!asked) return '';
    if ('problem' in asked) return asked.problem;
    const { answer } = progressOf(m, asked);
    if (!answer || awaitsAnswer(m.state, asksFor(m, asked))) return '';
    const { kept, share } = shownOf(m, asked, answer);
    return share === null ? '' : caption(m, answer, countOf(kept), share);
  },
  reel: searchReel,
};
