import { readFileSync } from 'node:fs';
import createFoveaRelatives, { type FoveaRelativesModule } from 'fovea-relatives-wasm';
import type { Encoding, FoveaModule } from 'fovea-wasm';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import type { Loss, ModelConfig, ModelInfo, Parameter } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { Trace } from '../../web/src/model/trace';
import { variantGraph } from '../../web/src/relatives/dataflow/variant-graph';
import { presented } from '../../web/src/relatives/variant-jobs';
import { variantDraws } from '../../web/src/views/variants/draws';
import { type Entry, readSafetensors } from './safetensors';

/** Small models with every option of the config, made of the weights of the PyTorch fixtures. */

function writeSafetensors(
  metadata: Readonly<Record<string, string>>,
  tensors: readonly { name: string; entry: Entry; bytes: Uint8Array }[],
): Uint8Array {
  let offset = 0;
  const entries = tensors.map(({ name, entry, bytes }) => {
    const data_offsets = [offset, offset + bytes.length];
    offset += bytes.length;
    return [name, { ...entry, data_offsets }];
  });
  const header = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) });
  const padded = Buffer.from(header.padEnd(Math.ceil(header.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...tensors.map(({ bytes }) => bytes)]);
}

/** Encoders of BERT's kind, and those of other kinds. */
const fixtures = (name: 'encoders' | 'variants') =>
  readSafetensors(projectPath(`tests/fixtures/${name}.safetensors`));

const words = ['[PAD]', '[UNK]', '[MASK]', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** A case of the fixtures as a model file: its weights, its config with `changes`, a vocabulary of letters. */
export function variantBytes(
  name: string,
  changes: object = {},
  from: 'encoders' | 'variants' = 'encoders',
): Uint8Array {
  const file = fixtures(from);
  const own = JSON.parse(file.metadata[name] ?? '{}');
  const config = { ...own, add_special_tokens: false, ...changes };
  const parameter = new RegExp(`^${name}/((?:embeddings|encoder|cls)\\..*)$`);
  const tensors = file.entries.flatMap(([full, entry]) => {
    const named = parameter.exec(full)?.[1];
    return named ? [{ name: named, entry, bytes: file.bytes(entry) }] : [];
  });
  const vocab = words.slice(0, own.vocab_size).join('\n');
  return writeSafetensors({ config: JSON.stringify(config), vocab }, tensors);
}

/** The models of other kinds than BERT's in the fixtures, and the structures that each is run with. */
export const otherKinds = (): readonly (readonly [model: string, structure: string])[] => {
  const { metadata } = fixtures('variants');
  const list = (key: string) => JSON.parse(metadata[key] ?? '[]') as readonly string[];
  return list('models').flatMap((name) =>
    list(`${name}.projected`).map((structure) => [name, structure] as const),
  );
};

/** What the page would know after encoding a text: the model, the trace, every parameter. */
export interface Known {
  readonly info: ModelInfo;
  readonly trace: Trace;
  readonly parameters: ReadonlyMap<string, Parameter>;
}

/** What was encoded, as the page has it. */
export function withText(
  text: string,
  structure: string,
  loss: Loss | undefined,
  encoding: Encoding,
): Trace {
  const run = { structure, changes: [] };
  return new Trace({ ...encoding, text, masked: [], run, loss, milliseconds: 0 });
}

function open(fovea: FoveaModule, bytes: Uint8Array) {
  const model = fovea.loadModel(sourceOf(bytes));
  const raw = model.info();
  const info: ModelInfo = { ...raw, config: raw.config as unknown as ModelConfig };
  const length = Number(Buffer.from(bytes).readBigUInt64LE(0));
  const header = JSON.parse(Buffer.from(bytes).toString('utf8', 8, 8 + length));
  const names = Object.keys(header).filter((name) => !/^__metadata__$|\.scale$/.test(name));
  const parameters = new Map(names.map((name) => [name, model.parameter(name)]));
  return { model, info, parameters };
}

const opened = new WeakMap<FoveaModule, WeakMap<Uint8Array, ReturnType<typeof open>>>();

/**
 * Reads the model, once for all tests of a file that give the same bytes, encodes the text, run with
 * a structure, with the gradients of a loss where one is given, and fetches the parameters named in
 * the file.
 */
export function know(
  fovea: FoveaModule,
  bytes: Uint8Array,
  text: string,
  structure = '',
  loss?: Loss,
): Known {
  const models = opened.get(fovea) ?? new WeakMap();
  opened.set(fovea, models);
  const { model, info, parameters } = models.get(bytes) ?? open(fovea, bytes);
  models.set(bytes, { model, info, parameters });
  const pass = { ...(structure && { structure }), ...(loss && { loss }) };
  return { info, trace: withText(text, structure, loss, model.encode(text, pass)), parameters };
}

/** The same of a model of another kind, which the module of the relatives runs, as the page's views read it. */
export async function knowOther(
  name: string,
  text: string,
  structure = '',
  loss?: Loss,
): Promise<Known> {
  const fovea = await loadRelatives();
  const known = know(fovea, variantBytes(name, {}, 'variants'), text, structure, loss);
  const { encoding } = known.trace;
  return { ...known, trace: new Trace(presented(encoding, known.info.config, structure)) };
}

let relatives: Promise<FoveaRelativesModule> | undefined;

/** Once for all tests of a file; `dataflow` then knows the other kinds, too. */
export function loadRelatives(): Promise<FoveaRelativesModule> {
  globalThis.foveaVariants = (graph, config) => ({
    ...variantGraph(graph, config),
    draws: variantDraws(config, graph.structure),
  });
  relatives ??= createFoveaRelatives({
    wasmBinary: readFileSync(buildPath('wasm/fovea_relatives.wasm')),
  });
  return relatives;
}
