import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { positive } from '../../state/format';
import { linkButton } from '../../widgets/controls';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { plotReader } from '../kit/plot-reader';
import type { Acts } from './acts';
import { answer, lessonCaption, lessonLoss, movedMost, spokenStep } from './captions';
import { fileArea, progress, settingsArea, shape, transport } from './controls';
import { asPlot } from './filmstrip';
import { madeOfArea } from './made-of';
import { mapPanel } from './map-panel';
import { accuracyPanel, looksPanel, lossPanel, sizesPanel } from './panels';
import { type History, picture } from './parts';
import { stepOf } from './run';
import type { TrainingScene } from './scene';
import type { Reading } from './seen';
import { shownStep, type Taught, type Training } from './training';
import { walkPanel } from './walk-panel';

type Part = TemplateResult | typeof nothing;

/** Of plain gradient descent. */
const usualRate = 0.01;

/** How many tensors are named. */
const mostMoved = 5;

/** The form's field of a name, found from a button in it. */
const fieldOf = <Field extends HTMLElement>(event: Event, name: string): Field | null =>
  (event.currentTarget as HTMLElement).closest('.teach')?.querySelector<Field>(`[name=${name}]`) ??
  null;

/** Words that a pronoun can be said to mean. */
const meanings = ({ tokens, focus }: Reading): readonly number[] =>
  [...tokens.keys()].filter((token) => token !== focus && tokens[token]?.piece !== '[UNK]');

function lessonForm(reading: Reading, acts: Acts): TemplateResult {
  const { tokens, focus } = reading;
  const teach = (steps: number) => (event: Event) => {
    const word = Number(fieldOf<HTMLSelectElement>(event, 'meaning')?.value ?? -1);
    const rate = Number(fieldOf<HTMLInputElement>(event, 'lesson-rate')?.value);
    const piece = tokens[word]?.id;
    if (piece !== undefined && rate > 0) acts.teach({ token: focus, piece, steps, rate });
  };
  return html`<p class="lesson">
    <span>${msgHtml`In your sentence <b>“${tokens[focus]?.piece}”</b> means`}</span>
    <select class="menu" name="meaning" aria-label=${msg`What it means`}>
      ${meanings(reading).map((token) => html`<option value=${token}>${tokens[token]?.piece}</option>`)}
    </select>
    <button type="button" class="link underlined" @click=${teach(1)}>${msg`Teach one step`}</button>
    <button type="button" class="link underlined" @click=${teach(5)}>${msg`Teach five steps`}</button>
    <label>${msg`rate`} <input class="number" name="lesson-rate" type="number" min="0.0001" max="10" step="any" value=${usualRate} /></label>
  </p>`;
}

const answerNow = (lesson: Taught, reading: Reading | undefined): string =>
  reading ? msg`It answered ${answer(lesson.before)}; now ${answer(reading.guess)}.` : '';

function movesTable({ report }: Taught): TemplateResult {
  const share = (moved: number, norm: number) => (norm > 0 ? positive(moved / norm, 4) : '');
  return html`<table>
    <caption>${msg`The ${mostMoved} of ${report.moves.length} tensors that moved furthest`}</caption>
    <tr><th scope="col">${msg`weights`}</th><th scope="col">${msg`moved by`}</th><th scope="col">${msg`relative to their length`}</th></tr>
    ${movedMost(report.moves, mostMoved).map(
      ({ name, moved, norm }) =>
        html`<tr><th scope="row">${name}</th><td data-moved=${name}>${positive(moved, 4)}</td><td>${share(moved, norm)}</td></tr>`,
    )}
  </table>`;
}

function outcome(training: Training, acts: Acts): Part {
  const { lesson } = training;
  if (!lesson) return nothing;
  const newest = [...training.seen.values()].at(-1)?.upper;
  return html`<div class="outcome" role="status">
    <p>
      ${msg`You taught it that “${lesson.word}” means “${lesson.meaning}”.`} ${lessonLoss(lesson.report)}
      ${answerNow(lesson, newest)} ${lessonCaption(lesson.report)}
    </p>
    ${movesTable(lesson)}
    ${linkButton(msg`Undo the lesson`, () => acts.undo(), 'underlined')}
  </div>`;
}

