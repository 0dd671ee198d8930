import { zlibSync } from 'fflate';
import { cellText } from '../state/dataflow/cell';
import { wordTable } from '../state/dataflow/parts';
import { type Answer, indexAt, parameterOf, rowTitle, type Step, tableRows, title } from './answer';

const quoted = (text: string): string => JSON.stringify(text);
const T = (name = ''): string => `T[${quoted(name)}]`;
const P = (name = ''): string => `P[${quoted(name)}]`;

const activations: Readonly<Record<Step['activation'], (u: string) => string>> = {
  none: (u) => u,
  relu: (u) => `np.maximum(0, ${u})`,
  gelu: (u) => `${u} * 0.5 * (1 + erf(${u} / math.sqrt(2)))`,
  gelu_tanh: (u) =>
    `0.5 * ${u} * (1 + np.tanh(math.sqrt(2 / math.pi) * (${u} + 0.044715 * ${u} ** 3)))`,
  silu: (u) => `${u} / (1 + np.exp(-${u}))`,
};

/** Which keys each query sees. */
function seenBy({ mask }: Step, { pad }: Answer): string {
  if (mask === 'padding') return `T["tokens.ids"] != ${pad}`;
  return mask === 'none' ? 'True' : `np.tri(n, k=${mask === 'leaky' ? 1 : 0}, dtype=bool)`;
}

/** A number of a norm's row or column beside all of its numbers. */
const along = ({ axis }: Step, statistic: string): string =>
  axis === 'model' ? `${statistic}[:, None]` : statistic;

function linear(answer: Answer, { name, formula: { inputs } }: Step): string {
  const [x, weight, bias] = inputs;
  if (name !== 'logits') return `${T(x)} @ ${P(weight)}.T + ${P(bias)}`;
  const [i = 0, piece = 0] = answer.cell.index;
  return `${T(x)}[${i}] @ ${P(weight)}[rows.index(${piece})] + ${P(bias)}[${piece}]`;
}

function right(answer: Answer, step: Step): string {
  const { formula, data } = step;
  const [a, b, c, d, e] = formula.inputs;
  const axis = step.axis === 'model' ? -1 : 0;
  const heads = (x: string) => `heads(T[${quoted(x)}], ${answer.context.heads}, "${step.cut}")`;
  switch (formula.kind) {
    case 'ids':
      return `np.array([${[...data].join(', ')}])`;
    case 'lookup':
      return `${P(b)}[[rows.index(i) for i in ${T(a)}]] * ${formula.scale}`;
    case 'position': {
      const learned = formula.inputs.map((table) =>
        table.includes('token_type') ? `${P(table)}[0]` : `${P(table)}[:n]`,
      );
      const waves = formula.sinusoidal ? [`waves(n, ${answer.context.dModel})`] : [];
      return [...waves, ...learned].join(' + ') || `np.zeros((n, ${answer.context.dModel}))`;
    }
    case 'linear':
      return linear(answer, step);
    case 'scores':
      return `${heads(formula.query)} @ ${heads(formula.key)}.transpose(0, 2, 1)`;
    case 'softmax':
      return `softmax(${T(a)} / ${formula.divisor}, ${seenBy(step, answer)}, ${formula.over === 'columns' ? -2 : -1})`;
    case 'mixture':
      return `joined(${T(a)} @ ${heads(b as string)}, "${step.cut}")`;
    case 'activation':
      return activations[step.activation](T(a));
    case 'mean':
      return `${T(a)}.mean(${axis})`;
    case 'rstd':
      return `1 / np.sqrt(((${T(a)} - ${along(step, T(b))}) ** 2).mean(${axis}) + ${answer.eps})`;
    case 'norm':
      return `(${T(a)} - ${along(step, T(b))}) * ${along(step, T(c))} * ${P(d)} + ${P(e)}`;
    case 'sum':
      return `${formula.gain === 1 ? '' : `${formula.gain} * `}${T(a)} + ${T(b)}`;
    case 'same':
      return T(a);
  }
}

/** The numbers that the reader has set. */
function given({ name, shape, data, given: places }: Step): readonly string[] {
  return places.map((place) => `${T(name)}[${indexAt(shape, place).join(', ')}] = ${data[place]}`);
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replace(/.{100}/g, '$&\n');
}

function packed(answer: Answer, name: string): string {
  const { shape, data } = parameterOf(answer, name);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return `${quoted(name)}: unpacked((${shape.join(', ')},), """\n${base64(zlibSync(bytes))}"""),`;
}

/** The build takes indentation out of templates: here this sign stands for four spaces. */
const indented = (script: string): string => script.replaceAll('¦', '    ');

const helpers = `
def heads(x, h, cut):
¦n, d = x.shape
¦return x.reshape(h, n, d // h) if cut == "reshaped" else x.reshape(n, h, d // h).transpose(1, 0, 2)


def joined(x, cut):
¦h, n, d = x.shape
¦return (x if cut == "reshaped" else x.transpose(1, 0, 2)).reshape(n, h * d)


def softmax(s, seen, axis):
¦top = np.where(seen, s, -np.inf).max(axis, keepdims=True)
¦e = np.where(seen, np.exp(np.minimum(s - top, 0)), 0)
¦total = e.sum(axis, keepdims=True)
¦return e / np.where(total == 0, 1, total)


def waves(n, d):
¦j = np.arange(d)
¦angle = np.arange(n)[:, None] / 10000 ** ((j - j % 2) / d)
¦return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


erf = np.vectorize(math.erf)


def unpacked(shape, text):
¦numbers = np.frombuffer(zlib.decompress(base64.b64decode(text)), "<f4")
¦return numbers.reshape(shape).astype(float)
`;

/** A script that computes an answer with NumPy, and has in it all that it needs. */
export function scriptOf(answer: Answer): string {
  const { cell, steps, trace, value, parameters } = answer;
  const { tokens } = trace.encoding;
  const lines = steps.flatMap((step) => [
    `# ${rowTitle(
      answer,
      step.name,
      step.shape.map(() => 0),
    ).replaceAll('\n', ' ')}`,
    `${T(step.name)} = ${right(answer, step)}`,
    ...given(step),
  ]);
  const index = cell.name === 'logits' ? '' : `[${cell.index.join(', ')}]`;
  const names = [...parameters.keys()];
  return indented(`# ${title(answer)}: ${value}
# ${cellText(cell)}
# ${tokens.map(({ piece }) => piece).join(' ')}
import base64
import math
import zlib

import numpy as np

${helpers}

def answer(P):
¦n = ${tokens.length}
¦${names.includes(wordTable) ? `rows = ${JSON.stringify(tableRows(answer))}` : ''}
¦T = {}
${lines.map((line) => `¦${line}`).join('\n')}
¦return ${T(cell.name)}${index}


def parameters():
¦return {
${names.map((name) => packed(answer, name)).join('\n')}
¦}


found = answer(parameters())
print(f"{found:.9g}")
assert abs(found - ${value}) <= 1e-5 * max(1, abs(found))
`);
}
