import { msg } from '../words/msg';

/// What a page's Content-Security-Policy asks of scripts and workers; and what it has forbidden, in
/// words for whoever writes the policy.

/** A worker of a script that is inside this one. scripts/vite/workers.mjs has the build import it. */
export function workerOf(script: string): Worker {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(trusted(url));
  URL.revokeObjectURL(url);
  return worker;
}

/** As browsers have it that know trusted types; missing from TypeScript's types. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The address of one of Fovea's own scripts, as a page takes it that asks for trusted types. */
export function trusted(url: string): string {
  policy ??= types?.createPolicy('fovea', { createScriptURL: (script) => script });
  return policy?.createScriptURL(url) ?? url;
}

/** Why a file that could not be fetched could not, as far as a page is told. */
export const unreachable = (): string =>
  msg`nothing is there, or its server does not let this page read it: to serve other sites’ pages, it must send Access-Control-Allow-Origin`;

/** By what was to be loaded: the directive that forbade it. */
const forbidden = new Map<string, string>();

globalThis.addEventListener?.(
  'securitypolicyviolation',
  ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) =>
    forbidden.set(blockedURI, effectiveDirective.replace('-elem', '')),
);

const needs = (directive: string, source: string) =>
  msg`the page’s Content-Security-Policy must allow “${directive} ${source}”`;

/** Why a worker was not started. */
export function workerForbidden(): string | undefined {
  const directive = forbidden.get('blob');
  return directive && needs(directive, 'blob:');
}

/** Why a script was not loaded. */
export function scriptForbidden(url: string): string | undefined {
  const directive = forbidden.get(url);
  return directive && needs(directive, new URL(url).origin);
}

/** Why a file was not fetched: a fetch fails before its page is told. */
export async function fetchForbidden(url: string): Promise<string | undefined> {
  await new Promise((resolve) => setTimeout(resolve));
  return forbidden.has(url) ? needs('connect-src', new URL(url).origin) : undefined;
}

/** What a worker's own error means, where it was forbidden to compile. */
export const compilingForbidden = (error: string): string | undefined =>
  /Content.Security.Policy|\bCSP\b/i.test(error)
    ? needs('script-src', "'wasm-unsafe-eval'")
    : undefined;
