// Written by scripts/wasm-types.mjs from the built module. Do not edit.

export interface Axis {
  readonly name: string;
  readonly size: number;
}

export interface Tensor {
  readonly name: string;
  readonly axes: Axis[];
  readonly offset: number;
  readonly length: number;
}

export interface Token {
  readonly id: number;
  readonly piece: string;
  readonly begin: number;
  readonly end: number;
}

export interface Encoding {
  readonly tokens: Token[];
  readonly dropped: number;
  readonly tensors: Tensor[];
  readonly data: Float32Array;
}

export interface ModelInfo {
  readonly config: Record<string, number | string | boolean>;
  readonly parameters: number;
  readonly vocabulary: string[];
  readonly metadata: Record<string, string>;
}

export interface Parameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

export interface Candidate {
  readonly id: number;
  readonly token: string;
  readonly probability: number;
}

export interface DecodedStep {
  readonly id: number;
  readonly token: string;
  readonly self: Float32Array;
  readonly cross: Float32Array | undefined;
  readonly next: Candidate[];
}

export interface Decoded {
  readonly source: Token[];
  readonly dropped: number;
  readonly steps: DecodedStep[];
}

export interface DecoderTrace {
  readonly source: Token[];
  readonly tensors: Tensor[];
  readonly data: Float32Array;
}

export interface Answer {
  readonly name: string;
  readonly probability: number;
}

export interface Picture {
  readonly tensors: Tensor[];
  readonly data: Float32Array;
  readonly answers: Answer[];
}

export interface CircuitInfo {
  readonly answer: number;
  readonly other: number;
  readonly ofText: number;
  readonly ofTwin: number;
  readonly nodes: number;
}

export interface CircuitRound {
  readonly kept: Float32Array;
  readonly share: number;
  readonly without: Float32Array;
  readonly done: boolean;
}

export interface CircuitRoles {
  readonly found: Float32Array;
  readonly reads: Float32Array;
}

export interface HeadUses {
  readonly texts: number;
  readonly tokens: number;
  readonly measured: number;
  readonly queries: Float32Array;
  readonly heads: Float32Array;
}

export interface Model {
  info(): ModelInfo;
  encode(arg0: string | Uint8Array, arg1: { readonly masked?: readonly number[]; readonly structure?: string; readonly changes?: readonly string[]; readonly loss?: { readonly token: number; readonly piece: number } }): Encoding;
  outcomes(arg0: string | Uint8Array, arg1: { readonly masked?: readonly number[]; readonly token: number; readonly pieces: readonly number[]; readonly variants: readonly { readonly structure?: string; readonly changes?: readonly string[]; readonly replaced?: readonly (readonly [token: number, piece: number])[] }[] }): Float32Array;
  parameter(arg0: string | Uint8Array): Parameter;
  /** Frees the C++ object. */
  delete(): void;
}

export interface Circuit {
  info(): CircuitInfo;
  share(arg0: readonly number[]): number;
  begin(arg0: readonly number[], arg1: number): void;
  round(): CircuitRound;
  edges(arg0: readonly number[]): Float32Array;
  random(arg0: number, arg1: number): Float32Array;
  roles(arg0: readonly number[]): CircuitRoles;
  /** Frees the C++ object. */
  delete(): void;
}

export interface HeadStudy {
  add(arg0: string | Uint8Array, arg1: boolean): number;
  finish(): void;
  entropies(): Float32Array;
  uses(): HeadUses;
  /** Frees the C++ object. */
  delete(): void;
}

export interface FoveaRelativesModule {
  loadModel(arg0: { readonly size: number; read(offset: number, length: number): Uint8Array }): Model;
  readPicture(arg0: Model, arg1: Float32Array, arg2: string | Uint8Array): Picture;
  decode(arg0: Model, arg1: { readonly source?: string | Uint8Array; readonly prefix?: string | Uint8Array; readonly taken: readonly number[]; readonly steps: number; readonly temperature?: number; readonly seed?: number }): Decoded;
  decoderTrace(arg0: Model, arg1: { readonly source?: string | Uint8Array; readonly taken: readonly number[] }): DecoderTrace;
  createHeadStudy(arg0: Model): HeadStudy;
  createCircuit(arg0: Model, arg1: { readonly text: string | Uint8Array; readonly twin?: string | Uint8Array; readonly averaged?: readonly (string | Uint8Array)[]; readonly masked?: readonly number[]; readonly token: number; readonly probability?: boolean; readonly whole?: boolean; readonly label?: number }): Circuit;
}

export default function createFoveaRelatives(options: {
  readonly wasmBinary: Uint8Array | ArrayBuffer;
}): Promise<FoveaRelativesModule>;
