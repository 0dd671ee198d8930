import { isShown, wordPlaces } from '../../render/visible-words';
import { signed, weight } from '../../state/format';
import { likelihood } from '../../state/prediction';
import {
  type Effect,
  type EffectId,
  type Effects,
  effectsOf,
  foremost,
} from '../../state/what-if/effects';
import { guessText } from '../../state/what-if/reading';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { type Frame, label, type SideLabel, stretched, text } from '../kit/frame';
import { stepFigure } from '../kit/hosted-figure';
import { line, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { wordHandle, words } from '../kit/words';
import type { Caption } from '../view';

/** Whether the four ways name one word. */
function agreement({ effects }: Effects): string {
  const firsts = new Set(effects.map(foremost).filter((token) => token !== null));
  return firsts.size === 1
    ? msg`all four measures agree`
    : msg`the four measures disagree: a weight says where a head looks, not what the answer depends on`;
}

/** What the answer becomes without the word that changes it most. */
function largestLoss(m: StepContext, { answer, effects, without }: Effects): string {
  const leftOut = effects.find(({ id }) => id === 'left-out');
  const token = leftOut ? foremost(leftOut) : null;
  const left = token === null ? null : without[token];
  if (token === null || left === null || left === undefined) return '';
  const [before, after] = [likelihood(answer.probability), likelihood(left)];
  return before === after
    ? msg`Without any one of the words, “${answer.piece}” stays at ${before}`
    : msg`Leaving out ${wordName(m.tokens, token)} changes the guess most, “${answer.piece}” ${before} → ${after}`;
}

export function captionOf(m: StepContext, found: Effects | null): Caption {
  const word = wordName(m.tokens, m.focus);
  if (!found)
    return [
      msg`There is nothing to explain here: the model predicts no word, or the text has only one.`,
      msg`Choose a model that was trained to guess masked words.`,
    ];
  const reads = msg`At ${word} the model’s guess is ${guessText(found.answer)}. Which word does that depend on?`;
  if (found.waiting > 0)
    return [reads, msg`Measuring: ${found.waiting} more {0:run|runs} of the model.`];
  const loss = largestLoss(m, found);
  return [loss ? msg`${loss}; ${agreement(found)}.` : reads, ''];
}

/** How a way is named, and in few letters; whether its numbers have a sign. */
interface Way {
  readonly label: SideLabel;
  readonly short: string;
  readonly signed: boolean;
}

function waysOf({ layer, head }: StepContext): Readonly<Record<EffectId, Way>> {
  return {
    weight: {
      label: {
        name: msg`Weight`,
        note: msg`of layer ${layer + 1}, head ${head + 1}; adds up to 1`,
      },
      ...{ short: msg`weight`, signed: false },
    },
    rollout: {
      label: { name: msg`Rollout`, note: msg`all heads, layer by layer; adds up to 1` },
      ...{ short: msg`rollout`, signed: false },
    },
    gradient: {
      label: {
        name: msg`Gradient × input`,
        note: msg`if its vector grew: change in ln (p ÷ (1 − p))`,
      },
      ...{ short: msg`gradient`, signed: true },
    },
    'left-out': {
      label: {
        name: msg`Left out`,
        note: msg`if no word looked at it: change in ln (p ÷ (1 − p))`,
      },
      ...{ short: msg`left out`, signed: true },
    },
  };
}

const written = (way: Way, value: number): string => (way.signed ? signed(value) : weight(value));

const largest = ({ values }: Effect, m: StepContext): number =>
  Math.max(
    1e-9,
    ...values.map((value, token) => (isShown(m.shown, token) ? Math.abs(value ?? 0) : 0)),
  );

/** The ends of a way’s scale: from no bar to its longest one. */
const ends = (way: Way, full: number): string =>
  way.signed ? `±${signed(full)}` : msg`0 to ${weight(full)}`;

/** The least height of a way, and what of it is not bar. */
const bandHeight = 98;
const besideBar = 54;

/** A bar of a number: up or to the right where it speaks for the answer, hollow where against. */
const paint = (value: number, most: boolean) =>
  value < 0
    ? ({ fill: 'sheet', stroke: 'ink-2' } as const)
    : ({ fill: most ? 'weight' : 'ink-2' } as const);

interface Band {
  readonly effect: Effect;
  readonly way: Way;
  readonly centres: readonly number[];
  readonly height: number;
}

/** One way, its bars under the words. */
function band(
  m: StepContext,
  frame: Frame,
  top: number,
  { effect, way, centres, height }: Band,
): readonly Mark[] {
  const full = largest(effect, m);
  const reach = height - besideBar;
  const base = top + 18 + reach;
  const first = foremost(effect);
  const bars = wordPlaces(m.shown).flatMap(({ first: token, rest }): readonly Mark[] => {
    const value = effect.values[token] ?? null;
    const x = centres[token] ?? 0;
    if (rest || value === null) return [];
    const rise = (reach * Math.abs(value)) / full;
    const most = token === first;
    return [
      rect(x - 11, base - rise, 22, rise, paint(value, most)),
      text(x, base - rise - 5, written(way, value), {
        ...{ anchor: 'middle', size: 12, bold: most, tone: most ? 'ink' : 'ink-2' },
        shows: { tensor: effect.id, token },
      }),
    ];
  });
  return [
    ...label(frame, top, way.label).marks,
    line(frame.left, base, frame.width, base),
    text(frame.left, base + 16, msg`its own scale: ${ends(way, full)}`, { size: 11 }),
    ...bars,
  ];
}

interface Parts {
  readonly m: StepContext;
  readonly frame: Frame;
  readonly found: Effects;
}

function columns({ m, frame, found }: Parts) {
  const head = words(m, frame);
  const { centres } = head;
  if (!centres) return null;
  const ways = waysOf(m);
  const height = stretched(frame, bandHeight * 4, head.bottom) / 4;
  const marks = found.effects.flatMap((effect, i) =>
    band(m, frame, head.bottom + height * i, { effect, way: ways[effect.id], centres, height }),
  );
  return { marks: [...head.marks, ...marks], bottom: head.bottom + height * 4 };
}

const rowPitch = 36;

/** The words one under another, each with its four numbers and their bars. */
function rows({ m, frame, found }: Parts) {
  const ways = waysOf(m);
  const lane = Math.min(104, frame.width * 0.25);
  const pitch = (frame.width - lane) / found.effects.length;
  const left = (i: number) => lane + pitch * i;
  const heads = found.effects.flatMap((effect, i) => [
    text(left(i), 12, ways[effect.id].short, { size: 11 }),
    text(left(i), 26, ends(ways[effect.id], largest(effect, m)), { size: 11 }),
  ]);
  const marks = wordPlaces(m.shown).flatMap((place, row) => {
    const y = 34 + rowPitch * row;
    const bars = found.effects.flatMap((effect, i): readonly Mark[] => {
      const value = effect.values[place.first] ?? null;
      if (place.rest || value === null) return [];
      const most = place.first === foremost(effect);
      const width = ((pitch - 10) * Math.abs(value)) / largest(effect, m);
      return [
        text(left(i), y + 15, written(ways[effect.id], value), {
          ...{ size: 12, bold: most, tone: most ? 'ink' : 'ink-2' },
          shows: { tensor: effect.id, token: place.first },
        }),
        rect(left(i), y + 20, width, 6, paint(value, most)),
      ];
    });
    return [wordHandle(m, place, { x: 0, y, width: lane - 6, height: 32 }, 16), ...bars];
  });
  return { marks: [...heads, ...marks], bottom: 38 + rowPitch * wordPlaces(m.shown).length };
}

const draw: Draw = (m, frame) => {
  const found = effectsOf(m.state);
  const caption = captionOf(m, found);
  if (!found) {
    const head = words(m, frame);
    return { ...head, chosen: [], caption, scales: false };
  }
  const parts = { m, frame, found };
  return { ...(columns(parts) ?? rows(parts)), chosen: [], caption, scales: false };
};

/** Four ways to say which word an answer hangs on, side by side under the words. */
/** Height of the caption below it. */
const told = 96;

export const figure = stepFigure('effects', (m, frame) =>
  draw(m, { ...frame, room: frame.room && frame.room - told }),
);
