import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { projectPath } from './paths.mjs';

/** A command that failed, with what it printed. */
export class CommandError extends Error {
  constructor(command, code, output) {
    const shown = command.length > 8 ? [...command.slice(0, 8), '…'] : command;
    super(`${shown.join(' ')} ended with ${code}`);
    this.output = output;
  }
}

const background = new AsyncLocalStorage();

/** Runs a function, and the commands of it with the time that others leave them. */
export const inBackground = (body) => background.run(true, body);

/**
 * Runs a command without a shell and without input, in the project's folder or another; returns its
 * output.
 */
export function run(command, { cwd = projectPath(), env = {}, onData } = {}) {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (background.getStore() && child.pid !== undefined)
      setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_LOW));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        onData?.(text);
      });
    }
    child.on('error', (error) => reject(new CommandError(command, error.code, error.message)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new CommandError(command, code ?? signal, output));
    });
  });
}

/** Runs a program of node_modules. */
export const runTool = (name, args, options) =>
  run([projectPath(`node_modules/.bin/${name}`), ...args], options);
