import type { ModelConfig, TensorInfo } from '../model/protocol';
import { gradientName } from '../model/trace';
import { type NamedTensors, TensorList } from './tensor-list';
import { turned } from './turn';

/** Where heads share keys and values: of the core's tensors, what each head reads. */

/** How many heads of queries share one of keys; 1 where each has its own. */
export const sharing = ({ num_attention_heads: heads, num_key_value_heads: kv }: ModelConfig) =>
  heads / (kv || heads);

/** Whether a layer is run with heads cut wrongly, a known bug: each is a block of the whole matrix. */
export function isReshaped(structure: string, layer: number): boolean {
  const named = (key: string) =>
    new RegExp(`(?:^|,)\\s*${key}\\s*=\\s*(\\w+)`).exec(structure)?.[1];
  return (named(`heads@${layer}`) ?? named('heads')) === 'reshaped';
}

/** Of n rows of few heads, those of all: every `copies` heads read the same one. */
export function repeated(
  data: Float32Array,
  [n, heads, copies]: readonly [n: number, heads: number, copies: number],
  reshaped = false,
): Float32Array {
  const out = new Float32Array(data.length * copies);
  const [rows, blocks] = reshaped ? [1, heads] : [n, heads];
  const length = data.length / (rows * blocks);
  for (let row = 0; row < rows; row++)
    for (let head = 0; head < blocks * copies; head++) {
      const from = (row * blocks + Math.floor(head / copies)) * length;
      out.set(data.subarray(from, from + length), (row * blocks * copies + head) * length);
    }
  return out;
}

/**
 * What comes back to each head's own copy of a row: Σ over queries of factor[h,q,k] · rows[q], of
 * which the core has the sum over the heads that share.
 */
function perHead(
  factor: Float32Array,
  rows: Float32Array,
  [n, heads]: readonly [n: number, heads: number],
): Float32Array {
  const width = rows.length / n;
  const dK = width / heads;
  const out = new Float32Array(rows.length);
  for (let h = 0; h < heads; h++)
    for (let q = 0; q < n; q++)
      for (let k = 0; k < n; k++) {
        const by = factor[(h * n + q) * n + k] ?? 0;
        for (let j = h * dK; j < (h + 1) * dK; j++)
          out[k * width + j] = (out[k * width + j] ?? 0) + by * (rows[q * width + j] ?? 0);
      }
  return out;
}

/** The gradients of keys and values as each head reads them. */
function gradientsOf(a: string, list: TensorList, heads: number): Map<string, Float32Array> {
  const of = (name: string) => list.data(`${a}.${name}`);
  const back = (name: string) => list.data(gradientName(`${a}.${name}`));
  const n = list.rows(`${a}.query`);
  const at = [n, heads] as const;
  const rotary = list.has(`${a}.key.rotated`);
  const scored = perHead(back('scores'), of(rotary ? 'query.rotated' : 'query'), at);
  const found = new Map([
    [`${a}.value`, perHead(of('weights'), back('heads'), at)],
    [`${a}.key`, rotary ? turned(scored, at, true) : scored],
  ]);
  if (rotary) found.set(`${a}.key.rotated`, scored);
  return found;
}

const isShared = ({ axes }: TensorInfo): boolean => axes.at(-1)?.name === 'shared';
const layerOf = (name: string): number => Number(/layers\.(\d+)\./.exec(name)?.[1]);

/** Keys and values as every head reads them, [token, model], and the core's own as "….key.shared". */
export function withEveryHead<Traced extends NamedTensors>(
  traced: Traced,
  config: ModelConfig,
  structure: string,
): Traced {
  const copies = sharing(config);
  if (copies === 1) return traced;
  const list = new TensorList(traced);
  const heads = config.num_attention_heads;
  const gradients = new Map<string, Float32Array>();
  for (let l = 0; l < config.num_hidden_layers; l++)
    if (list.has(gradientName(`layers.${l}.attention.scores`)))
      for (const [name, data] of gradientsOf(`layers.${l}.attention`, list, heads))
        gradients.set(gradientName(name), data);
  for (const info of traced.tensors.filter(isShared)) {
    const { name } = info;
    const n = info.axes[0]?.size ?? 0;
    const reshaped = isReshaped(structure, layerOf(name));
    const data =
      gradients.get(name) ?? repeated(list.data(name), [n, heads / copies, copies], reshaped);
    const axes = [
      { name: 'token', size: n },
      { name: 'model', size: data.length / n },
    ];
    list.rename(name, `${name}.shared`);
    list.add({ name, axes, data }, `${name}.shared`);
  }
  return list.written();
}
