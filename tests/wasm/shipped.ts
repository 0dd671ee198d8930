import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import createFovea, { type FoveaModule } from 'fovea-wasm';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { runsRelaxedSimd } from '../../web/src/model/bytes';

// Node 20 has relaxed SIMD behind a flag.
if (!runsRelaxedSimd()) setFlagsFromString('--experimental-wasm-relaxed-simd');

let bytes: Uint8Array | undefined;

/** The shipped model, read once for all tests of a file: who changes bytes copies them before. */
export function modelBytes(): Uint8Array {
  bytes ??= new Uint8Array(readFileSync(projectPath('web/models/fovea-demo.safetensors')));
  return bytes;
}

/** The page ships both, and takes the second where the browser runs it. */
export const shippedModules = ['fovea.wasm', 'fovea_relaxed.wasm'] as const;

/** A module that the page ships, in Node. */
export const loadShipped = (
  file: (typeof shippedModules)[number] = 'fovea.wasm',
): Promise<FoveaModule> => createFovea({ wasmBinary: readFileSync(buildPath(`wasm/${file}`)) });

/** A module of that file, with its memory to look at. */
export async function loadWithMemory<Module>(
  create: (options: { wasmBinary: Uint8Array }) => Promise<Module>,
  file: string,
): Promise<{ fovea: Module; memory: WebAssembly.Memory }> {
  const wasm = readFileSync(buildPath(`wasm/${file}`));
  let memory: WebAssembly.Memory | undefined;
  const instantiateWasm = (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => {
    WebAssembly.instantiate(wasm, imports).then(({ instance, module }) => {
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      receive(instance, module);
    });
    return {};
  };
  const fovea = await create({ wasmBinary: wasm, ...{ instantiateWasm } });
  if (!memory) throw new Error('the module exports no memory');
  return { fovea, memory };
}

/** What a call threw: every error of the core's is an Error with a code. */
export function thrownBy(call: () => unknown): { code: unknown; message: string } {
  try {
    call();
  } catch (error) {
    if (!(error instanceof Error)) throw new Error(`not an Error was thrown: ${String(error)}`);
    return { code: (error as { code?: unknown }).code, message: error.message };
  }
  throw new Error('nothing was thrown');
}
