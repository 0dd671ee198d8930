// Turns the fused multiply-add of LLVM 14 into the one that browsers run.
//
// LLVM 14 (Emscripten 3.1.6) knows f32x4.relaxed_madd by an early draft of relaxed SIMD: operands
// and meaning are the final ones, the opcode is 0xAF, where the standard has 0x105. Both take two
// bytes in LEB128, so that nothing moves. Newer compilers write the final opcode, and the build
// does not call this.
//
// Every instruction of every function is decoded, so that no other bytes can be taken for the
// opcode; whatever is not known here ends the build.
//
//   node scripts/relaxed-opcodes.mjs module.wasm     (rewritten in place)
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

const CODE_SECTION = 10;
const DRAFT_MADD = 0xaf;
const FINAL_MADD = [0x85, 0x02]; // 0x105

/** Reads the primitives of the binary format, one after the other. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
    if (this.at >= this.bytes.length) throw new Error('the module ends within an instruction');
    return this.bytes[this.at++];
  }
  skip(count) {
    this.at += count;
  }
  unsigned() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
      if (shift > 63) throw new Error(`a number of more than ten bytes at ${this.at}`);
    }
  }
  /** Several numbers; signed ones are as long as unsigned ones. */
  numbers(count) {
    for (let i = 0; i < count; ++i) this.unsigned();
  }
}

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const table = (...rows) => {
  const map = new Map();
  for (const [codes, skip] of rows) for (const code of codes) map.set(code, skip);
  return map;
};

const nothing = () => {};
const number = (r) => r.numbers(1);
const twoNumbers = (r) => r.numbers(2); // memory: alignment, offset; others: two indices
const vectorOfNumbers = (r) => r.numbers(r.unsigned());

/** What follows each one-byte opcode (WebAssembly 2.0 and the first form of exceptions). */
const PLAIN = table(
  [[0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1], nothing],
  [[0x02, 0x03, 0x04, 0x06], number], // block, loop, if, try: the type
  [[0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x18, 0xd0, 0xd2], number],
  [[0x0e], (r) => r.numbers(r.unsigned() + 1)], // br_table: labels and the default
  [[0x11], twoNumbers], // call_indirect
  [[0x1c], vectorOfNumbers], // select with types
  [range(0x20, 0x26), number],
  [range(0x28, 0x3e), twoNumbers],
  [[0x3f, 0x40, 0x41, 0x42], number],
  [[0x43], (r) => r.skip(4)],
  [[0x44], (r) => r.skip(8)],
  [range(0x45, 0xc4), nothing],
);

/** After the prefix 0xFC: saturating truncation, bulk memory, tables. */
const MISCELLANEOUS = table(
  [range(0, 7), nothing],
  [[8, 10, 12, 14], twoNumbers],
  [[9, 11, 13, 15, 16, 17], number],
);

/** After the prefix 0xFD: the standard's SIMD. Opcodes that it leaves out are not listed. */
const SIMD = table(
  [range(0x00, 0x0b), twoNumbers],
  [[0x0c, 0x0d], (r) => r.skip(16)],
  [range(0x0e, 0x14), nothing],
  [range(0x15, 0x22), (r) => r.skip(1)],
  [range(0x23, 0x53), nothing],
  [
    range(0x54, 0x5b),
    (r) => {
      twoNumbers(r);
      r.skip(1);
    },
  ],
  [[0x5c, 0x5d], twoNumbers],
  [[...range(0x5e, 0x99), ...range(0x9b, 0xa1), 0xa3, 0xa4], nothing],
  [[...range(0xa7, 0xae), 0xb1, ...range(0xb5, 0xba), ...range(0xbc, 0xc1)], nothing],
  [[0xc3, 0xc4, ...range(0xc7, 0xce), 0xd1, ...range(0xd5, 0xe1)], nothing],
  [[...range(0xe3, 0xed), ...range(0xef, 0xff)], nothing],
);

function skipOperands(reader, operands, opcode, prefix = '') {
  const skip = operands.get(opcode);
  if (!skip)
    throw new Error(`unknown instruction ${prefix}0x${opcode.toString(16)} before ${reader.at}`);
  skip(reader);
}

/** Passes one instruction, rewriting it if it is the draft's; returns how many it rewrittenText. */
function passInstruction(reader) {
  const opcode = reader.byte();
  if (opcode === 0xfc) skipOperands(reader, MISCELLANEOUS, reader.unsigned(), '0xfc ');
  else if (opcode !== 0xfd) skipOperands(reader, PLAIN, opcode);
  else {
    const start = reader.at;
    const vectorOpcode = reader.unsigned();
    if (vectorOpcode === DRAFT_MADD && reader.at - start === FINAL_MADD.length) {
      reader.bytes.set(FINAL_MADD, start);
      return 1;
    }
    skipOperands(reader, SIMD, vectorOpcode, '0xfd ');
  }
  return 0;
}

function passFunction(reader) {
  const size = reader.unsigned();
  const end = reader.at + size;
  for (let groups = reader.unsigned(); groups > 0; --groups) reader.numbers(2);
  let rewritten = 0;
  while (reader.at < end) rewritten += passInstruction(reader);
  if (reader.at !== end) throw new Error(`a function runs past its end at ${end}`);
  return rewritten;
}

/**
 * Rewrites the draft's instructions in `bytes` and returns their number. Throws an Error for what
 * is not a module, for an instruction it does not know, and where there was nothing to rewrite.
 */
export function rewriteRelaxedOpcodes(bytes) {
  const reader = new Reader(bytes);
  if (String(bytes.subarray(0, 8)) !== '0,97,115,109,1,0,0,0')
    throw new Error('not a WebAssembly module of version 1');
  reader.skip(8);
  let rewritten = 0;
  while (reader.at < bytes.length) {
    const section = reader.byte();
    const size = reader.unsigned();
    const end = reader.at + size;
    if (section === CODE_SECTION) {
      for (let functions = reader.unsigned(); functions > 0; --functions)
        rewritten += passFunction(reader);
      if (reader.at !== end) throw new Error('the code section has another length than it says');
    }
    reader.at = end;
  }
  if (rewritten === 0) throw new Error('no fused multiply-add in the module: was it compiled so?');
  return rewritten;
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const path = argv[2];
  if (!path) throw new Error('usage: node scripts/relaxed-opcodes.mjs module.wasm');
  const bytes = new Uint8Array(readFileSync(path));
  const rewritten = rewriteRelaxedOpcodes(bytes);
  writeFileSync(path, bytes);
  console.log(`${path}: ${rewritten} fused multiply-adds rewritten`);
}
