// The fuzzers of tests/fuzz, where clang and its libFuzzer are installed.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { buildPreset } from './build.mjs';
import { buildPath, projectPath } from './paths.mjs';
import { run } from './run.mjs';

const seeds = projectPath('tests/fuzz/seeds');

async function linksFuzzer() {
  const source = buildPath('fuzz/probe.cpp');
  mkdirSync(buildPath('fuzz'), { recursive: true });
  writeFileSync(
    source,
    'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n',
  );
  try {
    await run(['clang++', '-fsanitize=fuzzer', source, '-o', buildPath('fuzz/probe')]);
    return true;
  } catch {
    return false;
  }
}

let found;

/** Whether clang is installed with its libFuzzer and sanitizers; looked for once. */
export function hasLibFuzzer() {
  found ??= linksFuzzer();
  return found;
}

/** Bytes of an input: no seed is cut. */
const longest = (folder) =>
  Math.max(20_000, ...readdirSync(folder).map((name) => statSync(`${folder}/${name}`).size));

/** Runs one fuzzer. What it finds is added to its corpus in the build folder; a crash beside it. */
async function fuzz(name, seconds) {
  const corpus = buildPath(`fuzz/corpus/${name}`);
  mkdirSync(corpus, { recursive: true });
  await run([
    buildPath(`fuzz/tests/fuzz/fovea_fuzz_${name}`),
    `-max_total_time=${seconds}`,
    `-max_len=${longest(`${seeds}/${name}`)}`,
    '-timeout=20',
    '-rss_limit_mb=2048',
    `-artifact_prefix=${buildPath(`fuzz/${name}-`)}`,
    corpus,
    `${seeds}/${name}`,
  ]);
}

/** Runs all fuzzers side by side; says so where they cannot be built. */
export async function runFuzzers(seconds) {
  if (!(await hasLibFuzzer())) {
    console.log('SKIPPED: the fuzzers; not installed: clang with libFuzzer (libclang-rt-14-dev)');
    return;
  }
  await buildPreset('fuzz', ['fovea_fuzzers']);
  await Promise.all(readdirSync(seeds).map((name) => fuzz(name, seconds)));
}
