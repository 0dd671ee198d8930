// The sites of tests/sites: each is made by a real generator, from a copy in the build folder.
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { buildPath, projectPath } from './paths.mjs';
import { run } from './run.mjs';

const sources = projectPath('tests/sites');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const onPath = (program) =>
  process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));

/** What each `site.json` says, with the name of its folder and where its copy is. */
export const sites = readdirSync(sources)
  .filter((name) => existsSync(join(sources, name, 'site.json')))
  .map((name) => ({
    name,
    ...readJson(join(sources, name, 'site.json')),
    source: join(sources, name),
    place: buildPath(`sites/${name}`),
  }));

const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

/** Whether npm has installed in the copy what the site's lock file says. */
function modulesAreCurrent({ source, place }) {
  const installed = join(place, 'node_modules/.package-lock.json');
  return existsSync(installed) && lockOf(place) === lockOf(source);
}

/** Whether a site's generator is here, if it has one. */
export function hasGenerator(site) {
  if (!site.build && !existsSync(join(site.source, 'package.json'))) return true;
  if (site.program) return onPath(site.program) && (!site.file || existsSync(site.file));
  return modulesAreCurrent(site);
}

/** Installs, with npm, the generators that npm has. */
export async function installGenerator(site) {
  if (site.program || hasGenerator(site)) return;
  mkdirSync(site.place, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(site.source, file), join(site.place, file));
  await run(['npm', 'ci', '--no-audit', '--no-fund'], { cwd: site.place });
}

/** Copies a site's sources afresh; what npm has installed stays. */
function copySources({ source, place }) {
  mkdirSync(place, { recursive: true });
  for (const name of readdirSync(place))
    if (name !== 'node_modules') rmSync(join(place, name), { recursive: true });
  cpSync(source, place, { recursive: true });
}

let tarball;

/** The npm package as `npm pack` writes it, of what is in dist/. */
async function packed() {
  await run([process.execPath, projectPath('scripts/package.mjs')]);
  const to = buildPath('sites');
  const name = await run(['npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', to]);
  return join(to, name.trim().split('\n').at(-1));
}

/** Puts the package where npm would install it. */
async function installPackage({ place }) {
  tarball ??= packed();
  const folder = join(place, 'node_modules/fovea');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run(['tar', '-xzf', await tarball, '-C', folder, '--strip-components=1']);
}

/** Puts what the site loads where it has it: dist/split, or dist/fovea.js, with the page of a frame. */
function placeScript({ place, script, folder, frame }) {
  if (folder) return cpSync(projectPath('dist/split'), join(place, folder), { recursive: true });
  const to = dirname(join(place, script));
  mkdirSync(to, { recursive: true });
  for (const name of ['fovea.js', ...(frame ? ['embed.html', 'embed.js'] : [])])
    linkSync(projectPath(`dist/${name}`), join(to, name));
}

/**
 * Builds a site with its generator, and with dist/fovea.js, dist/split or the npm package; returns the folder to
 * be served.
 */
export async function buildSite(site) {
  copySources(site);
  if (site.package) await installPackage(site);
  else placeScript(site);
  for (const command of [site.check, site.build].filter(Boolean))
    await run(command, { cwd: site.place, env: { NODE_ENV: 'production' } });
  return join(site.place, site.serve ?? 'built');
}
