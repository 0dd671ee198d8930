import { gradientName } from '../../model/trace';
import { formulaOf } from '../../state/dataflow/graph';
import { quoted } from '../../state/dataflow/naming';
import { ofLayer } from '../../state/dataflow/structure';
import { fine, plain } from '../../state/format';
import { probabilityOf } from '../../state/prediction';
import { argmax, lengthOf, notAboveZero, strongest } from '../../state/vector';
import { msg } from '../../words/msg';
import type { Caption } from '../view';
import type { StepContext } from './step-context';

/** How much of the focus word's gradient a step passes on, as lengths of vectors. */

const gradientOf = ({ trace, focus }: StepContext, name: string, token = focus): Float32Array =>
  trace.row(gradientName(name), token);

/** The length of the gradient of the focus word's row of a tensor. */
const size = (m: StepContext, name: string): string => fine(lengthOf(gradientOf(m, name)));

/** What a linear step carries back, and from where to where; null of any other. */
function carried(m: StepContext, name: string): Caption | null {
  const formula = m.graph.tensors.get(name)?.formula;
  if (formula?.kind !== 'linear') return null;
  const { x } = formula;
  const [from, to] = [name, x].map((each) => gradientOf(m, each).length);
  return [
    msg`The matrix works in reverse: each of the ${to} input numbers sums the ${from} output gradients times its weights.`,
    msg`At ${quoted(m.word)} the gradient has length ${size(m, name)} after the matrix, ${size(m, x)} before it.`,
  ];
}

/** What a layer norm takes away: the mean, and the part along its own vector; nothing of an RMSNorm. */
function normed(m: StepContext, norm: string): string {
  const { inputs } = formulaOf(m.graph, norm, 'norm');
  const [x = '', mean = '', rstd = ''] = inputs;
  if (!mean) return '';
  const d = gradientOf(m, norm).length;
  const at = (name: string) => m.trace.tensor(name).data[m.focus] ?? 0;
  const distances = Array.from(m.trace.row(x, m.focus), (number) => number - at(mean));
  const ofMean = Math.abs(at(gradientName(mean))) / Math.sqrt(d);
  const along = (Math.abs(at(gradientName(rstd))) * at(rstd) ** 3 * lengthOf(distances)) / d;
  return msg`LayerNorm receives ${size(m, norm)}, scales it by γ ÷ σ, and subtracts its mean, ${fine(ofMean)}, and its part along the vector itself, ${fine(along)}.`;
}

/** A sum hands its gradient to both of its addends; what comes through the sublayer is added to it. */
function split(m: StepContext, sublayer: 'attention' | 'feedForward'): Caption {
  const name = `layers.${m.layer}.${sublayer}`;
  const [out, norm] = [`${name}.residual`, `${name}.norm`];
  const formula = m.graph.tensors.get(out)?.formula;
  const isPost = m.graph.tensors.has(norm) && formulaOf(m.graph, norm, 'norm').x === out;
  const first = isPost ? `${normed(m, norm)} ` : '';
  const sum = size(m, out);
  const isAttention = sublayer === 'attention';
  if (formula?.kind !== 'sum')
    return [
      isAttention
        ? msg`${first}With no residual connection, all of it goes through attention.`
        : msg`${first}With no residual connection, all of it goes through the feed-forward network.`,
      msg`That is ${sum}.`,
    ];
  const { a, gain } = formula;
  const [along, all] = [gradientOf(m, out), gradientOf(m, a)];
  const other = lengthOf(all.map((g, j) => g - gain * (along[j] ?? 0)));
  const passes = gain === 1 ? msg`passes it on unchanged` : msg`passes on ${plain(gain)} of it`;
  const [back, both] = [fine(other), size(m, a)];
  return isAttention
    ? [
        msg`${first}The sum sends the same gradient, ${sum}, both ways: the residual connection ${passes}, and attention gets it too.`,
        msg`The part back through attention has length ${back}; where the paths meet, the two add up to ${both}.`,
      ]
    : [
        msg`${first}The sum sends the same gradient, ${sum}, both ways: the residual connection ${passes}, and the feed-forward network gets it too.`,
        msg`The part back through feed-forward has length ${back}; where the paths meet, the two add up to ${both}.`,
      ];
}

function activated(m: StepContext): Caption {
  const name = `layers.${m.layer}.feedForward`;
  const hidden = m.trace.row(`${name}.hidden`, m.focus);
  const { length } = hidden;
  const fired = length - notAboveZero(hidden);
  const { activation } = ofLayer(m.graph.structure, m.layer);
  const lets =
    activation === 'relu'
      ? msg`${fired} of ${length} hidden units fired and {0:passes its|pass their} gradient on unchanged; for the rest it is 0.`
      : activation === 'none'
        ? msg`Without an activation every gradient passes unchanged.`
        : msg`Each of ${length} hidden units passes on its gradient times the activation’s slope at its value.`;
  return [
    lets,
    msg`Of a length of ${size(m, `${name}.activated`)}, ${size(m, `${name}.hidden`)} remains.`,
  ];
}

