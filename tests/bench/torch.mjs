// PyTorch, which writes the ONNX files for the other engines and is one of them. FOVEA_PYTHON names
// another interpreter than Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export const python = process.env.FOVEA_PYTHON ?? '/usr/bin/python3';

const runs = (script) => spawnSync(python, ['-c', script], { encoding: 'utf8' });

/** Throws, with what to do about it, where there is no PyTorch. */
export function requireTorch() {
  if (runs('import torch').status === 0) return;
  throw new Error(
    `${python} has no PyTorch, which writes the other engines' ONNX files: on Debian or Ubuntu, ` +
      'apt install python3-torch libopenblas0-pthread, or name another Python in FOVEA_PYTHON',
  );
}

/** Whether it multiplies by OpenBLAS or MKL: with neither it is no peer. */
export function hasFastTorch() {
  const look = `import torch; maps = open('/proc/self/maps').read()
raise SystemExit(not ('openblas' in maps or 'mkl' in maps))`;
  return runs(look).status === 0;
}

/** An instruction set of x86, and what OpenBLAS calls a processor that has it; the widest first. */
const processors = { avx512f: 'SkylakeX', avx2: 'Haswell' };

/**
 * What tells OpenBLAS which of its kernels to take. It takes a processor newer than itself for the
 * oldest: Debian's 0.3.21 multiplies at 29 GFLOP/s on a Xeon of 2023, and told so at 132.
 */
export function kernelsForOpenblas() {
  const list = '/proc/cpuinfo';
  const flags = existsSync(list) ? readFileSync(list, 'utf8').split(/\s+/) : [];
  const widest = Object.keys(processors).find((name) => flags.includes(name));
  return widest ? { OPENBLAS_CORETYPE: processors[widest] } : {};
}

export const torchVersion = () => runs('import torch; print(torch.__version__)').stdout.trim();
