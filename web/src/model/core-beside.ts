/// The core as a file beside the script: fetched and compiled once for all figures of a page.
import { msg } from '../words/msg';
import { runsRelaxedSimd } from './bytes';
import { compilingForbidden, fetchForbidden, unreachable } from './content-policy';
import { parts } from './parts';

let compiled: Promise<WebAssembly.Module> | null = null;

function refusal(url: string, reason: string): Error {
  return new Error(msg`the core could not be loaded from ${url}: ${reason}`);
}

async function answerOf(url: string): Promise<Response> {
  try {
    return await fetch(url);
  } catch {
    throw refusal(url, (await fetchForbidden(url)) ?? unreachable());
  }
}

/** While it is being loaded, where the server says what it is; else from all of its bytes. */
async function compileFrom(response: Response): Promise<WebAssembly.Module> {
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/wasm\b/.test(type) && WebAssembly.compileStreaming !== undefined)
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function load(): Promise<WebAssembly.Module> {
  const url = parts().address(runsRelaxedSimd() ? 'core-relaxed' : 'core');
  const response = await answerOf(url);
  if (!response.ok) throw refusal(url, msg`its server says ${response.status}`);
  try {
    return await compileFrom(response);
  } catch (error) {
    const { message } = error as Error;
    throw refusal(url, compilingForbidden(message) ?? message);
  }
}

/** The compiled core; where it could not be had, the next call tries again. */
export function compiledCore(): Promise<WebAssembly.Module> {
  compiled ??= load().catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled;
}