/** One sentence that the reader knows better: a few steps on it alone, and what that did. */
export function teachArea(training: Training, acts: Acts): TemplateResult {
  const newest = [...training.seen.values()].at(-1)?.upper;
  return html`<details class="teach">
    <summary>${msg`Teach it one sentence`}</summary>
    ${newest ? lessonForm(newest, acts) : nothing} ${outcome(training, acts)}
  </details>`;
}

/** What the strip shows, and of what kind of encoder. */
function aboutStrip({ seen, run }: Training, frames: number, all: number): string {
  const two = [...seen.values()].some(({ lower }) => lower);
  const head = two
    ? msg`One head, step by step: thickness is attention weight; above, your sentence, below, the other.`
    : msg`One head, step by step: thickness is attention weight.`;
  const { info } = run;
  if (!info) return `${head} ${msg`${frames} of ${all} kept steps shown.`}`;
  const { config, keeps, parameters, vocabulary } = info;
  return [
    head,
    all > 1
      ? msg`${frames} of ${all} kept steps shown; beyond ${Math.round(keeps / 1e6)} MB, steps in between are dropped.`
      : '',
    msg`${shape(config)}, ${grouped(parameters)} parameters, ${grouped(vocabulary.length)} tokens in the vocabulary.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** What stands in the empty strip before the first step. */
const invitation = ({ run }: Training) =>
  run.phase === 'paused' && stepOf(run) === 0
    ? html`<p class="invitation">${msg`Press Play: the encoder learns here, in your browser, and this strip fills with pictures of the head, from the first step to the last.`}</p>`
    : nothing;

/** The strip's slider: its stops stand where the frames do. */
function strip(
  { strip: film, training, live }: TrainingScene,
  history: History,
  about = true,
): TemplateResult {
  const { stops, places, frames } = film;
  const reader =
    stops.length > 0
      ? plotReader({ plot: asPlot(film), label: msg`Kept step`, ...history, stops: places })
      : nothing;
  return html`<div class="strip">
    <div class="film">${picture(film, reader)}${invitation(live)}</div>
    ${about ? html`<p class="about">${aboutStrip(training, frames, stops.length)}</p>` : nothing}
  </div>`;
}

/** What another run is made of, and a sentence to teach this one. */
const changes = (live: Training, acts: Acts): TemplateResult => html`${settingsArea(live, acts)}
      <div class="folds">${madeOfArea(live.run.settings, acts)} ${teachArea(live, acts)}</div>`;

/** How the view is shown: filmed, without what a run is driven with; in a lesson, without what changes the run and its files. */
export interface Shown {
  readonly filmed: boolean;
  readonly lesson: boolean;
}

/** The whole view. */
export function renderTraining(
  scene: TrainingScene,
  acts: Acts,
  notice: string,
  { filmed, lesson }: Shown,
): TemplateResult {
  const { live, training, form } = scene;
  const shown = shownStep(training);
  const history: History = {
    stops: scene.strip.stops,
    at: scene.strip.at,
    says: shown ? spokenStep(shown) : '',
    choose: (at) => acts.show(scene.strip.stops[at] ?? 0),
  };
  const problem = live.run.problem || notice;
  const way = html`<div class="drive">${transport(live, acts)} ${progress(live)} ${lesson ? nothing : fileArea(live, acts)}</div>
      ${problem ? html`<p class="remark error" role="alert">${problem}</p>` : nothing}
      ${strip(scene, history, !lesson)}
      ${lesson ? nothing : changes(live, acts)}`;
  return html`<div class="training ${form} ${lesson ? 'presented' : ''}">
    <div class="way">${filmed ? strip(scene, history, false) : way}</div>
    <div class="panels" style=${styled({ gridTemplateColumns: scene.columns })}>
      ${live.walk && scene.beat ? walkPanel(scene, acts) : looksPanel(scene, acts)}
      <div class="plots">${lossPanel(scene, history)} ${accuracyPanel(scene, history)}</div>
      <div class="kinds">${mapPanel(scene, acts)} ${sizesPanel(scene)}</div>
    </div>
  </div>`;
}
