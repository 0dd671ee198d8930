// `npm run bare`: the README's two commands, from a fresh clone of what is committed, in a Debian that
// has Node and nothing else. Needs root and debootstrap; the bare system is kept in build/bare.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { buildPath, projectPath } from './lib/paths.mjs';
import { exitOnError } from './lib/stages.mjs';

const archive = buildPath('bare/system.tar');
const root = buildPath('bare/root');

/** Where the bare system has the certificates of this one; installing packages writes its own anew. */
const certificates = '/etc/ssl/this-machine.crt';

/** How this machine reaches its packages, which the bare one has to know too. */
const network = [
  '/etc/resolv.conf',
  '/etc/apt/apt.conf.d',
  '/etc/apt/sources.list.d/debian.sources',
  '/etc/npmrc',
  '/root/.npmrc',
];

function must(command, ...args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

const debian = () => readFileSync('/etc/os-release', 'utf8').match(/VERSION_CODENAME=(\w+)/)[1];

function makeSystem() {
  if (existsSync(archive)) return;
  mkdirSync(root, { recursive: true });
  const node = 'ca-certificates,libatomic1,libstdc++6';
  must('debootstrap', '--variant=minbase', `--include=${node}`, debian(), root);
  must('tar', '-C', root, '-cf', archive, '.');
}

/** A new root with this machine's Node and npm, and a clone of what is committed. */
function makeRoot() {
  rmSync(root, { recursive: true, force: true });
  makeSystem();
  mkdirSync(root, { recursive: true });
  must('tar', '-C', root, '-xf', archive);
  const npm = dirname(dirname(realpathSync(`${dirname(process.execPath)}/npm`)));
  cpSync(process.execPath, `${root}/usr/local/bin/node`);
  cpSync(npm, `${root}/usr/local/lib/node_modules/npm`, { recursive: true });
  for (const name of ['npm', 'npx'])
    must('ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, `${root}/usr/local/bin/${name}`);
  for (const path of network.filter(existsSync))
    cpSync(path, `${root}${path}`, { recursive: true, dereference: true });
  cpSync('/etc/ssl/certs/ca-certificates.crt', `${root}${certificates}`);
  must('git', 'clone', '-q', '--depth', '1', `file://${projectPath()}`, `${root}/fovea`);
}

/** Runs a command of the clone in the bare system, and what it says; ends it at the first `until`. */
async function inside(command, until) {
  const start = performance.now();
  const mounts = ['proc proc', 'sysfs sys', 'devtmpfs dev', 'tmpfs dev/shm'].map((mount) => {
    const [type, place] = mount.split(' ');
    return `mkdir -p ${root}/${place} && mount -t ${type} ${type} ${root}/${place}`;
  });
  const trust = `NODE_EXTRA_CA_CERTS=${certificates} npm_config_cafile=${certificates}`;
  const bare = `env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 ${trust}`;
  const script = `${mounts.join(' && ')} && exec chroot ${root} ${bare} sh -c 'cd /fovea && ${command}'`;
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  let last = '';
  for await (const line of createInterface(child.stdout)) {
    console.log(line);
    if (line.trim()) last = line;
    if (!until?.test(line)) continue;
    const seconds = (performance.now() - start) / 1000;
    const address = line.match(/http:\S+?(?=\/?\s)/)[0];
    const { ok } = await fetch(`${address}/`);
    child.kill('SIGKILL');
    await ended;
    if (!ok) throw new Error(`${address} does not answer`);
    return { seconds, last };
  }
  const code = await ended;
  if (until || code !== 0) throw new Error(`${command} ended with ${code} in the bare system`);
  return { seconds: (performance.now() - start) / 1000, last };
}

await exitOnError(async () => {
  if (process.getuid?.() !== 0 || spawnSync('debootstrap', ['--version']).error)
    throw new Error('npm run bare needs root, and the package debootstrap');
  makeRoot();
  const first = await inside('npm start', /Fovea is at/);
  const second = await inside('npm test');
  rmSync(root, { recursive: true, force: true });
  console.log(`\nnpm start: served after ${first.seconds.toFixed(0)} s, all installing included`);
  console.log(`npm test: ${second.last} in ${second.seconds.toFixed(0)} s`);
});
