import type { Model, Token as WasmToken } from 'fovea-wasm';
import { utf16Indices } from './bytes';
import type { Encoding, Run, Token } from './protocol';

/** Converts the core's UTF-8 byte offsets to the page's UTF-16 offsets. */
function toPage(tokens: readonly WasmToken[], text: string): Token[] {
  const indices = utf16Indices(text);
  const at = (byte: number) => indices[byte] ?? 0;
  return tokens.map((token) => ({ ...token, begin: at(token.begin), end: at(token.end) }));
}

export interface Pass {
  readonly text: string;
  readonly masked: readonly number[];
  readonly run: Run;
}

/** One pass of a model over a text. */
export function encodeText(model: Pick<Model, 'encode'>, { text, masked, run }: Pass): Encoding {
  const start = performance.now();
  const { structure, changes } = run;
  const pass = { masked, changes, ...(structure && { structure }) };
  const { tokens, ...rest } = model.encode(new TextEncoder().encode(text), pass);
  const milliseconds = performance.now() - start;
  return { text, masked, run, ...rest, tokens: toPage(tokens, text), milliseconds };
}
