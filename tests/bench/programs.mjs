// Programs that answer each line of their input with one line of JSON.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { kernelsForOpenblas } from './torch.mjs';

/** One thread, whatever library a program multiplies with. */
const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
const env = { ...kernelsForOpenblas(), ...process.env, ...oneThread };

/** Starts `command`; `ask(line)` resolves to what it answers, and rejects where it has ended. */
export function startProgram([program, ...args]) {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = [];
  let ended = null;
  const fail = (reason) => {
    ended = new Error(`${program} ${args[0]}: ${reason}`);
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => fail(`ended with ${code ?? signal}`));
  child.stdin.on('error', () => {
    // It has ended: told above.
  });
  createInterface(child.stdout).on('line', (line) => {
    // A library's warnings may stand between the answers.
    if (line.startsWith('{')) waiting.shift()?.resolve(JSON.parse(line));
  });
  return {
    ask: (line) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        waiting.push({ resolve, reject });
        child.stdin.write(`${line}\n`);
      }),
    end: () => child.stdin.end(),
  };
}

/** Runs `body` with programs that end with it, started from commands by name. */
export async function withPrograms(commands, body) {
  const started = Object.entries(commands).map(([name, command]) => [name, startProgram(command)]);
  try {
    return await body(Object.fromEntries(started));
  } finally {
    for (const [, program] of started) program.end();
  }
}
