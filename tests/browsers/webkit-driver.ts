import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A port that was free a moment ago: WebKitWebDriver cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A display in memory. Xvfb takes a number that is free, and writes it when it is ready. */
export async function startDisplay(program: string): Promise<{ name: string; stop(): void }> {
  const args = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await Promise.race([once(child.stdio[3] as Readable, 'data'), ended(child)]);
  return { name: `:${String(number).trim()}`, stop: () => child.kill() };
}

/** WebKitWebDriver, when it takes connections. */
export async function startDriver(
  program: string,
  port: number,
  display: string,
): Promise<{ address: string; stop(): void }> {
  const child = spawn(program, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' },
  });
  await Promise.race([listens(port), ended(child)]);
  return { address: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** Rejects when a program ends that should go on. */
async function ended(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`${child.spawnfile} ended with ${code}`);
}

async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    await pause(100);
  }
}
