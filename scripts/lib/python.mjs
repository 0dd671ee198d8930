import { spawnSync } from 'node:child_process';

const interpreters = ['python3', '/usr/bin/python3'];

const hasNumpy = (python) =>
  spawnSync(python, ['-c', 'import numpy'], { stdio: 'ignore' }).status === 0;

/** A Python with NumPy: that of the path, else Debian's own; undefined where neither has it. */
export const pythonWithNumpy = () => interpreters.find(hasNumpy);
