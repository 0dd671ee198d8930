import type { Role } from '../../render/color';
import { type Frame, text, textWidth } from './frame';
import { handle } from './marks';
import type { Mark, Panel, Sweep } from './scene';
import { type StepContext, scaleOf } from './step-context';

/** Where the words stand: column heads where there is room, else a line of text that wraps. */
export interface Words {
  readonly marks: readonly Mark[];
  readonly bottom: number;
  /** Middle of each word's column; null where the words do not head columns. */
  readonly centres: readonly number[] | null;
  readonly pitch: number;
}

const leastPitch = 44;

export function words(m: StepContext, frame: Frame, y = 0): Words {
  const pitch = frame.inner / m.tokens.length;
  return !frame.narrow && pitch >= leastPitch ? columns(m, frame, y, pitch) : flow(m, frame, y);
}

const lookFrom = (piece: string): string => `look out from ${piece}`;

function columns(m: StepContext, frame: Frame, y: number, pitch: number): Words {
  const room = Math.min(pitch, 120);
  const centres = m.tokens.map((_, i) => frame.left + pitch * (i + 0.5));
  const marks = m.tokens.map(({ piece }, token): Mark => {
    const size = Math.max(11, Math.min(20, (room - 6) / (piece.length * 0.54)));
    const box = { x: (centres[token] ?? 0) - pitch / 2, y, width: pitch, height: 32 };
    const chosen = token === m.focus;
    const action = { kind: 'focus', token } as const;
    return handle(box, lookFrom(piece), action, { text: piece, size, chosen, look: 'word' });
  });
  const hint = text(0, y + 21, 'click a word');
  return { marks: frame.gutter > 0 ? [hint, ...marks] : marks, bottom: y + 36, centres, pitch };
}

function flow(m: StepContext, frame: Frame, y: number): Words {
  const size = 17;
  let x = 0;
  let top = y;
  const marks = m.tokens.map(({ piece }, token): Mark => {
    const width = Math.max(28, textWidth(piece, size, true) + 12);
    if (x + width > frame.width && x > 0) {
      x = 0;
      top += 32;
    }
    const box = { x, y: top, width, height: 32 };
    x += width;
    const action = { kind: 'focus', token } as const;
    const chosen = token === m.focus;
    return handle(box, lookFrom(piece), action, { text: piece, size, chosen, look: 'word' });
  });
  return { marks, bottom: top + 36, centres: null, pitch: 0 };
}

const perRow = 16;

/** Under each word its numbers as a small picture; the focus word's is framed. */
export function tiles(
  m: StepContext,
  at: Words,
  name: string,
  role: Role,
  sweep?: Sweep,
): { marks: readonly Mark[]; bottom: number } {
  if (!at.centres) return { marks: [], bottom: at.bottom };
  const { shape } = m.trace.tensor(name);
  const d = shape[1] ?? 0;
  const columns = d % perRow === 0 ? perRow * Math.max(1, Math.round(d / perRow / 8)) : d;
  const width = Math.min(at.pitch - 12, 80);
  const rows = d / columns;
  const height = Math.min(40, Math.max(10, rows * 4));
  const marks = m.tokens.map(
    ({ piece }, token): Panel => ({
      kind: 'panel',
      x: (at.centres?.[token] ?? 0) - width / 2,
      y: at.bottom,
      width,
      height,
      rows,
      columns,
      data: m.trace.row(name, token),
      scale: scaleOf(m, name, role),
      label: `${d} numbers of ${piece}`,
      cells: null,
      tensor: name,
      lit: [],
      ...(sweep && { sweep }),
    }),
  );
  return { marks, bottom: at.bottom + height + 8 };
}
