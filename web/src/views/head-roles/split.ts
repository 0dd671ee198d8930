import type { Outcome, Variant } from '../../model/protocol';
import { weight } from '../../state/format';
import { topGuesses } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { answersTo } from '../../state/what-if/answers';
import type { Ask } from '../../state/what-if/ask';
import { headRegion } from '../../state/what-if/switches';
import { shownRun } from '../../state/what-if/twins';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { type Frame, label, text } from '../kit/frame';
import { handle, path, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import { gainIn } from '../kit/setting-range';
import type { StepContext } from '../kit/step-context';
import { headTile, strip } from '../kit/strip';

/** What the model says at the word in focus, and with each head of the layer at hand muted. */
export interface Muted {
  readonly piece: string;
  readonly probability: number;
  /** By head; shorter while they are being computed. */
  readonly without: readonly Outcome[];
}

/** One run for each head of the layer, in which that head passes on nothing. */
export function askOf(m: StepContext): Ask | null {
  const [guess] = m.trace.has('logits') ? topGuesses(m.trace, m.model.vocabulary, m.focus, 1) : [];
  if (!guess) return null;
  const { text, masked, run, key } = shownRun(m.state, m.trace);
  return {
    key: JSON.stringify(['muted', key, m.layer, m.focus, guess.piece]),
    ...{ text, masked, token: m.focus, pieces: [m.model.vocabulary.indexOf(guess.piece)] },
    count: m.heads,
    variant: (head): Variant => ({
      ...run,
      changes: [...run.changes, `${headRegion(m.model.config, m.layer, head)}=0`],
    }),
  };
}

export function mutedOf(m: StepContext): Muted | null {
  const ask = askOf(m);
  const [guess] = ask ? topGuesses(m.trace, m.model.vocabulary, m.focus, 1) : [];
  return ask && guess ? { ...guess, without: answersTo(m.state, ask) } : null;
}

/** What is left of the answer's probability without a head. */
export const leftOf = ({ asked }: Outcome): number => asked[0] ?? 0;

/** The head without which least is left of the answer; null while some are being computed. */
export function mostImportantHead(m: StepContext, { without }: Muted): number | null {
  if (without.length < m.heads) return null;
  return argmax(without.map((outcome) => -leftOf(outcome)));
}

const gap = 4;
const stripHeight = 14;

interface Column {
  readonly head: number;
  readonly x: number;
  readonly width: number;
}

const columnsOf = (m: StepContext, frame: Frame): readonly Column[] =>
  Array.from({ length: m.heads }, (_, head) => {
    const pitch = frame.inner / m.heads;
    return { head, x: frame.left + pitch * head + gap / 2, width: pitch - gap };
  });

/** A word's numbers cut into heads: the same strip with gaps. */
function cut(
  m: StepContext,
  columns: readonly Column[],
  part: 'query' | 'heads',
  y: number,
): readonly Mark[] {
  const role = part === 'query' ? 'query' : 'value';
  return columns.map(({ head, x, width }) => {
    const place = { x, y, width, height: stripHeight };
    const name = `layers.${m.layer}.attention.${part}`;
    const one = strip(m, name, m.focus, role, place, { part: [head * m.dK, m.dK], copy: true });
    return { ...one, rows: 1, columns: m.dK };
  });
}

function whole(m: StepContext, frame: Frame, part: 'heads' | 'output', y: number): Mark {
  const place = { x: frame.left, y, width: frame.inner, height: stripHeight };
  const role = part === 'heads' ? 'value' : 'residual';
  const one = strip(m, `layers.${m.layer}.attention.${part}`, m.focus, role, place, { copy: true });
  return { ...one, rows: 1, columns: one.data.length };
}

function tiles(m: StepContext, columns: readonly Column[], y: number) {
  const size = Math.max(14, Math.min(60, (columns[0]?.width ?? 0) - 6));
  const marks = columns.flatMap(({ head, x, width }) =>
    headTile(m, m.layer, head, { x: x + (width - size) / 2, y, size }),
  );
  return { marks, bottom: y + size };
}

/** Lines from the cuts of a whole strip to its parts, and back. */
const funnel = (columns: readonly Column[], top: number, bottom: number): readonly Mark[] =>
  columns.map(({ x, width }) =>
    path(`M${x + width / 2} ${top}V${bottom}`, { stroke: 'line', width: 1 }),
  );

/** 128 → 8 × 16, a look of its own for each, and 8 × 16 → 128. */
export function splitMarks(m: StepContext, frame: Frame, top: number): Drawn {
  const { heads, dK, dModel } = m;
  const n = m.tokens.length;
  const columns = columnsOf(m, frame);
  const marks: Mark[] = [];
  let y = top;
  const line = (
    of: Parameters<typeof label>[2],
    draw: (at: number) => { readonly marks: readonly Mark[]; readonly bottom: number },
  ) => {
    const side = label(frame, y, of);
    const drawn = draw(side.top + 4);
    marks.push(...side.marks, ...drawn.marks);
    y = Math.max(drawn.bottom + 10, side.bottom + 6);
  };
  line({ name: msg`Query`, formula: `${dModel} → ${heads} × ${dK}`, tone: 'query' }, (at) => ({
    marks: [
      ...columns.map(({ head, x, width }) =>
        text(x + width / 2, at + 10, String(head + 1), {
          ...{ anchor: 'middle', bold: head === m.head },
        }),
      ),
      ...cut(m, columns, 'query', at + 16),
    ],
    bottom: at + 16 + stripHeight,
  }));
  line({ name: msg`Weights`, formula: `${heads} × ${n} × ${n}`, tone: 'weight' }, (at) =>
    tiles(m, columns, at),
  );
  line({ name: msg`Mixed values`, formula: `${heads} × ${dK}`, tone: 'value' }, (at) => ({
    marks: cut(m, columns, 'heads', at + 4),
    bottom: at + 4 + stripHeight,
  }));
  line(
    { name: msg`Side by side`, formula: `${heads} × ${dK} → ${dModel}`, tone: 'value' },
    (at) => ({
      marks: [
        ...(frame.narrow ? [] : funnel(columns, at - 18, at + 4)),
        whole(m, frame, 'heads', at + 4),
      ],
      bottom: at + 4 + stripHeight,
    }),
  );
  const mixes = m.graph.structure.output !== 'off';
  line(
    { name: msg`Output`, formula: mixes ? `· W_O, ${dModel} × ${dModel}` : msg`W_O is skipped` },
    (at) => ({
      marks: [whole(m, frame, 'output', at + 4)],
      bottom: at + 4 + stripHeight,
    }),
  );
  return { marks, bottom: y };
}

const barHeight = 54;

/** What is left of the answer without each head, under the head. */
export function mutedMarks(m: StepContext, frame: Frame, top: number, muted: Muted): Drawn {
  const side = label(frame, top, {
    name: msg`Muted`,
    note: msg`the probability of “${muted.piece}” at ${wordName(m.tokens, m.focus)} without each head; press one to mute it`,
  });
  const columns = columnsOf(m, frame);
  const worst = mostImportantHead(m, muted);
  const base = side.top + 20 + barHeight;
  const marks = columns.flatMap(({ head, x, width }): readonly Mark[] => {
    const target = { kind: 'head', layer: m.layer, head } as const;
    const outcome = muted.without[head];
    if (!outcome) return [];
    const left = leftOf(outcome);
    const other = m.model.vocabulary[outcome.best] ?? '';
    const turned = other !== muted.piece;
    const rise = barHeight * left;
    const named = width >= 30 || head === worst;
    const middle = { anchor: 'middle', size: 11, bold: head === worst } as const;
    const bar = Math.min(26, width - 4);
    return [
      rect(x + (width - bar) / 2, base - rise, bar, rise, {
        fill: 'weight',
        opacity: head === worst ? 1 : 0.5,
      }),
      ...(named
        ? [
            text(x + width / 2, base - rise - 5, weight(left), {
              ...{ ...middle, tone: 'ink' },
              shows: { tensor: 'left', index: head },
            }),
          ]
        : []),
      ...(turned && width >= other.length * 5.6
        ? [text(x + width / 2, base + 14, other, { ...middle, serif: true, size: 12, tone: 'ink' })]
        : []),
      handle(
        { x, y: side.top, width, height: barHeight + 22 },
        msg`mute head ${head + 1} of layer ${m.layer + 1}: ${weight(left)} remains`,
        { kind: 'hand', target, gain: gainIn(m, target) },
      ),
    ];
  });
  const all = rect(frame.left, base - barHeight * muted.probability, frame.inner, 0.5, {
    fill: 'ink-2',
  });
  return {
    marks: [...side.marks, rect(frame.left, base, frame.inner, 1, { fill: 'line' }), all, ...marks],
    bottom: Math.max(base + 22, side.bottom + 4),
  };
}
