import type { ModelConfig, TensorInfo } from '../model/protocol';
import { gradientName } from '../model/trace';

/** How many places to either side a layer's attention reaches. */
export function reachOf(config: ModelConfig, layer: number): number {
  const { local_attention: seen = 0, global_attn_every_n_layers: every = 1 } = config;
  return seen > 0 && layer % every !== 0 ? Math.floor(seen / 2) : Number.POSITIVE_INFINITY;
}

/** The base of a layer’s rotary positions. */
export const rotaryBaseOf = (config: ModelConfig, layer: number): number =>
  (Number.isFinite(reachOf(config, layer)) ? config.local_rope_theta : config.rope_theta) ?? 10_000;

/** The angle p · base^(−2i ÷ dK) by which rotary positions turn a head's columns 2i and 2i + 1; `column` is either of the two. */
export const angleOf = (position: number, column: number, dK: number, base: number): number =>
  position / base ** ((column - (column % 2)) / dK);

/** The column that a column is paired with; itself where it has no partner. */
export function partnerOf(column: number, dK: number): number {
  if (column % 2 === 1) return column - 1;
  return column + 1 < dK ? column + 1 : column;
}

/** All rows of all heads, turned back. */
function turnedBack(
  data: Float32Array,
  [n, heads]: readonly [n: number, heads: number],
  base: number,
): Float32Array {
  const width = data.length / n;
  const dK = width / heads;
  return data.map((x, at) => {
    const [row, j] = [Math.floor(at / width), (at % width) % dK];
    const other = partnerOf(j, dK);
    if (other === j) return x;
    const angle = -angleOf(row, j, dK, base);
    const y = data[at + other - j] ?? 0;
    return x * Math.cos(angle) + (j % 2 === 0 ? -1 : 1) * y * Math.sin(angle);
  });
}

/** A trace as the core hands it over: where each tensor is in one array. */
export interface NamedTensors {
  readonly tensors: readonly TensorInfo[];
  readonly data: Float32Array;
}

type Added = Pick<TensorInfo, 'name' | 'axes'> & { readonly data: Float32Array };

/** The tensors of a trace, to which more are added. */
export class TensorList<Traced extends NamedTensors = NamedTensors> {
  private readonly traced: Traced;
  private tensors: Added[];

  constructor(traced: Traced) {
    this.traced = traced;
    this.tensors = traced.tensors.map(({ name, axes, offset, length }) => ({
      ...{ name, axes },
      data: traced.data.subarray(offset, offset + length),
    }));
  }

  has(name: string): boolean {
    return this.tensors.some((each) => each.name === name);
  }

  /** @throws {Error} where there is none of that name. */
  find(name: string): Added {
    const found = this.tensors.find((each) => each.name === name);
    if (!found) throw new Error(`The trace has no tensor "${name}"`);
    return found;
  }

  data(name: string): Float32Array {
    return this.find(name).data;
  }

  /** Length of the first axis. */
  rows(name: string): number {
    return this.find(name).axes[0]?.size ?? 0;
  }

  rename(from: string, to: string): void {
    this.tensors = this.tensors.map((each) => (each.name === from ? { ...each, name: to } : each));
  }

  /** Behind the tensor of another name. */
  add(tensor: Added, after: string): void {
    this.tensors.splice(this.tensors.findIndex(({ name }) => name === after) + 1, 0, tensor);
  }

  /** All of them in one array again. */
  written(): Traced {
    const data = new Float32Array(this.tensors.reduce((sum, each) => sum + each.data.length, 0));
    let end = 0;
    const tensors = this.tensors.map(({ name, axes, data: own }): TensorInfo => {
      const offset = end;
      data.set(own, offset);
      end += own.length;
      return { name, axes, offset, length: own.length };
    });
    return { ...this.traced, tensors, data };
  }
}

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
function gradientsOf(
  a: string,
  list: TensorList,
  { heads, base }: { heads: number; base: number },
): Map<string, Float32Array> {
  const of = (name: string) => list.data(`${a}.${name}`);
  const back = (name: string) => list.data(gradientName(`${a}.${name}`));
  const n = list.rows(`${a}.query`);
  const at = [n, heads] as const;
  const rotary = list.has(`${a}.key.rotated`);
  const scored = perHead(back('scores'), of(rotary ? 'query.rotated' : 'query'), at);
  const found = new Map([
    [`${a}.value`, perHead(of('weights'), back('heads'), at)],
    [`${a}.key`, rotary ? turnedBack(scored, at, base) : scored],
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
      for (const [name, data] of gradientsOf(`layers.${l}.attention`, list, {
        heads,
        base: rotaryBaseOf(config, l),
      }))
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

/** Where a layer has experts: the network of the expert that has most of a word, under the names of a single network. */

const parts = ['hidden', 'activated', 'up', 'gated'] as const;

/** The largest of a row of shares; the first of equals. */
export const mainExpert = (shares: ArrayLike<number>): number =>
  Array.from(shares).reduce((best, share, e, all) => (share > (all[best] ?? 0) ? e : best), 0);

/** The main expert of each word in a layer. */
function expertsOf(list: TensorList, name: string, experts: number): readonly number[] {
  const choice = list.data(`${name}.choice`);
  return Array.from({ length: list.rows(`${name}.choice`) }, (_, token) =>
    mainExpert(choice.subarray(token * experts, (token + 1) * experts)),
  );
}

/** Adds `feedForward.hidden` and so on: of each word the row of its main expert. */
export function withMainExpert<Traced extends NamedTensors>(
  traced: Traced,
  config: ModelConfig,
): Traced {
  const experts = config.num_local_experts ?? 0;
  if (experts === 0) return traced;
  const list = new TensorList(traced);
  for (let l = 0; l < config.num_hidden_layers; l++) {
    const name = `layers.${l}.feedForward`;
    if (!list.has(`${name}.choice`)) continue;
    const main = expertsOf(list, name, experts);
    for (const part of [...parts].reverse())
      for (const named of [(tensor: string) => tensor, gradientName])
        if (list.has(named(`${name}.experts.0.${part}`)))
          addMain(list, main, (e) => named(`${name}.experts.${e}.${part}`), named(name), part);
  }
  return list.written();
}

function addMain(
  list: TensorList,
  main: readonly number[],
  ofExpert: (e: number) => string,
  name: string,
  part: string,
): void {
  const { axes } = list.find(ofExpert(0));
  const width = axes[1]?.size ?? 0;
  const data = new Float32Array(main.length * width);
  main.forEach((e, token) => {
    const row = list.data(ofExpert(e)).subarray(token * width, (token + 1) * width);
    data.set(row, token * width);
  });
  list.add({ name: `${name}.${part}`, axes, data }, `${name}.choice`);
}
