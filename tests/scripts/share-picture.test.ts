import { expect, it, vi } from 'vitest';
import { shareTags } from '../../scripts/share-picture.mjs';

const tag = (site: string, name: string) =>
  new Map(shareTags(site) as [string, string][]).get(name);

it('og:image is absolute where the address of the site is known, and og:url names it', () => {
  for (const site of ['https://example.org/fovea/', 'https://example.org/fovea']) {
    expect(tag(site, 'og:image')).toBe('https://example.org/fovea/share.png');
    expect(tag(site, 'og:url')).toBe('https://example.org/fovea/');
  }
  expect(tag('', 'og:image')).toBe('share.png');
  expect(tag('', 'og:url')).toBeUndefined();
});

it('an address that is none is refused with what it must be', () => {
  for (const site of ['example.org', 'https://', '/fovea/'])
    expect(() => shareTags(site)).toThrow(/must be the page's address, such as https:/);
});

it('a build takes the address from FOVEA_SITE', () => {
  vi.stubEnv('FOVEA_SITE', 'https://example.org/fovea');
  const tags = new Map(shareTags() as [string, string][]);
  expect(tags.get('og:image')).toBe('https://example.org/fovea/share.png');
  vi.unstubAllEnvs();
});
