// Runs in the page of kernel-speed.mjs: the modules that are shipped, as the page calls them.
import { loadScript } from './page-engines.mjs';
import { sourceOf } from './source.mjs';

const bytesOf = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());

const warmUp = 4;

/**
 * Makes `pass()`, a pass of a text by a shipped module, and `limit()`, a loop over registers in the
 * instructions of `plain` or `relaxed`, which gives the operations that it did.
 */
export async function prepare({ script, wasm, kind, loss, model, text }) {
  const { default: create } = await import(`/wasm/${script}`);
  const core = await create({ wasmBinary: await bytesOf(`/wasm/${wasm}`) });
  const opened = core.loadModel(sourceOf(await bytesOf(`/bench-models/${model}.safetensors`)));
  await loadScript(`/wasm/fovea_limit_${kind}.js`);
  const { limitOperations } = await globalThis.createFoveaLimit({
    locateFile: () => `/wasm/fovea_limit_${kind}.wasm`,
  });
  globalThis.kernels = {
    pass: () => opened.encode(text, loss ? { loss } : {}),
    limit: limitOperations,
  };
  // The browser compiles twice, the second time beside what runs: the first calls are slower.
  for (let call = 0; call < warmUp; call++) {
    globalThis.kernels.pass();
    limitOperations();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
