import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildPath } from '../../scripts/lib/paths.mjs';
import { rewriteRelaxedOpcodes } from '../../scripts/relaxed-opcodes.mjs';
import { runsRelaxedSimd } from '../../web/src/model/bytes';
import { shippedModules } from './shipped';

const draftMadd = [0xfd, 0xaf, 0x01];
const finalMadd = [0xfd, 0x85, 0x02];
const zeroVector = [0x41, 0x00, 0xfd, 0x0f];
const end = 0x0b;

/** A module of one function, () → v128, of less than 120 bytes. */
const moduleOf = (...code: number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b],
    ...[0x03, 0x02, 0x01, 0x00, 0x0a, code.length + 3, 0x01, code.length + 1, 0x00, ...code],
  );
const threeZeros = [...zeroVector, ...zeroVector, ...zeroVector];

describe('the rewriting of the draft’s opcode', () => {
  it('turns the draft’s multiply-add into the standard’s', () => {
    const bytes = moduleOf(...threeZeros, ...draftMadd, end);
    expect(rewriteRelaxedOpcodes(bytes)).toBe(1);
    expect(bytes).toEqual(moduleOf(...threeZeros, ...finalMadd, end));
    expect(WebAssembly.validate(bytes)).toBe(runsRelaxedSimd());
  });

  it('leaves the same bytes inside a constant alone', () => {
    const constant = [0xfd, 0x0c, ...draftMadd, ...Array<number>(13).fill(7)];
    const code = [...constant, ...zeroVector, ...zeroVector];
    const bytes = moduleOf(...code, ...draftMadd, end);
    expect(rewriteRelaxedOpcodes(bytes)).toBe(1);
    expect(bytes).toEqual(moduleOf(...code, ...finalMadd, end));
  });

  it('ends the build at what it does not know', () => {
    const rewriting = (bytes: Uint8Array) => () => rewriteRelaxedOpcodes(bytes);
    const draftMinimum = [0xfd, 0xb4, 0x01]; // another of the draft’s
    expect(rewriting(moduleOf(...threeZeros, ...draftMinimum, end))).toThrow('0xfd 0xb4');
    expect(rewriting(moduleOf(0xc7, end))).toThrow('unknown instruction 0xc7');
    expect(rewriting(moduleOf(...zeroVector, end))).toThrow('no fused multiply-add');
    expect(rewriting(moduleOf(...threeZeros, ...draftMadd, 0xfd, 0x0c))).toThrow(/past its end/);
    expect(rewriting(Uint8Array.of(1, 2, 3))).toThrow('not a WebAssembly module');
  });
});

describe('the two shipped modules', () => {
  const [plain, relaxed] = shippedModules.map(
    (file) => new WebAssembly.Module(readFileSync(buildPath(`wasm/${file}`))),
  ) as [WebAssembly.Module, WebAssembly.Module];

  it('import and export the same, so that one script serves both', () => {
    expect(WebAssembly.Module.imports(relaxed)).toEqual(WebAssembly.Module.imports(plain));
    expect(WebAssembly.Module.exports(relaxed)).toEqual(WebAssembly.Module.exports(plain));
  });

  it('differ in what they ask of the browser', () => {
    const rewriting = (file: string) => () =>
      rewriteRelaxedOpcodes(new Uint8Array(readFileSync(buildPath(`wasm/${file}`))));
    expect(rewriting('fovea.wasm')).toThrow('no fused multiply-add');
    // Neither has an opcode of the draft's; the decoder meets the final one, which it leaves to none.
    expect(rewriting('fovea_relaxed.wasm')).toThrow('unknown instruction 0xfd 0x105');
  });
});
