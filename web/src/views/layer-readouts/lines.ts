import { weight } from '../../state/format';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import { type Frame, label, textWidth } from '../kit/frame';
import { type Curve, type Plot, plotMarks, rulerRoom } from '../kit/plot';
import type { Drawn } from '../kit/product';
import type { StepContext } from '../kit/step-context';
import { lastGuesses, layersOf, readoutsAt } from './readouts';

const looks = [
  { tone: 'weight', width: 2.6 },
  { tone: 'ink', width: 1.4 },
  { tone: 'residual', width: 1.4, dash: '5 3' },
] as const;

const height = 130;

/** The shares of the last guesses at the word in focus, from layer to layer. */
export function linesMarks(m: StepContext, frame: Frame, top: number): Drawn {
  const outcomes = readoutsAt(m, m.focus);
  const pieces = lastGuesses(m, m.focus);
  const side = label(frame, top, {
    name: msg`Its guesses`,
    note: msg`probabilities of the final guesses at “${m.word}”, after each layer`,
  });
  const names = pieces.map((id) => m.model.vocabulary[id] ?? '');
  const room =
    Math.max(...names.map((name) => textWidth(`${name} ${inLanguage('.000')}`, 13))) + 12;
  const curves = pieces.map((_, i): Curve => {
    const shares = outcomes.map(({ asked }) => asked[i] ?? 0);
    const last = shares.at(-1) ?? 0;
    return {
      points: shares.map((share, layer) => [layer, share]),
      ...(looks[i] ?? looks[2]),
      label: `${names[i]} ${weight(last)}`,
    };
  });
  const left = frame.left + rulerRoom.left;
  const layers = layersOf(m);
  const plot: Plot = {
    box: { x: left, y: side.top + 14, width: frame.left + frame.inner - left - room, height },
    x: { from: 0, to: layers },
    y: { from: 0, to: 1 },
    curves,
    below: {
      ticks: Array.from({ length: layers + 1 }, (_, i) => i),
      write: (layer) => (layer === 0 ? msg`in` : String(layer)),
    },
    left: { ticks: [0, 0.5, 1] },
  };
  const bottom = side.top + 14 + height + rulerRoom.below + 6;
  return { marks: [...side.marks, ...plotMarks(plot)], bottom: Math.max(bottom, side.bottom) };
}
