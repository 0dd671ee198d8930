// Runs in a worker of the benchmark's page: loads a model file that stays on the disk with the
// shipped module, makes one pass, and answers with {"ms": of loading, "bytes": of the module's
// memory, which never shrinks}.
import createFovea from '/wasm/fovea.js';
import { sourceOfBlob } from './source.mjs';

async function instantiate() {
  const binary = await (await fetch('/wasm/fovea_relaxed.wasm')).arrayBuffer();
  let memory;
  const instantiateWasm = (imports, receive) => {
    WebAssembly.instantiate(binary, imports).then(({ instance, module }) => {
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      receive(instance, module);
    });
    return {};
  };
  const fovea = await createFovea({ instantiateWasm });
  return { fovea, memory };
}

const module = instantiate();

self.onmessage = async ({ data: file }) => {
  const { fovea, memory } = await module;
  const start = performance.now();
  const model = fovea.loadModel(sourceOfBlob(file, () => {}));
  const ms = performance.now() - start;
  model.encode('w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11', {});
  self.postMessage({ ms, bytes: memory.buffer.byteLength });
};
