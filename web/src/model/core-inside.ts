import createFovea, { type FoveaModule } from 'fovea-wasm';
import plain from 'fovea-wasm/binary?bytes';
import relaxed from 'fovea-wasm/relaxed?bytes';
import { runsRelaxedSimd } from './bytes';

/**
 * The core that is inside the worker's script. In a task of its own: the page can send nothing before
 * the script has been evaluated, and so sends the model while the module is being compiled.
 */
export const openCore = (): Promise<FoveaModule> =>
  new Promise((resolve) => setTimeout(resolve)).then(() =>
    createFovea({ wasmBinary: (runsRelaxedSimd() ? relaxed : plain)() }),
  );
