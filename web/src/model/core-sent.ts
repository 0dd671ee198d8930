/// What core-inside.ts is in dist/split, where the core is a file: the page compiles and sends it.
import createFovea, { type FoveaModule } from 'fovea-wasm';
import type { SentCore } from './protocol';

const sent = new Promise<WebAssembly.Module>((resolve) => {
  self.addEventListener('message', (event: MessageEvent<Partial<SentCore>>) => {
    if (event.data.kind !== 'core' || !event.data.module) return;
    // It is nothing that the worker itself has to answer.
    event.stopImmediatePropagation();
    resolve(event.data.module);
  });
});

/** Emscripten's way to take an instance that somebody else has made. */
type Instantiate = (
  imports: WebAssembly.Imports,
  done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
) => object;

export async function openCore(): Promise<FoveaModule> {
  const module = await sent;
  const instantiateWasm: Instantiate = (imports, done) => {
    done(new WebAssembly.Instance(module, imports), module);
    return {};
  };
  return createFovea({ instantiateWasm } as unknown as Parameters<typeof createFovea>[0]);
}
