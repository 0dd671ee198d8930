import type { Model, Token as WasmToken } from 'fovea-wasm';
import { utf16Indices } from './bytes';
import type { Encoding, Loss, Run, Token } from './protocol';

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
  /** Its gradients are wanted too. */
  readonly loss?: Loss | undefined;
}

/** One pass of a model over a text. */
export function encodeText(
  model: Pick<Model, 'encode'>,
  { text, masked, run, loss }: Pass,
): Encoding {
  const start = performance.now();
  const { structure, changes } = run;
  const pass = { masked, changes, ...(structure && { structure }), ...(loss && { loss }) };
  const { tokens, ...rest } = model.encode(new TextEncoder().encode(text), pass);
  const milliseconds = performance.now() - start;
  return { text, masked, run, loss, ...rest, tokens: toPage(tokens, text), milliseconds };
}
