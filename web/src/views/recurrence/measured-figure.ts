import { html, nothing, svg, type TemplateResult } from 'lit';
import { percent, plain } from '../../state/format';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { type Asking, askingOf, asks, derived } from '../kit/derivation';
import { type FigureContext, numbersTable, picture } from '../kit/hosted-figure';
import { plotReader } from '../kit/plot-reader';
import { measuredDerivations } from './derivations';
import {
  accuracyCaption,
  type Comparison,
  geometricMean,
  gradientCaption,
  gradientOf,
  layerParameters,
  mean,
  measured,
  methodOf,
  type Stage,
  shareOf,
  sourceOf,
  type Task,
  timeCaption,
} from './measured';
import { accuracyPlot, gradientPlot, look, type MeasuredPlot, timePlot } from './measured-plots';

const gap = 28;

const columnsIn = (width: number): number => (width >= 760 ? 3 : width >= 540 ? 2 : 1);

/** Which of the two gradients is on show. */
export const stageOf = ({ choices }: FigureContext): Stage =>
  choices.get('gradient') === 'after' ? 'after' : 'before';

/** Which of the two times is on show. */
export const taskOf = ({ choices: of }: FigureContext): Task =>
  of.get('time') === 'training' ? 'training' : 'reading';

interface Panel {
  readonly id: string;
  readonly title: string;
  readonly plot: MeasuredPlot;
  /** The numbers of both networks at a stop. */
  readonly says: (index: number) => string;
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly above?: TemplateResult;
}

const bothNames = (): readonly string[] => [msg`encoder`, msg`recurrent`];

function accuracyPanel(of: Comparison, width: number, at: number): Panel {
  return {
    id: 'right',
    title: msg`Pronouns read correctly, by distance to the noun in tokens`,
    plot: accuracyPlot(of, width, at),
    caption: accuracyCaption(of),
    says: (index) => {
      const each = of.distances[index];
      if (!each) return '';
      const { right, distance, cases } = each;
      return msg`${distance} tokens: encoder ${percent(mean(right.encoder))}, recurrent ${percent(mean(right.recurrent))}, of ${cases} pronouns`;
    },
    head: [msg`tokens`, ...bothNames(), msg`pronouns`],
    rows: of.distances.map(({ distance, cases, right }) => [
      String(distance),
      percent(mean(right.encoder)),
      percent(mean(right.recurrent)),
      String(cases),
    ]),
  };
}

interface Choice {
  readonly name: string;
  readonly chosen: boolean;
  readonly choose: () => void;
}

/** Buttons of which one is pressed. */
function choices(label: string, all: readonly Choice[]): TemplateResult {
  return html`<span class="stages" role="group" aria-label=${label}>${all.map(
    ({ name, chosen, choose }) =>
      html`<button type="button" class="stage" aria-pressed=${chosen} @click=${choose}>${name}</button>`,
  )}</span>`;
}

function stages(m: FigureContext, chosen: Stage): TemplateResult {
  const each = (stage: Stage, name: string): Choice => ({
    ...{ name, chosen: stage === chosen },
    choose: () => m.choose({ gradient: stage === 'after' ? 'after' : '' }),
  });
  return choices(msg`gradient`, [each('before', msg`before training`), each('after', msg`after`)]);
}

function tasks(m: FigureContext, chosen: Task): TemplateResult {
  const each = (task: Task, name: string): Choice => ({
    ...{ name, chosen: task === chosen },
    choose: () => m.choose({ time: task === 'training' ? 'training' : '' }),
  });
  return choices(msg`time`, [each('reading', msg`to read`), each('training', msg`to train`)]);
}

function gradientPanel(m: FigureContext, of: Comparison, width: number, at: number): Panel {
  const stage = stageOf(m);
  const value = (each: Comparison['distances'][number], network: 'encoder' | 'recurrent') =>
    plain(geometricMean(gradientOf(each, stage)[network]));
  return {
    id: 'gradient',
    title: msg`Gradient that reaches the noun`,
    plot: gradientPlot(of, stage, width, at),
    caption: gradientCaption(of, stage),
    above: stages(m, stage),
    says: (index) => {
      const each = of.distances[index];
      if (!each) return '';
      const shares = shareOf(each, stage);
      return msg`${each.distance} tokens: encoder ${value(each, 'encoder')}, recurrent ${value(each, 'recurrent')}; ${percent(mean(shares.encoder))} and ${percent(mean(shares.recurrent))} of the gradients of all words`;
    },
    head: [msg`tokens`, ...bothNames(), msg`share, encoder`, msg`share, recurrent`],
    rows: of.distances.map((each) => {
      const shares = shareOf(each, stage);
      return [
        String(each.distance),
        value(each, 'encoder'),
        value(each, 'recurrent'),
        percent(mean(shares.encoder)),
        percent(mean(shares.recurrent)),
      ];
    }),
  };
}

