import type { ModelInfo } from '../../model/protocol';
import { readSettings } from '../../state/settings';
import { later, msg } from '../../words/msg';
import { parameterParts, shapeOf, total } from '../kit/cost';
import type { Told } from '../kit/derivation';
import { guessOf, type Question } from '../kit/question';
import type { Tone } from '../kit/scene';
import { amount, type Measured, mostTimed, whole } from './amounts';
import {
  cacheText,
  crossing,
  crossingFormula,
  flopsText,
  measuredText,
  memoryText,
  parametersText,
  trainingText,
} from './caption';
import { type Drawing, flopsPlot, memoryPlot, timesPlot } from './plots';
import {
  type CostSettings,
  chosenValue,
  isTrainingKnown,
  presetsOf,
  type SliderId,
  sliders,
  stopsOf,
} from './settings';

export interface SliderScene {
  readonly id: SliderId;
  readonly sign: string;
  readonly name: string;
  readonly stops: readonly number[];
  readonly at: number;
  readonly written: string;
}

export interface PartRow {
  readonly part: keyof ReturnType<typeof parameterParts>;
  readonly name: string;
  readonly count: number;
  readonly share: number;
  readonly tone: Tone;
}

export interface CostScene {
  readonly form: 'narrow' | 'two' | 'three';
  readonly presets: readonly { readonly id: string; readonly name: string; readonly on: boolean }[];
  readonly sliders: readonly SliderScene[];
  readonly parts: readonly PartRow[];
  readonly parameters: number;
  /** The count against what the open model's file holds; empty for other shapes. */
  readonly check: string;
  readonly note: string;
  /** Where the lines cross; null of a shape that was not guessed about. */
  readonly question: Question | null;
  /** Whether the reader has guessed once, or wants to be shown. */
  readonly isGuessed: boolean;
  /** The address's, with the guess. */
  readonly written: string;
  readonly flops: Drawing;
  readonly memory: Drawing;
  readonly times: Drawing;
  readonly texts: {
    readonly parameters: string;
    readonly flops: Told;
    readonly memory: Told;
    readonly cache: Told;
    readonly training: Told;
    readonly times: string;
  };
  readonly measured: Measured;
  readonly settings: CostSettings;
  /** The number whose arithmetic is unfolded. */
  readonly asked: string;
  /** Why nothing can be timed; empty where it can. */
  readonly untimed: string;
}

function sliderScenes(settings: CostSettings): readonly SliderScene[] {
  return sliders.map((slider) => {
    const value = chosenValue(settings, slider.id);
    const stops = stopsOf(slider, settings);
    const amountKnown = isTrainingKnown(settings) ? amount(value) : '?';
    return {
      ...{ id: slider.id, sign: slider.sign, name: msg(slider.name), stops },
      at: stops.indexOf(value),
      written: slider.id === 'D' ? amountKnown : whole(value),
    };
  });
}

const named: readonly (readonly [
  part: keyof ReturnType<typeof parameterParts>,
  name: string,
  tone: Tone,
])[] = [
  ['embedding', later('embedding tables'), 'residual'],
  ['attention', 'attention', 'weight'],
  ['feedForward', 'feed-forward', 'feed-forward'],
  ['norms', later('norms'), 'norm'],
  ['prediction', 'prediction', 'ink-2'],
];

function checkText(model: ModelInfo | null, settings: CostSettings, counted: number): string {
  if (!model || settings.preset !== 'own') return '';
  if (JSON.stringify(settings.shape) !== JSON.stringify(shapeOf(model.config))) return '';
  return model.parameters === counted
    ? msg`Checked: the open model’s tensors hold exactly the ${whole(counted)} numbers counted.`
    : msg`Checked: the formulas count ${whole(counted)}, but the open model’s tensors hold ${whole(model.parameters)}.`;
}

function untimedText(settings: CostSettings, parameters: number): string {
  const { hidden_size: d } = settings.shape;
  const inLayers = parameters - settings.shape.vocab_size * d;
  return inLayers > mostTimed
    ? msg`Only models with up to ${amount(mostTimed)} parameters in their layers are timed here.`
    : '';
}

export interface CostShown {
  readonly model: ModelInfo | null;
  readonly settings: CostSettings;
  readonly measured: Measured;
  /** The settings of the address. */
  readonly written: string;
  readonly asked?: string;
  readonly width: number;
}

/** From how many words on attention costs more than the feed-forward network: a guess before the line is drawn. */
function crossingAsked(settings: CostSettings): Question {
  const cross = crossing(settings);
  const [operations, n] = crossingFormula(settings);
  return {
    ...{ id: 'crossing', of: String(cross), right: 1, veils: true },
    asks: msg`Guess first: beyond how many words does attention cost more than the feed-forward network?`,
    options: [cross / 4, cross, cross * 4].map(whole),
    why: msg`4·n²·d equals ${operations} at n = ${n}.`,
  };
}

const gap = 40;

/** How many columns there are, and how wide each is. */
function columns(width: number): Pick<CostScene, 'form'> & { readonly column: number } {
  if (width < 700) return { form: 'narrow', column: width };
  const [form, count] = width < 1100 ? (['two', 2] as const) : (['three', 3] as const);
  return { form, column: Math.floor((Math.min(width, 1400) - gap * (count - 1)) / count) };
}

export function costScene({
  model,
  settings,
  measured,
  written,
  asked = '',
  width,
}: CostShown): CostScene {
  const { form, column } = columns(width);
  const parts = parameterParts(settings.shape);
  const parameters = total(parts);
  const presets = presetsOf(model);
  const question = crossingAsked(settings);
  const isGuessed = readSettings(written).has(question.id);
  return {
    form,
    presets: presets.map(({ id, name }) => ({ id, name: msg(name), on: id === settings.preset })),
    sliders: sliderScenes(settings),
    parts: named.map(([part, name, tone]) => ({
      ...{ part, name: msg(name), tone, count: parts[part] },
      share: parts[part] / parameters,
    })),
    ...{ parameters, measured, settings, asked, isGuessed, written },
    check: checkText(model, settings, parameters),
    note: msg(presets.find(({ id }) => id === settings.preset)?.note ?? ''),
    question: isGuessed && guessOf({ settings: written }, question) === null ? null : question,
    flops: flopsPlot(settings, column, !isGuessed),
    memory: memoryPlot(settings, column),
    times: timesPlot(settings, measured, column),
    texts: {
      parameters: parametersText(settings),
      flops: flopsText(settings),
      memory: memoryText(settings),
      cache: cacheText(settings),
      training: trainingText(settings),
      times: measuredText(settings, measured),
    },
    untimed: untimedText(settings, parameters),
  };
}
