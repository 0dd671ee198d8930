import type { Role } from '../../render/color';
import { formulaOf, normAfter, statisticsOf } from '../../state/dataflow/graph';
import { quoted, split } from '../../state/dataflow/naming';
import { ofLayer } from '../../state/dataflow/structure';
import { plain, signed } from '../../state/format';
import { largest } from '../../state/vector';
import { msg } from '../../words/msg';
import type { Caption } from '../view';
import { normed, overWords, placeOfX, spreadOf, standardised } from './distribution';
import { type Frame, label, text } from './frame';
import type { Drawn } from './product';
import type { Mark } from './scene';
import { chosenCell, type StepContext } from './step-context';
import type { Draw } from './step-view';
import { vector } from './strip';
import { words } from './words';

interface SumLine {
  readonly tensor: string;
  readonly name: string;
  readonly formula: string;
}

interface SumOf {
  /** Null where nothing is added: the sum is b. */
  readonly a: SumLine | null;
  readonly b: SumLine;
  readonly out: SumLine;
  readonly roles: readonly [Role, Role, Role];
  readonly begin: number;
  readonly end: number;
}

const height = 36;
const pitch = 46;

/** Two vectors as bars, one above the other and on one scale, and their sum. */
export function sums(m: StepContext, frame: Frame, top: number, of: SumOf): Drawn {
  const marks: Mark[] = [];
  const parts = [of.a, of.b, of.out].filter((part) => part !== null);
  const bars = largest(parts.map(({ tensor }) => largest(m.trace.row(tensor, m.focus)))) || 1;
  let y = top;
  [of.a, of.b, of.out].forEach((part, i) => {
    if (!part) return;
    const role = of.roles[i] ?? 'residual';
    const sign = ['', of.a ? '+' : '', '='][i] ?? '';
    const name = frame.narrow && sign ? `${sign} ${part.name}` : part.name;
    const tone = i === 2 ? role : 'ink';
    const beside = label(frame, y, { name, formula: part.formula, tone });
    const place = { x: frame.left, y: beside.top + 2, width: frame.inner, height };
    const span = of.end - of.begin;
    const moving =
      i === 2 ? { sweep: { axis: 'x' as const, from: of.begin + span * 0.35, to: of.end } } : {};
    marks.push(
      ...beside.marks,
      ...vector(m, place, { name: part.tensor, role }, { ...moving, bars }),
    );
    if (!frame.narrow && sign)
      marks.push(text(frame.left - 14, place.y + 23, sign, { size: 17, tone: 'ink' }));
    y = Math.max(y + (frame.narrow ? 0 : pitch), place.y + place.height + 8, beside.bottom + 6);
  });
  return { marks, bottom: y };
}

/** The two halves of a step: what is added, x being null without the residual connection, and the layer norm that follows, where there is one. */
interface Halves {
  readonly add: {
    readonly x: string | null;
    readonly gain: number;
    readonly sublayer: string;
    readonly out: string;
  };
  readonly norm: string | null;
  readonly sublayerName: string;
}

/** A sublayer's sum and the norm that reads it, unless that norm belongs to the next layer. */
function halvesOf({ graph, layer }: StepContext, sublayer: string, sublayerName: string): Halves {
  const name = `layers.${layer}.${sublayer}`;
  const out = `${name}.residual`;
  const formula = graph.tensors.get(out)?.formula;
  const {
    a: x,
    b,
    gain,
  } = formula?.kind === 'same'
    ? { a: null, b: `${name}.output`, gain: 0 }
    : formulaOf(graph, out, 'sum');
  const norm = normAfter(graph, out);
  const own = norm !== null && [layer, null].includes(split(norm).layer);
  return { add: { x, gain, sublayer: b, out }, norm: own ? norm : null, sublayerName };
}

/** After attention. In a pre-norm layer the norm that follows is the one before the feed-forward. */
export const afterAttention = (m: StepContext): Halves => halvesOf(m, 'attention', msg`Attention`);

/** After the feed-forward. A pre-norm stack has one more norm at its very end. */
export const afterFeedForward = (m: StepContext): Halves =>
  halvesOf(m, 'feedForward', msg`Feed-forward`);

