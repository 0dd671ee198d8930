// Writes the TypeScript declarations of the wasm modules: `node scripts/wasm-types.mjs [--check]`.
// They are read off the registration table that a built module hands to embind, so they cannot say
// anything that the module does not.
import { readFileSync, writeFileSync } from 'node:fs';
import { buildPath, projectPath } from './lib/paths.mjs';

/** By name, what a module is called in its declarations. */
const modules = {
  fovea: 'Fovea',
  fovea_learn: 'FoveaLearn',
  fovea_relatives: 'FoveaRelatives',
  fovea_published: 'FoveaPublished',
};

const primitives = {
  void: 'void',
  bool: 'boolean',
  'std::string': 'string',
  'emscripten::val': 'unknown',
};
const numberType = /^(unsigned |signed )?(char|short|int|long|float|double|int8_t|uint8_t)$/;

/** Runs a module with its `_embind_register_*` imports listened to; returns what they were told. */
async function registrations(module) {
  const wasm = readFileSync(buildPath(`wasm/${module}_types.wasm`));
  const { default: create } = await import(buildPath(`wasm/${module}_types.js`));
  const calls = [];
  let memory;
  const listen = (name, original) =>
    function (...args) {
      calls.push({ name, args, memory: new Memory(memory.buffer) });
      return original.apply(this, args);
    };
  const instantiateWasm = (imports, receive) => {
    for (const group of new Set(Object.values(imports))) {
      for (const [name, value] of Object.entries(group)) {
        if (name.startsWith('_embind_')) group[name] = listen(name, value);
      }
    }
    WebAssembly.instantiate(wasm, imports).then(({ instance, module }) => {
      memory = instance.exports.memory;
      receive(instance, module);
    });
    return {};
  };
  await create({ instantiateWasm });
  return calls;
}

class Memory {
  constructor(buffer) {
    this.bytes = new Uint8Array(buffer.slice(0));
    this.words = new Uint32Array(this.bytes.buffer);
  }

  text(address) {
    return Buffer.from(this.bytes.subarray(address, this.bytes.indexOf(0, address))).toString();
  }

  types(count, address) {
    return [...this.words.subarray(address >> 2, (address >> 2) + count)];
  }
}

/** The table: the names of types, and what structs, classes and functions consist of. */
function readTable(calls) {
  const table = { names: new Map(), structs: new Map(), classes: new Map(), functions: [] };
  const readers = {
    value_object: ({ args, memory }) => table.structs.set(args[0], [memory.text(args[1])]),
    value_object_field: ({ args, memory }) =>
      table.structs.get(args[0]).push({ name: memory.text(args[1]), type: args[2] }),
    class: ({ args, memory }) => table.classes.set(args[0], [memory.text(args[10])]),
    class_function: ({ args, memory }) =>
      table.classes.get(args[0]).push(signature(memory, args[1], args[2], args[3], 2)),
    function: ({ args, memory }) =>
      table.functions.push(signature(memory, args[0], args[1], args[2], 1)),
    memory_view: () => {},
  };
  for (const call of calls) {
    const kind = call.name.replace(/^_embind_(register_)?/, '');
    if (kind.startsWith('finalize')) continue;
    const read = readers[kind];
    if (read) read(call);
    else
      table.names.set(
        call.args[0],
        call.memory.text(kind === 'std_wstring' ? call.args[2] : call.args[1]),
      );
  }
  for (const [type, [name]] of [...table.structs, ...table.classes]) table.names.set(type, name);
  return table;
}

/** `skipped` counts the types before the parameters: the result's, and that of `this`. */
function signature(memory, name, count, types, skipped) {
  const [result, ...rest] = memory.types(count, types);
  return { name: memory.text(name), result, parameters: rest.slice(skipped - 1) };
}

function write(table, name) {
  const typeName = (type) => {
    const name = table.names.get(type);
    if (name === undefined) throw new Error(`A type of the binding is not registered: ${type}`);
    return primitives[name] ?? (numberType.test(name) ? 'number' : name);
  };
  const call = ({ name, result, parameters }) =>
    `  ${name}(${parameters.map((type, i) => `arg${i}: ${typeName(type)}`).join(', ')}): ${typeName(result)};`;
  const block = (name, lines) => `export interface ${name} {\n${lines.join('\n')}\n}\n`;

  const structs = [...table.structs.values()].map(([name, ...fields]) =>
    block(
      name,
      fields.map((field) => `  readonly ${field.name}: ${typeName(field.type)};`),
    ),
  );
  const classes = [...table.classes.values()].map(([name, ...methods]) =>
    block(name, [...methods.map(call), '  /** Frees the C++ object. */', '  delete(): void;']),
  );
  return [
    '// Written by scripts/wasm-types.mjs from the built module. Do not edit.\n',
    ...structs,
    ...classes,
    block(`${name}Module`, table.functions.map(call)),
    `export default function create${name}(options: {
  readonly wasmBinary: Uint8Array | ArrayBuffer;
}): Promise<${name}Module>;
`,
  ].join('\n');
}

for (const [module, name] of Object.entries(modules)) {
  const declarations = `wasm/${module}.d.ts`;
  const text = write(readTable(await registrations(module)), name);
  if (!process.argv.includes('--check')) {
    writeFileSync(projectPath(declarations), text);
  } else if (readFileSync(projectPath(declarations), 'utf8') !== text) {
    console.error(`${declarations} is not what the module says: run node scripts/wasm-types.mjs`);
    process.exit(1);
  }
}
