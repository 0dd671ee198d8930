import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import type { SharedModel } from '../../model/client';
import type { ModelInfo } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { messageOf } from '../../model/worker-line';
import type { All, AllAnswers } from '../../published/worker-jobs';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import type { Recording, Reel } from '../../state/numbers';
import type { State } from '../../state/state';
import type { FigureWants } from '../../state/what-if/ask';
import { msg } from '../../words/msg';
import { createStage, type Stage } from '../stage';
import type { Size, View } from '../view';
import type { SvgMark } from './scene';
import { type Draw, stepView } from './step-view';
import { svgMarks } from './svg-marks';

/** What a figure of fovea-figures.js is drawn from, and what it can do. */
export interface FigureContext {
  readonly state: State;
  readonly trace: Trace;
  readonly model: ModelInfo;
  readonly size: Size;
  readonly dispatch: Dispatch;
  /** What the reader has chosen in it, by name; the address and the attribute `settings` hold it. */
  readonly choices: ReadonlyMap<string, string>;
  /** Chooses; an empty value takes the choice back. Names and values hold no "=" and no ",". */
  choose(choices: Readonly<Record<string, string>>): void;
  /** What the figure keeps for itself until the view is left, such as what the pointer is on. */
  kept<T>(name: string, first: T): T;
  /** Keeps it and draws again. */
  keep(name: string, value: unknown): void;
  /** Draws with the next frame; null where motion is to be reduced. */
  readonly animate: (() => void) | null;
}

/** A figure of fovea-figures.js: `<fovea-ID>`, which a figure on the page has inside it. */
export interface HostedFigure {
  /** Beside those of controls. */
  readonly styles: CSSResultGroup;
  /** What is to be computed for it, and the parameters that it needs. Default: nothing. */
  wants?(m: FigureContext): Partial<FigureWants>;
  draw(m: FigureContext): TemplateResult;
  /** Text for a live region: changes when the reader moves on, not with the pointer. */
  speech(m: FigureContext): string;
  /** How it is filmed, if not over the timeline. What it is drawn from is null before there is any. */
  reel?(context: () => FigureContext | null, recording: Recording): Promise<Reel>;
}

/** The figure of what a view would draw. */
export function viewFigure<Scene>(view: View<Scene>, wants?: HostedFigure['wants']): HostedFigure {
  const stageOf = ({ kept }: FigureContext): Stage => kept('stage', createStage(view));
  return {
    ...{ styles: view.styles, ...(wants ? { wants } : {}) },
    draw(m) {
      const stage = stageOf(m);
      stage.animate = m.animate;
      return stage.draw(m.state, m.size, m.dispatch);
    },
    speech: (m) => stageOf(m).speech(m.state),
  };
}

/** The figure of what a step view of that name would draw, with its caption below. */
export const stepFigure = (id: string, draw: Draw, wants?: HostedFigure['wants']): HostedFigure =>
  viewFigure(stepView(id, draw), wants);

/** Marks in their room. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
}

/** A drawing among text; a screen reader hears what is beside it. */
export const picture = (
  { width, height, marks }: Drawing,
  over: TemplateResult | typeof nothing = nothing,
): TemplateResult =>
  html`<div class="picture" style=${styled({ width: `${width}px`, height: `${height}px` })}>
    <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">${svgMarks(marks, 0)}</svg>
    ${over}
  </div>`;

/** Rows of numbers for those who cannot see the drawing. */
export const numbersTable = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): TemplateResult =>
  html`<details><summary>${msg`${caption}: the numbers as a table`}</summary>
    <table><caption class="unseen">${caption}</caption>
      <tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr>
      ${rows.map(
        ([first, ...others]) =>
          html`<tr><th scope="row">${first}</th>${others.map((each) => html`<td>${each}</td>`)}</tr>`,
      )}
    </table></details>`;

/** Asks the worker that has the model. Rejects with EncoderError. */
export function askModel<Kind extends keyof All>(
  model: ModelInfo,
  kind: Kind,
  asked: Omit<All[Kind], 'model'>,
): Promise<AllAnswers[Kind]> {
  const shared: SharedModel | undefined = globalThis.foveaModels.get(model);
  if (!shared) return Promise.reject(new Error('the model is no longer open'));
  return shared.ask(kind as 'encode', asked as never) as Promise<unknown> as Promise<
    AllAnswers[Kind]
  >;
}

/** What a figure has asked of the model at hand: null while it is on its way. */
export interface Answered<T> {
  readonly value: T | null;
  readonly problem: string;
}

/** Answers that are kept; the oldest go first. */
const most = 40;

interface Kept {
  readonly model: ModelInfo;
  readonly answers: Map<string, Answered<unknown>>;
}

/** The answer to a question, asked once; the figure is drawn again when it comes. */
export function answerTo<T>(m: FigureContext, key: string, ask: () => Promise<T>): Answered<T> {
  const before = m.kept<Kept>('answers', { model: m.model, answers: new Map() });
  const kept = before.model === m.model ? before : { model: m.model, answers: new Map() };
  if (kept !== before) m.keep('answers', kept);
  const { answers } = kept;
  const found = answers.get(key);
  if (found) return found as Answered<T>;
  const pending: Answered<T> = { value: null, problem: '' };
  answers.set(key, pending);
  const [oldest] = answers.keys();
  if (answers.size > most && oldest !== undefined) answers.delete(oldest);
  const take = (answer: Answered<T>) => {
    if (answers.get(key) !== pending) return;
    answers.set(key, answer);
    m.keep('answered', key);
  };
  ask().then(
    (value) => take({ value, problem: '' }),
    (error: unknown) => take({ value: null, problem: messageOf(error) }),
  );
  return pending;
}

/** A ground that says how much a number from −1 to 1 is, and of which sign: pink, or grey below zero. */
export const groundOf = (x: number): string =>
  `color-mix(in srgb, var(--${x < 0 ? 'negative' : 'weight'}) ${Math.round(70 * Math.min(1, Math.abs(x)))}%, transparent)`;
