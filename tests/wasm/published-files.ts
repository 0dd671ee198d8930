import { existsSync, readFileSync } from 'node:fs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { readSafetensors } from './safetensors';

/// Small random checkpoints under published names, which PyTorch computed: tests/tools/make_published.py.

export interface Tokenizers {
  readonly [name: string]: {
    readonly size: number;
    readonly json: string;
    readonly cases: readonly {
      readonly text: string | readonly [string, string];
      readonly ids: readonly number[];
    }[];
  };
}

export const tokenizers: Tokenizers = JSON.parse(
  readFileSync(projectPath('tests/fixtures/published_tokenizers.json'), 'utf8'),
);

export const pathOf = (name: string, file: string): string =>
  projectPath(`tests/fixtures/published/${name}/${file}`);

export const tokenizerOf = (name: string): string =>
  readSafetensors(pathOf(name, 'expected.safetensors')).metadata.tokenizer ?? '';

/** A file of a fixture's folder, with the tokenizer that it was made for; undefined where there is none. */
export function publishedFile(
  name: string,
  file: string,
  changed: Readonly<Record<string, string>> = {},
): Uint8Array | undefined {
  const own = { 'tokenizer.json': tokenizers[tokenizerOf(name)]?.json, ...changed }[file];
  if (own !== undefined) return new TextEncoder().encode(own);
  const path = pathOf(name, file);
  return existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined;
}

/** A tokenizer that reads ids as they are written: "7 12"; `type` is that of a text alone. */
export const literalTokenizer = (size: number, type = 0): string =>
  JSON.stringify({
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ Sequence: { id: 'A', type_id: type } }],
      pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
      special_tokens: {},
    },
    model: {
      type: 'WordPiece',
      unk_token: '0',
      vocab: Object.fromEntries(Array.from({ length: size }, (_, id) => [String(id), id])),
    },
  });