function heads(m: StepContext): Caption {
  const row = gradientOf(m, `layers.${m.layer}.attention.heads`);
  const lengths = Array.from({ length: m.heads }, (_, h) =>
    lengthOf(row.subarray(h * m.dK, (h + 1) * m.dK)),
  );
  const most = argmax(lengths);
  const own = most === m.head ? '' : msg`; head ${m.head + 1} gets ${fine(lengths[m.head] ?? 0)}`;
  return [
    msg`Each head gets the gradient of its own ${m.dK} numbers.`,
    msg`At ${quoted(m.word)} the largest goes to head ${most + 1}, ${fine(lengths[most] ?? 0)}${own}.`,
  ];
}

function projected(m: StepContext): Caption {
  const name = `layers.${m.layer}.attention`;
  const of = (part: string) => size(m, `${name}.${part}`);
  const x = formulaOf(m.graph, `${name}.query`, 'linear').x;
  return [
    msg`What comes back to ${quoted(m.word)} as query (${of('query')}), key (${of('key')}) and value (${of('value')}) goes through the three matrices to the vector they were all made from.`,
    msg`With everything else that comes back to it, that vector’s gradient is ${size(m, x)}.`,
  ];
}

function weighed(m: StepContext): Caption {
  const row = gradientOf(
    m,
    `layers.${m.layer}.attention.weights`,
    m.head * m.tokens.length + m.focus,
  );
  const most = strongest(row);
  return [
    msg`Beside each weight, its gradient: how much the loss would rise per unit of increase.`,
    msg`In the row of ${quoted(m.word)} it is furthest from 0 at ${quoted(m.tokens[most]?.piece ?? '')}: ${fine(row[most] ?? 0)}.`,
  ];
}

function stacked(m: StepContext): Caption {
  const lengths = m.graph.layerInputs.map(
    (name, l) => `${size(m, name)} ${l === 0 ? msg`where it entered` : msg`after layer ${l}`}`,
  );
  return [
    msg`The gradient goes back through the layers, the last one first.`,
    msg`Its length at ${quoted(m.word)}: ${lengths.reverse().join(', ')}.`,
  ];
}

function predicted(m: StepContext): Caption {
  const { token = 0, piece = 0 } = m.trace.encoding.loss ?? {};
  const p = probabilityOf(m.trace.row('logits', token), piece);
  const word = quoted(m.model.vocabulary[piece] ?? '');
  const at = quoted(m.tokens[token]?.piece ?? '');
  return [
    msg`The loss: ${at} should say ${word}, whose probability is p = ${fine(p)}; −ln p = ${fine(-Math.log(p))}. Each score’s gradient is its probability, minus 1 for ${word}.`,
    m.focus === token
      ? msg`Back at the last vector of ${quoted(m.word)}, the gradient has length ${size(m, 'output')}.`
      : msg`The loss concerns ${at} alone: the last vector of ${quoted(m.word)} gets ${size(m, 'output')}.`,
  ];
}

function arrived(m: StepContext, name: string): string {
  const lengths = m.tokens.map((_, token) => lengthOf(gradientOf(m, name, token)));
  const most = argmax(lengths);
  return msg`The loss would change most with ${quoted(m.tokens[most]?.piece ?? '')}: ${fine(lengths[most] ?? 0)}; with ${quoted(m.word)} it is ${fine(lengths[m.focus] ?? 0)}.`;
}

const captions: Readonly<Record<string, (m: StepContext) => Caption | null>> = {
  prediction: predicted,
  stack: stacked,
  'feed-forward-norm': (m) => split(m, 'feedForward'),
  compress: (m) => carried(m, `layers.${m.layer}.feedForward.output`),
  activate: activated,
  expand: (m) => carried(m, `layers.${m.layer}.feedForward.hidden`),
  'attention-norm': (m) => split(m, 'attention'),
  output: (m) => carried(m, `layers.${m.layer}.attention.output`),
  concat: heads,
  heads,
  heatmap: weighed,
  block: stacked,
  projections: projected,
  position: (m) => [
    msg`The sum sends the same gradient both ways: to the word’s embedding and to its position.`,
    msg`At ${quoted(m.word)} each gets ${size(m, 'embedding.tokens')}.`,
  ],
  embedding: (m) => [
    msg`Here training would move the word’s embedding, against the gradient.`,
    arrived(m, 'embedding.tokens'),
  ],
  tokens: (m) => [
    msg`The way back ends here: an id can’t be a little larger.`,
    arrived(m, 'embedding.tokens'),
  ],
};

/** What a step says on the way back; null where it says what it always says. */
export function backwardCaption(m: StepContext, id: string): Caption | null {
  return captions[id]?.(m) ?? null;
}
