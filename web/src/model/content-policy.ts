import { msg } from '../words/msg';

/// What a page's Content-Security-Policy has forbidden, in words for whoever writes the policy.

/** By what was to be loaded: the directive that forbade it. */
const forbidden = new Map<string, string>();

globalThis.addEventListener?.(
  'securitypolicyviolation',
  ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) =>
    forbidden.set(blockedURI, effectiveDirective.replace('-elem', '')),
);

const needs = (directive: string, source: string) =>
  msg`the page’s Content-Security-Policy has to allow “${directive} ${source}”`;

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
