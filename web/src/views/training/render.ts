import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { plotReader } from '../kit/plot-reader';
import type { Acts } from './acts';
import { spokenStep } from './captions';
import { fileArea, progress, settingsArea, shape, transport } from './controls';
import { asPlot } from './filmstrip';
import { madeOfArea } from './made-of';
import { mapPanel } from './map-panel';
import { accuracyPanel, looksPanel, lossPanel, sizesPanel } from './panels';
import { type History, picture } from './parts';
import type { TrainingScene } from './scene';
import { teachArea } from './teach';
import { shownStep, type Training } from './training';
import { walkPanel } from './walk-panel';

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
    msg`${frames} of ${all} kept steps shown; beyond ${Math.round(keeps / 1e6)} MB, steps in between are dropped.`,
    msg`${shape(config)}, ${grouped(parameters)} parameters, ${grouped(vocabulary.length)} tokens in the vocabulary.`,
  ].join(' ');
}

/** The strip's slider: its stops stand where the frames do. */
function strip({ strip: film, training }: TrainingScene, history: History): TemplateResult {
  const { stops, places, frames } = film;
  const reader =
    stops.length > 0
      ? plotReader({ plot: asPlot(film), label: msg`Kept step`, ...history, stops: places })
      : nothing;
  return html`<div class="strip">
    <div class="film">${picture(film, reader)}</div>
    <p class="about">${aboutStrip(training, frames, stops.length)}</p>
  </div>`;
}

/** The whole view. */
export function renderTraining(scene: TrainingScene, acts: Acts, notice: string): TemplateResult {
  const { live, training, form } = scene;
  const shown = shownStep(training);
  const history: History = {
    stops: scene.strip.stops,
    at: scene.strip.at,
    says: shown ? spokenStep(shown) : '',
    choose: (at) => acts.show(scene.strip.stops[at] ?? 0),
  };
  const problem = live.run.problem || notice;
  return html`<div class="training ${form}">
    <div class="way">
      <div class="drive">${transport(live, acts)} ${progress(live)} ${fileArea(live, acts)}</div>
      ${problem ? html`<p class="remark error" role="alert">${problem}</p>` : nothing}
      ${strip(scene, history)}
      ${settingsArea(live, acts)}
      <div class="folds">${madeOfArea(live.run.settings, acts)} ${teachArea(live, acts)}</div>
    </div>
    <div class="panels" style=${styled({ gridTemplateColumns: scene.columns })}>
      ${live.walk && scene.beat ? walkPanel(scene, acts) : looksPanel(scene, acts)}
      <div class="plots">${lossPanel(scene, history)} ${accuracyPanel(scene, history)}</div>
      <div class="kinds">${mapPanel(scene, acts)} ${sizesPanel(scene)}</div>
    </div>
  </div>`;
}
