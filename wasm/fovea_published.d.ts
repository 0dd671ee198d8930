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

export interface PairToken {
  readonly id: number;
  readonly piece: string;
  readonly begin: number;
  readonly end: number;
  readonly text: number;
}

export interface Head {
  readonly kind: string;
  readonly labels: string[];
  readonly severalLabels: boolean;
  readonly pooling: string;
  readonly normalised: boolean;
  readonly saysHowToPool: boolean;
}

export interface TextAnswer {
  readonly tokens: PairToken[];
  readonly dropped: number;
  readonly columns: number;
  readonly logits: Float32Array;
  readonly probabilities: Float32Array;
  readonly terms: Float32Array;
  readonly shares: Float32Array;
}

export interface Sentence {
  readonly tokens: PairToken[];
  readonly dropped: number;
  readonly hidden: Float32Array;
  readonly vector: Float32Array;
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

export interface FoveaPublishedModule {
  loadModel(arg0: { readonly size: number; read(offset: number, length: number): Uint8Array }): Model;
  loadFolder(arg0: (name: string) => { readonly size: number; read(offset: number, length: number): Uint8Array } | undefined): Model;
  headOf(arg0: Model): Head;
  answer(arg0: Model, arg1: { readonly text: string | Uint8Array; readonly pair?: string | Uint8Array; readonly masked?: readonly number[]; readonly structure?: string; readonly changes?: readonly string[]; readonly why?: { readonly row: number; readonly label: number } }): TextAnswer;
  encodePair(arg0: Model, arg1: { readonly text: string | Uint8Array; readonly pair?: string | Uint8Array; readonly masked?: readonly number[]; readonly structure?: string; readonly changes?: readonly string[]; readonly why?: { readonly row: number; readonly label: number } }): Encoding;
  embed(arg0: Model, arg1: readonly (string | Uint8Array)[]): Float32Array;
  sentence(arg0: Model, arg1: string | Uint8Array): Sentence;
  createHeadStudy(arg0: Model): HeadStudy;
  createCircuit(arg0: Model, arg1: { readonly text: string | Uint8Array; readonly twin?: string | Uint8Array; readonly averaged?: readonly (string | Uint8Array)[]; readonly masked?: readonly number[]; readonly token: number; readonly probability?: boolean; readonly whole?: boolean; readonly label?: number }): Circuit;
}

export default function createFoveaPublished(options: {
  readonly wasmBinary: Uint8Array | ArrayBuffer;
}): Promise<FoveaPublishedModule>;
