import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { spokenStep } from '../../state/training/captions';
import { tickNumber } from '../../state/training/numbers';
import { shownStep } from '../../state/training/training';
import { plotReader } from '../kit/plot-reader';
import type { Acts } from './acts';
import { fileArea, progress, settingsArea, shape, transport } from './controls';
import { asPlot } from './filmstrip';
import { accuracyPanel, looksPanel, lossPanel, mapPanel, sizesPanel } from './panels';
import { type History, picture } from './parts';
import type { TrainingScene } from './scene';
import { teachArea } from './teach';
import { walkPanel } from './walk-panel';

/** The strip's slider: its stops stand where the frames do. */
function strip({ strip: film, training }: TrainingScene, history: History): TemplateResult {
  const { stops, places, frames } = film;
  const { info } = training.run;
  const reader =
    stops.length > 0
      ? plotReader({ plot: asPlot(film), label: 'Kept step', ...history, stops: places })
      : nothing;
  return html`<div class="strip">
    <div class="film">${picture(film, reader)}</div>
    <p class="about">
      One head, kept: thickness is weight${[...training.seen.values()].some(({ lower }) => lower) ? ', above your sentence, below its other' : ''}.
      ${frames} of ${stops.length} kept steps shown${info ? `; beyond ${Math.round(info.keeps / 1e6)} MB steps in between are let go` : ''}.
      ${info ? `${shape(info.config)}, ${tickNumber(info.parameters)} numbers to learn, ${tickNumber(info.vocabulary.length)} words and pieces.` : nothing}
    </p>
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
      ${settingsArea(live, acts)} ${teachArea(live, acts)}
    </div>
    <div class="panels" style=${styled({ gridTemplateColumns: scene.columns })}>
      ${live.walk && scene.beat ? walkPanel(scene, acts) : looksPanel(scene, acts)}
      <div class="plots">${lossPanel(scene, history)} ${accuracyPanel(scene, history)}</div>
      <div class="kinds">${mapPanel(scene, acts)} ${sizesPanel(scene)}</div>
    </div>
  </div>`;
}
