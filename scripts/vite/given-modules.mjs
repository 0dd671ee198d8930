/** What Emscripten's script asks of its surroundings, each with the answer where it is given the module's bytes. */
const known = [
  [/\b(ENVIRONMENT_IS_(?:WEB|WORKER|NODE) ?= ?)typeof [^;]*/g, '$1false'],
  [/\btypeof document[^;]*currentScript\.src ?: ?undefined/, 'undefined'],
  [/\btypeof WebAssembly\.instantiateStreaming ?={2,3} ?"function"/, 'false'],
  [/\btypeof WebAssembly ?!={1,2} ?"object"/, 'false'],
  // Errors reach the page: they need not be logged, nor explained to who builds it.
  [/\berr\("failed to asynchronously prepare wasm: ?" ?\+ ?\w+\);/, ''],
  ['both async and sync fetching of the wasm failed', 'no bytes'],
  ['. Build with -s ASSERTIONS=1 for more info.', '.'],
  [/\bModule\["preloaded\w+"\] ?= ?{};?/g, ''],
];

/** Leaves out how Emscripten's script would read the module by itself in a page, in a worker or in Node. */
export function givenModules() {
  return {
    name: 'fovea:given-modules',
    apply: 'build',
    transform(code, id) {
      if (!/\/wasm\/fovea\w*\.js$/.test(id)) return null;
      return {
        code: known.reduce((left, [asked, answer]) => left.replace(asked, answer), code),
        map: null,
      };
    },
  };
}
