import type { PartNorms } from '../../learn/protocol';
import { mix } from '../../render/motion';
import { plain, weight } from '../../state/format';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { rect } from '../kit/marks';
import type { SvgMark, Tone } from '../kit/scene';
import type { Drawing } from './drawing';
import { called } from './sizes-plot';
import type { Walk } from './walk';
import { walkHeight } from './walk-lattice';

const row = 19;

interface Bar {
  readonly name: string;
  /** Where it ends, and where it began, as shares of the room. */
  readonly to: number;
  readonly from: number;
  readonly says: string;
  readonly tone: Tone;
}

function barMarks({ name, to, from, says, tone }: Bar, y: number, room: readonly [number, number]) {
  const [left, right] = room;
  const wide = (share: number) => Math.max(0.5, (right - left) * share);
  return [
    text(left - 8, y + 4, name, { anchor: 'end', tone: 'ink' }),
    rect(left, y - 5, wide(to), 10, { fill: tone, opacity: 0.85 }),
    ...(from > 0 ? [rect(left, y - 7, wide(from), 14, { stroke: 'ink' })] : []),
    text(right + 8, y + 4, says, { tone: 'ink' }),
  ] satisfies SvgMark[];
}

const finite = (x: number): number => (Number.isFinite(x) ? x : 0);

/** What each right answer was worth before and after, on one scale. */
function answers({ asked }: Walk, share: number): readonly Bar[] {
  const most = Math.max(
    1e-30,
    ...asked.flatMap(({ before, after }) => [before, after]).map(finite),
  );
  return asked.map(({ right, before, after }) => ({
    ...{ name: right, tone: 'query', from: finite(before) / most },
    to: finite(mix(before, after, share)) / most,
    says: `${weight(before)} → ${weight(after)}`,
  }));
}

/** How far each part of the model moved. */
function moves(parts: readonly PartNorms[], share: number): readonly Bar[] {
  const most = Math.max(1e-30, ...parts.map(({ update }) => finite(update)));
  return parts.map(({ name, update }) => ({
    ...{ name: called(name), tone: 'ink-2', from: 0 },
    to: (share * finite(update)) / most,
    says: plain(update),
  }));
}

/** What the step changed: the answers of the sentence, and each part of the model. */
export function walkUpdate(
  walk: Walk,
  parts: readonly PartNorms[],
  share: number,
  width: number,
): Drawing {
  const sections = [
    {
      title: msg`right answers: outlined before, filled after`,
      bars: answers(walk, share),
    },
    { title: msg`parts of the model: how far they moved`, bars: moves(parts, share) },
  ];
  const all = sections.flatMap(({ bars }) => bars);
  const room = [
    Math.max(0, ...all.map(({ name }) => textWidth(name, 13, true))) + 10,
    width - Math.max(0, ...all.map(({ says }) => textWidth(says, 13, true))) - 10,
  ] as const;
  let y = 12;
  const marks = sections.flatMap(({ title, bars }) => {
    const head = text(0, y, title);
    const drawn = bars.flatMap((bar, i) => barMarks(bar, y + row * (i + 0.9), room));
    y += row * bars.length + 28;
    return [head, ...drawn];
  });
  return { width, height: Math.max(y - 10, walkHeight(walk)), marks };
}
