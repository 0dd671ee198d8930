// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  compilingForbidden,
  scriptForbidden,
  workerForbidden,
} from '../../../web/src/model/content-policy';

const violate = (blockedURI: string, effectiveDirective: string) =>
  dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective }),
  );

it('names the directive that forbade a worker, a script, the compiling of wasm', () => {
  const script = 'https://example.org/js/fovea-learn.js';
  expect(workerForbidden()).toBeUndefined();
  expect(scriptForbidden(script)).toBeUndefined();
  violate('blob', 'worker-src');
  violate(script, 'script-src-elem');
  expect(workerForbidden()).toMatch(/“worker-src blob:”$/);
  expect(scriptForbidden(script)).toMatch(/“script-src https:\/\/example\.org”$/);

  const chromium = 'CompileError: violates the following Content Security policy directive because';
  const firefox = 'call to WebAssembly.instantiate() blocked by CSP';
  for (const error of [chromium, firefox])
    expect(compilingForbidden(error)).toMatch(/“script-src 'wasm-unsafe-eval'”$/);
  expect(compilingForbidden('unreachable')).toBeUndefined();
});
