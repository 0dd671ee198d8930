// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import type { DecodeRequest } from '../../../../../web/src/relatives/protocol';
import { decoded } from '../../../../../web/src/views/kit/decoded/writing';
import type { FigureContext } from '../../../../../web/src/views/kit/hosted-figure';

const { decode } = vi.hoisted(() => ({ decode: vi.fn() }));
vi.mock('../../../../../web/src/relatives/client', () => ({ relatives: () => ({ decode }) }));

it('a request that was refused is made again once another has been on show', async () => {
  const own = new Map<string, unknown>();
  const m = {
    kept: (name: string, first: unknown) => {
      if (!own.has(name)) own.set(name, first);
      return own.get(name);
    },
    keep: (name: string, value: unknown) => void own.set(name, value),
  } as unknown as FigureContext;
  const look = async (source: string) => {
    const request = { model: 'rewrite', source, prefix: '', taken: [], steps: 1 };
    decoded(m, request as unknown as DecodeRequest);
    await new Promise((resolve) => setTimeout(resolve));
    return decoded(m, request as unknown as DecodeRequest);
  };
  decode.mockRejectedValue(new Error('It ended without a word.'));
  expect((await look('a')).problem).toBe('It ended without a word.');
  await look('a');
  expect(decode).toHaveBeenCalledTimes(1);
  decode.mockResolvedValue({});
  expect((await look('b')).current).toBe(true);
  expect(await look('a')).toMatchObject({ current: true, problem: '' });
});
