// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fetchModel } from '../../../web/src/model/source';

afterEach(() => vi.unstubAllGlobals());

const answerWith = (answer: () => Promise<Response>) => {
  const asked = vi.fn(answer);
  vi.stubGlobal('fetch', asked);
  return asked;
};

it('fetches an address once for all figures, and says how far it is', async () => {
  const headers = { 'content-length': '4' };
  const asked = answerWith(async () => new Response(Uint8Array.of(1, 2, 3, 4), { headers }));
  const shares: number[] = [];
  const address = 'https://example.org/a.safetensors';
  const [one, other] = await Promise.all([
    fetchModel(address, (share) => shares.push(share)),
    fetchModel(address, () => undefined),
  ]);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(one).toBe(other);
  expect([...new Uint8Array(await one.arrayBuffer())]).toEqual([1, 2, 3, 4]);
  expect(shares.at(-1)).toBe(1);
});

it('says what the server answered, and asks again the next time', async () => {
  const asked = answerWith(async () => new Response('', { status: 404 }));
  const address = 'https://example.org/b.safetensors';
  for (const times of [1, 2]) {
    await expect(fetchModel(address, () => undefined)).rejects.toThrow(/its server says 404\.$/);
    expect(asked).toHaveBeenCalledTimes(times);
  }
});

it('tells of CORS where there is no answer, and of the page’s own policy where that forbids it', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  const address = 'https://example.org/c.safetensors';
  await expect(fetchModel(address, () => undefined)).rejects.toThrow(
    /example\.org\/c\.safetensors could not be loaded: .*Access-Control-Allow-Origin/,
  );
  const violation = { blockedURI: address, effectiveDirective: 'connect-src' };
  dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
  await expect(fetchModel(address, () => undefined)).rejects.toThrow(
    /“connect-src https:\/\/example\.org”/,
  );
});
