import { look } from '../../tests/sites/look.mjs';
import { launchChromium } from './chromium.mjs';
import { buildSite, hasGenerator, installGenerator, sites } from './sites.mjs';

/** Does the work for each of the items, two at a time. */
async function twoAtATime(items, work) {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all([worker(), worker()]);
}

/** Installs what the sites need of npm, each by its own lock file. */
export const installGenerators = () => twoAtATime(sites, installGenerator);

async function checked(browser, site) {
  try {
    const folder = await buildSite(site);
    return site.page ? await look(browser, site, folder) : [];
  } catch (error) {
    return [error.message, error.output ?? ''];
  }
}

/** Builds the sites whose generators are here, and looks at each; says which are left out. */
export async function testSites() {
  const absent = sites.filter((site) => !hasGenerator(site)).map(({ engine }) => engine);
  if (absent.length > 0)
    console.log(`SKIPPED: the sites of ${absent.join(', ')}; their generators are not installed`);
  const present = sites.filter(hasGenerator);
  const faults = new Map();
  const browser = await launchChromium();
  await twoAtATime(present, async (site) => {
    const found = await checked(browser, site);
    if (found.length > 0) faults.set(site.engine, found);
  });
  await browser.close();
  const tests = { passed: present.length - faults.size, failed: faults.size };
  if (faults.size === 0) return tests;
  const lines = [...faults].map(([engine, found]) => `${engine}: ${found.join('\n  ')}`);
  throw Object.assign(new Error(`sites are not as they should be:\n${lines.join('\n')}`), {
    tests,
  });
}
