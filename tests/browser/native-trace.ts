import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';

interface Entry {
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** What the core computes natively: the tensors of `fovea encode --trace`. */
export class NativeTrace {
  private readonly header: Readonly<Record<string, Entry>>;
  private readonly body: Buffer;

  constructor(file: Buffer) {
    const length = Number(file.readBigUInt64LE(0));
    this.header = JSON.parse(file.toString('utf8', 8, 8 + length));
    this.body = file.subarray(8 + length);
  }

  /** The last axis of a tensor at the given leading indices. */
  row(name: string, ...leading: number[]): number[] {
    const entry = this.header[name];
    if (!entry) throw new Error(`The native trace has no tensor "${name}"`);
    const width = entry.shape.at(-1) ?? 0;
    const index = leading.reduce((sum, i, axis) => sum * (entry.shape[axis] ?? 0) + i, 0);
    const from = entry.data_offsets[0] + 4 * index * width;
    return Array.from({ length: width }, (_, i) => this.body.readFloatLE(from + 4 * i));
  }
}

export const modelPath = projectPath('web/models/fovea-demo.safetensors');

export function nativeTrace(text: string): NativeTrace {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-trace-'));
  const file = join(folder, 'trace.safetensors');
  try {
    const command = ['encode', '--model', modelPath, '--text', text, '--trace', file];
    execFileSync(buildPath('release/fovea'), command);
    return new NativeTrace(readFileSync(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
