import { minify } from 'terser';

/**
 * `if_return`, `sequences`, `comparisons` and `lhs_constants` make the text shorter, and what is compressed longer;
 * two more passes take a third longer and save nothing. No function is asked for its length.
 */
const compress = {
  ...{ passes: 3, pure_getters: true, unsafe_arrows: true, keep_fargs: false },
  ...{ if_return: false, sequences: false, comparisons: false, lhs_constants: false },
};

async function smaller(script) {
  const long = [];
  const short = script.replace(/[^"'`\\\n$<]{50000,}/g, (bytes) => `@@${long.push(bytes) - 1}@@`);
  const { code } = await minify(short, { ecma: 2020, compress });
  return code.replace(/@@(\d+)@@/g, (_, i) => long[i]);
}

/** Workers are in several of the scripts that a build makes. */
const made = new Map();

/**
 * A classic script made smaller once more. Names are made of the letters that a script has most:
 * bytes that stand in it as text are left out of the count.
 */
export function tightened(script) {
  if (!made.has(script)) made.set(script, smaller(script));
  return made.get(script);
}

/** Does so with each script that is built. */
export function tightenedScripts() {
  return {
    name: 'fovea:tightened-scripts',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = await tightened(file.code);
    },
  };
}