function sumOf(m: StepContext, of: Halves['add'], name: string): SumOf {
  const fromNorm = of.x?.endsWith('norm');
  return {
    a:
      of.x === null
        ? null
        : {
            ...{
              tensor: of.x,
              name: of.gain === 1 ? msg`The word` : msg`${plain(of.gain)} × the word`,
            },
            formula: placeOfX(m, of.x) ?? msg`x after attention`,
          },
    b: { tensor: of.sublayer, name, formula: msg`what it adds` },
    out: { tensor: of.out, name: msg`Sum`, formula: msg`${m.dModel} numbers` },
    roles: [
      fromNorm ? 'norm' : 'residual',
      of.sublayer.endsWith('attention.output') ? 'residual' : 'feed-forward',
      'residual',
    ],
    begin: 0,
    end: 0.4,
  };
}

/** A norm over the wrong axis leaves the word's own numbers with another mean and deviation. */
function wrongAxis(m: StepContext, norm: string): string {
  const { x } = formulaOf(m.graph, norm, 'norm');
  const { middle, spread } = spreadOf(standardised(m, { x, norm }));
  return msg`LayerNorm runs over the wrong axis: each number gets mean 0 over the words, leaving the ${m.dModel} numbers of ${quoted(m.word)} with mean ${signed(middle)} and standard deviation ${signed(spread)}.`;
}

function whatIsAdded(m: StepContext, { x, gain, sublayer }: Halves['add']): string {
  const word = quoted(m.word);
  const to = gain === 1 ? word : `${plain(gain)} × ${word}`;
  if (sublayer.endsWith('attention.output'))
    return x
      ? msg`Attention’s output is added to ${to}.`
      : msg`The residual connection is off: of ${word}, only attention’s output goes on.`;
  return x
    ? msg`Feed-forward’s output is added to ${to}.`
    : msg`The residual connection is off: of ${word}, only the feed-forward network’s output goes on.`;
}

function caption(m: StepContext, { add, norm }: Halves): Caption {
  if (ofLayer(m.graph.structure, m.layer).layer === 'off')
    return [
      msg`Layer ${m.layer + 1} is skipped: nothing reads what it computes.`,
      msg`${quoted(m.word)} leaves it unchanged.`,
    ];
  const happens = whatIsAdded(m, add);
  if (!norm) return [happens, msg`This model has no norm after its residual connections.`];
  if (overWords(m, norm)) return [happens, wrongAxis(m, norm)];
  const [mean, rstd = 1] = statisticsOf(m.graph, m.trace, norm).map((each) => each?.[m.focus]);
  return [
    add.x && add.gain === 1
      ? msg`The sublayer’s output is added to the vector of ${quoted(m.word)};`
      : happens.replace(/\.$/, ';'),
    mean === undefined
      ? msg`RMSNorm then divides the sum by its root mean square, ${signed(1 / rstd)}.`
      : msg`LayerNorm then subtracts the mean of the sum, ${signed(mean)}, and divides by its standard deviation, ${signed(1 / rstd)}.`,
  ];
}

/** Draws a sum and the norm behind it. */
export function addNorm(halves: (m: StepContext) => Halves): Draw {
  return (m, frame) => {
    const of = halves(m);
    const head = words(m, frame);
    const sum = sums(m, frame, head.bottom + 4, sumOf(m, of.add, of.sublayerName));
    const marks: Mark[] = [...head.marks, ...sum.marks];
    let y = sum.bottom + 8;
    if (of.norm) {
      const { x } = formulaOf(m.graph, of.norm, 'norm');
      const norm = normed(m, frame, y, { x, norm: of.norm, begin: 0.4, end: 1 });
      marks.push(...norm.marks);
      y = norm.bottom;
    }
    const chosen = [of.add.out, of.norm].filter((name) => name !== null);
    return {
      ...{ marks, bottom: y, caption: caption(m, of) },
      chosen: chosen.map((name) => chosenCell(m, name)),
    };
  };
}
