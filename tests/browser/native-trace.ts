import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativePath, projectPath } from '../../scripts/lib/paths.mjs';

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** What the core computes natively: the tensors of `fovea encode --trace`. */
export class NativeTrace {
  private readonly header: Readonly<Record<string, Entry>>;
  private readonly body: Buffer;

  constructor(file: Buffer) {
    const length = Number(file.readBigUInt64LE(0));
    const { __metadata__: _, ...header } = JSON.parse(file.toString('utf8', 8, 8 + length));
    this.header = header;
    this.body = file.subarray(8 + length);
  }

  get names(): string[] {
    return Object.keys(this.header);
  }

  /** All numbers of a tensor; ids, the one tensor of integers, as numbers too. */
  tensor(name: string): { readonly shape: readonly number[]; readonly data: number[] } {
    const { shape, dtype, data_offsets: span } = this.entry(name);
    const data = Array.from({ length: (span[1] - span[0]) / 4 }, (_, i) =>
      dtype === 'I32'
        ? this.body.readInt32LE(span[0] + 4 * i)
        : this.body.readFloatLE(span[0] + 4 * i),
    );
    return { shape, data };
  }

  /** The last axis of a tensor at the given leading indices. */
  row(name: string, ...leading: number[]): number[] {
    const entry = this.entry(name);
    const width = entry.shape.at(-1) ?? 0;
    const index = leading.reduce((sum, i, axis) => sum * (entry.shape[axis] ?? 0) + i, 0);
    const from = entry.data_offsets[0] + 4 * index * width;
    return Array.from({ length: width }, (_, i) => this.body.readFloatLE(from + 4 * i));
  }

  private entry(name: string): Entry {
    const entry = this.header[name];
    if (!entry) throw new Error(`The native trace has no tensor "${name}"`);
    return entry;
  }
}

export const modelPath = projectPath('web/models/fovea-demo.safetensors');

/** What the shipped model's file says of it. */
export function shippedMetadata(): Readonly<Record<string, string>> {
  const file = readFileSync(modelPath);
  return JSON.parse(file.toString('utf8', 8, 8 + Number(file.readBigUInt64LE(0)))).__metadata__;
}

/** The head that the page opens with, counted from 0. */
export const showcaseHead = (): { readonly layer: number; readonly head: number } =>
  JSON.parse(shippedMetadata().showcase ?? '');

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-trace-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `options` are more options of `fovea encode`. */
export function nativeTrace(
  text: string,
  model = modelPath,
  options: readonly string[] = [],
): NativeTrace {
  return inFolder((folder) => {
    const file = join(folder, 'trace.safetensors');
    const command = ['encode', '--model', model, '--text', text, '--trace', file];
    execFileSync(nativePath('fovea'), [...command, ...options]);
    return new NativeTrace(readFileSync(file));
  });
}

/** The bytes of a model that `fovea init` makes: random weights in the given shape. */
export function untrainedModel(config: object, vocabulary: readonly string[]): Buffer {
  return inFolder((folder) => {
    const [configFile, vocab, out] = ['config.json', 'vocab.txt', 'model.safetensors'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(configFile, JSON.stringify(config));
    writeFileSync(vocab, vocabulary.join('\n'));
    const files = ['--config', configFile, '--vocab', vocab, '--out', out];
    execFileSync(nativePath('fovea'), ['init', '--seed', '7', ...files]);
    return readFileSync(out);
  });
}
