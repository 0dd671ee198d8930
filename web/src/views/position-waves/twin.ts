import type { Trace } from '../../model/trace';
import { signedScale } from '../../render/color';
import { signed } from '../../state/format';
import { traceFor } from '../../state/what-if/answers';
import { otherRequest } from '../../state/what-if/twins';
import { msg } from '../../words/msg';
import { type Frame, label, text, textWidth } from '../kit/frame';
import type { Drawn } from '../kit/product';
import type { Mark, Panel } from '../kit/scene';
import { boundOf, type StepContext } from '../kit/step-context';
import { strip } from '../kit/strip';
import { farthest } from './numbers';

/** The other sentence as it was run; null until it is there, and where there is none. */
export function otherOf(m: StepContext): Trace | null {
  const request = otherRequest(m.state);
  return request && traceFor(m.state, request);
}

/** The largest difference of the rows of a tensor between two sentences, over the places both have. */
export function differenceOf(m: StepContext, other: Trace, tensor: string) {
  const places = Math.min(m.tokens.length, other.encoding.tokens.length);
  const all = Array.from({ length: places }, (_, place) =>
    farthest(m.trace.row(tensor, place), other.row(tensor, place)),
  );
  const most = Math.max(...all);
  return { most, place: all.indexOf(most) };
}

const height = 14;

/** A place whose words differ, and the rows of both sentences there. */
export function twinMarks(m: StepContext, frame: Frame, top: number, other: Trace): Drawn {
  const { place } = differenceOf(m, other, 'embedding.tokens');
  const side = label(frame, top, {
    name: msg`Two sentences`,
    note: msg`the rows of position ${place} in this one and in the other`,
  });
  const words = [m.trace, other].map(({ encoding }) => encoding.tokens[place]?.piece ?? '');
  const lane = Math.min(110, Math.max(...words.map((word) => textWidth(word, 13, true))) + 16);
  const box = { x: frame.left + lane, width: frame.inner - lane, height };
  const marks: Mark[] = [];
  let y = side.top + 4;
  for (const [tensor, name] of [
    ['embedding.positions', msg`position`],
    ['embedding.tokens', msg`embedding`],
  ] as const) {
    const difference = farthest(m.trace.row(tensor, place), other.row(tensor, place));
    const said = msg`${name}: largest difference ${signed(difference)}`;
    const own = strip(m, tensor, place, 'residual', { ...box, y: y + 18 });
    const there: Panel = {
      ...{ ...own, y: y + 18 + height + 3, data: other.row(tensor, place), lit: [] },
      scale: signedScale('residual', boundOf(m, tensor)),
      label: msg`${name} of “${words[1]}” in the other sentence`,
      ...{ cells: null, tensor, object: undefined },
    };
    marks.push(
      text(box.x, y + 12, said, { shows: { tensor: `${tensor} difference`, token: place } }),
      ...words.map((word, i) =>
        text(box.x - 8, y + 29 + i * (height + 3), word, {
          ...{ anchor: 'end', serif: true, size: 13, tone: 'ink' },
        }),
      ),
      own,
      there,
    );
    y += 18 + 2 * (height + 3) + 8;
  }
  return { marks: [...side.marks, ...marks], bottom: Math.max(y, side.bottom) + 4 };
}
