import { placeOfWord, sumOver, wordPlaces } from '../../render/visible-words';
import { cell } from '../../state/dataflow/cell';
import { weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { handle, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { wordHandle } from '../kit/words';
import { axisHeight, mirrorMarks, nowAndWas, type Parts, type Placed, settingText } from './parts';

const pitch = 40;
const top = 24;

/** Where things stand along a row. */
function placesOf({ frame: { width } }: Parts) {
  const lane = Math.min(90, Math.max(46, width * 0.17));
  const word = Math.min(110, Math.max(76, width * 0.22));
  const numbers = 2 * lane + word + 14;
  return { lane, word, was: lane + word, numbers, bars: numbers + 44 };
}

function row(parts: Parts, i: number): readonly Mark[] {
  const { m, of, frame } = parts;
  const x = placesOf(parts);
  const place = wordPlaces(m.shown)[i];
  if (!place) return [];
  const y = top + pitch * (i + 0.5);
  const token = place.first;
  const now = sumOver(place, of.now.weights);
  const was = of.was && sumOver(place, of.was.weights);
  const full = Math.max(0, frame.width - x.bars);
  const box = { x: x.lane, y: y - 16, width: x.word, height: 32 };
  const ask = { x: x.numbers - 8, y: y - 16, width: 50, height: 32 };
  const name = `layers.${m.layer}.attention.weights`;
  const most = token === argmax(of.now.weights);
  const raised = was !== null && weight(was) !== weight(now) ? -3 : 4;
  return [
    wordHandle(m, place, box, 16),
    ...nowAndWas(x.numbers, y + raised, weight(now), was === null ? null : weight(was), {
      ...{ bold: most, tone: most ? 'weight' : 'ink', shows: { tensor: 'weights', token } },
    }),
    rect(x.bars, y - (was === null ? 5 : 10), full * now, 10, { fill: 'weight' }),
    ...(was === null
      ? []
      : [rect(x.bars, y + 2, full * was, 9, { fill: 'sheet', stroke: 'ink-2' })]),
    ...(place.rest
      ? []
      : [
          handle(ask, msg`Why ${weight(now)}?`, {
            kind: 'cell',
            cell: cell(name, m.head, m.focus, token),
          }),
        ]),
  ];
}

/** The words one under another: what is at their left, what was at their right. */
export function rows(parts: Parts): Placed {
  const { m, of, frame } = parts;
  const places = wordPlaces(m.shown);
  const x = placesOf(parts);
  const end = top + pitch * places.length;
  const mirror = {
    centres: places.map((_, i) => top + pitch * (i + 0.5)),
    facing: { now: 'left', was: 'right' },
    base: { now: x.lane, was: x.was },
    total: 22,
    reach: { now: x.lane - 2, was: x.lane - 2 },
  } as const;
  const bits = (value: number) => `${value.toFixed(2)} bits`;
  const focus = top + pitch * (placeOfWord(m.shown, m.focus) + 0.5);
  const setting = end + 20;
  const axis = { x: 0, y: setting + 24, width: frame.width, height: axisHeight + 14 };
  const scopes = { x: 0, y: axis.y + axis.height + 4, width: frame.width, height: 28 };
  return {
    marks: [
      ...mirrorMarks(m, mirror, of.now.weights, of.was?.weights ?? null),
      rect(x.lane, focus - 16, 2, 32, { fill: 'query' }),
      text(0, 12, of.was ? 'now' : '', { bold: true, tone: 'ink' }),
      text(x.was, 12, of.was ? msg`as it was` : ''),
      text(x.numbers, 12, 'weight'),
      ...places.flatMap((_, i) => row(parts, i)),
      ...nowAndWas(8, setting, settingText(of.now, m), of.was && settingText(of.was, m), {
        shows: { tensor: 'divisor' },
      }),
      ...nowAndWas(x.numbers, setting, bits(of.now.entropy), of.was && bits(of.was.entropy), {
        shows: { tensor: 'entropy' },
      }),
    ],
    bottom: scopes.y + scopes.height + 4,
    axis,
    scopes,
  };
}
