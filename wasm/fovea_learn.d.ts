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

export interface Target {
  readonly token: number;
  readonly piece: number;
  readonly reference: boolean;
}

export interface SentencePass {
  readonly ids: readonly number[];
  readonly targets: Target[];
  readonly tensors: Tensor[];
  readonly data: Float32Array;
}

export interface TrainerInfo {
  readonly config: Record<string, number | string | boolean>;
  readonly parameters: number;
  readonly vocabulary: string[];
  readonly steps: number;
  readonly shards: number;
  readonly done: number;
  readonly structure: string;
}

export interface PartNorms {
  readonly name: string;
  readonly gradient: number;
  readonly update: number;
}

export interface StepReport {
  readonly step: number;
  readonly tokens: number;
  readonly maskedLoss: number;
  readonly referenceLoss: number;
  readonly rate: number;
  readonly gradientNorm: number;
  readonly parts: PartNorms[];
  readonly shares: readonly number[];
}

export interface Evaluation {
  readonly maskedLoss: number;
  readonly referenceLoss: number;
  readonly references: number;
  readonly pairs: number;
  readonly headReferences: number;
  readonly headPairs: number;
  readonly pairsHead: number;
}

export interface MovedTensor {
  readonly name: string;
  readonly moved: number;
  readonly norm: number;
}

export interface LessonReport {
  readonly losses: readonly number[];
  readonly moves: MovedTensor[];
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly mended: number;
  readonly broken: number;
}

export interface LayerMeasures {
  readonly gradient: Float64Array<ArrayBuffer>;
  readonly difference: Float64Array<ArrayBuffer>;
  readonly stream: Float64Array<ArrayBuffer>;
  readonly weights: Float64Array<ArrayBuffer>;
}

export interface SoftmaxMeasures {
  readonly largest: number;
  readonly passed: number;
}

export interface ParameterCounts {
  readonly embedding: number;
  readonly attention: number;
  readonly feedForward: number;
  readonly norms: number;
  readonly prediction: number;
}

export interface ForwardFlops {
  readonly projections: number;
  readonly attention: number;
  readonly feedForward: number;
  readonly prediction: number;
}

export interface Cost {
  readonly parameters: ParameterCounts;
  readonly flops: ForwardFlops;
  readonly scoreBytes: number;
  readonly tiledScoreBytes: number;
}

export interface Model {
  info(): ModelInfo;
  encode(arg0: string | Uint8Array, arg1: { readonly masked?: readonly number[]; readonly structure?: string; readonly changes?: readonly string[]; readonly loss?: { readonly token: number; readonly piece: number } }): Encoding;
  outcomes(arg0: string | Uint8Array, arg1: { readonly masked?: readonly number[]; readonly token: number; readonly pieces: readonly number[]; readonly variants: readonly { readonly structure?: string; readonly changes?: readonly string[]; readonly replaced?: readonly (readonly [token: number, piece: number])[] }[] }): Float32Array;
  parameter(arg0: string | Uint8Array): Parameter;
  /** Frees the C++ object. */
  delete(): void;
}

export interface Trainer {
  info(): TrainerInfo;
  done(): number;
  beginStep(): number;
  runShard(arg0: number): void;
  drawAhead(): void;
  look(): SentencePass;
  answers(): readonly number[];
  gradientOf(arg0: number, arg1: boolean): Float32Array;
  finishStep(arg0: readonly (Float32Array | null)[]): StepReport;
  evaluate(): Evaluation;
  teach(arg0: { readonly text: string; readonly token: number; readonly piece: number; readonly steps: number; readonly rate: number }): LessonReport;
  restore(arg0: Uint8Array<ArrayBuffer>): void;
  model(): Uint8Array<ArrayBuffer>;
  checkpoint(): Uint8Array<ArrayBuffer>;
  /** Frees the C++ object. */
  delete(): void;
}

export interface FoveaLearnModule {
  loadModel(arg0: { readonly size: number; read(offset: number, length: number): Uint8Array }): Model;
  createTrainer(arg0: { readonly size: string; readonly seed: number; readonly rate?: number; readonly warmup: boolean; readonly structure: string; readonly positions?: string; readonly kvHeads?: number; readonly rmsNorm?: boolean; readonly gated?: boolean; readonly experts?: number; readonly expertsPerToken?: number; readonly balance?: number }): Trainer;
  restoreTrainer(arg0: Uint8Array<ArrayBuffer>): Trainer;
  studyDepth(arg0: { readonly depth: number; readonly structure: string; readonly seeds: number; readonly width?: number; readonly deviation?: number }): LayerMeasures[];
  studySoftmax(arg0: { readonly dK: number; readonly keys: number; readonly scaled: boolean; readonly seeds: number }): SoftmaxMeasures[];
  costOf(arg0: { readonly config: string; readonly tokens: number }): Cost;
  passTime(arg0: { readonly config: string; readonly tokens: number; readonly milliseconds: number }): number;
}

export default function createFoveaLearn(options: {
  readonly wasmBinary: Uint8Array | ArrayBuffer;
}): Promise<FoveaLearnModule>;