function timePanel(m: FigureContext, of: Comparison, width: number, at: number): Panel {
  const shortest = of.lengths[0]?.tokens ?? 0;
  const task = taskOf(m);
  return {
    id: 'time',
    title: msg`Time per text, by its length in tokens`,
    plot: timePlot(of, task, width, at),
    caption: timeCaption(of, task),
    above: tasks(m, task),
    says: (index) => {
      const each = of.lengths[index];
      if (!each) return '';
      const time = each[task];
      return msg`${each.tokens} tokens: encoder ${plain(time.encoder)}, recurrent ${plain(time.recurrent)}, relative to the encoder reading ${shortest}`;
    },
    head: [
      msg`tokens`,
      msg`encoder, to read`,
      msg`recurrent, to read`,
      msg`encoder, to train`,
      msg`recurrent, to train`,
    ],
    rows: of.lengths.map(({ tokens, reading, training }) => [
      String(tokens),
      ...[reading, training].flatMap(({ encoder, recurrent }) => [
        plain(encoder),
        plain(recurrent),
      ]),
    ]),
  };
}

const placeOf = (m: FigureContext, id: string, last: number): number =>
  Math.min(last, m.kept(`at-${id}`, last));

function panelOf(m: FigureContext, panel: Panel, at: number): TemplateResult {
  const { id, title, plot, caption, says, head, rows, above } = panel;
  const choose = (index: number) => m.keep(`at-${id}`, index);
  return html`<div class="panel" data-panel=${id}>
    <p class="name">${title}</p>
    <div>${above ?? nothing}</div>
    ${picture(
      plot.drawing,
      plotReader({
        ...{ plot: plot.plot, label: title, stops: plot.stops, at, says: says(at), choose },
        hover: (index) => index !== null && choose(index),
      }),
    )}
    <p class="small readout">${says(at)}</p>
    <p class="told">${caption}</p>
    ${numbersTable(title, head, rows)}
  </div>`;
}

const swatch = (network: 'encoder' | 'recurrent') => {
  const { tone, width = 2, dash = 'none' } = look[network];
  return html`<svg class="swatch" width="26" height="10" aria-hidden="true">${svg`<path d="M1 5H25" stroke="var(--${tone})" stroke-width=${width} stroke-dasharray=${dash} fill="none"></path>`}</svg>`;
};

/** The parameters between embedding and head, each of which can be asked. */
function parameters(asking: Asking, of: Comparison): TemplateResult {
  const each = (network: 'encoder' | 'recurrent', name: string) => {
    const written = grouped(layerParameters(of, network));
    return html`<span class="key">${swatch(network)} ${name}, ${asks(asking, `parameters ${network}`, written, name)} ${msg`parameters in its layers`}</span>`;
  };
  return html`<p class="keys">${each('encoder', msg`encoder: attention`)} ${each('recurrent', msg`recurrent network`)}</p>`;
}

/** What was measured of both networks, once. */
export function measuredFigure(m: FigureContext, of: Comparison = measured): TemplateResult {
  const columns = columnsIn(m.size.width);
  const width = Math.floor((m.size.width - gap * (columns - 1)) / columns);
  const distances = of.distances.length - 1;
  const places = [
    placeOf(m, 'right', distances),
    placeOf(m, 'gradient', distances),
    placeOf(m, 'time', of.lengths.length - 1),
  ] as const;
  const panels = [
    accuracyPanel(of, width, places[0]),
    gradientPanel(m, of, width, places[1]),
    timePanel(m, of, columns === 2 ? m.size.width : width, places[2]),
  ];
  const asking = askingOf(m);
  return html`<section class="measured" aria-label=${msg`Both networks, measured`}>
    <p class="name">${msg`Both networks, trained and measured`}</p>
    <p class="told">${methodOf(of)} ${sourceOf(of)}</p>
    ${parameters(asking, of)}
    ${derived(asking, measuredDerivations(of))}
    <div class="panels" data-columns=${columns}>${panels.map((panel, i) => panelOf(m, panel, places[i] ?? 0))}</div>
  </section>`;
}
