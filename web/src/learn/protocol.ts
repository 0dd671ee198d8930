import type { Asked, Encoding, Loss, ModelConfig, Parameter, Run } from '../model/protocol';
import type { Stopped } from '../model/worker-line';

/** Passes of untrained encoders that are timed: what is asked of a worker. */
export interface PassAsk {
  /** A `config.json`. */
  readonly config: string;
  readonly tokens: number;
  /** Passes are repeated for so long. */
  readonly milliseconds: number;
}

/** Studies of untrained encoders: what is asked of a worker, and what it answers. */

/** An encoder as it is before any training, and with how many seeds it is made. */
export interface DepthAsk {
  readonly depth: number;
  /** Options in the words of the core: "norm=pre,residual=off". */
  readonly structure: string;
  readonly seeds: number;
  /** Numbers of a word; 32 where it is left out. */
  readonly width?: number;
  /** Of the layers' matrices, which are normal then; Xavier-uniform where it is left out. */
  readonly deviation?: number;
}

/** One encoder: at the words, at index 0, and after each layer. What left the range of a float is ∞ or NaN. */
export interface LayerMeasures {
  /** How large a gradient still is where it arrives that was 1 at the end. */
  readonly gradient: Float64Array<ArrayBuffer>;
  /** How different the words are: 1 − their mean cosine. */
  readonly difference: Float64Array<ArrayBuffer>;
  /** Mean norm of a word's vector. */
  readonly stream: Float64Array<ArrayBuffer>;
  /** Norm of the gradient of the layer's own parameters, and of the word table's. */
  readonly weights: Float64Array<ArrayBuffer>;
}

/** The softmax of as many random queries as keys. */
export interface SoftmaxAsk {
  readonly dK: number;
  readonly keys: number;
  /** Whether scores are divided by √dK. */
  readonly scaled: boolean;
  readonly seeds: number;
}

export interface SoftmaxMeasures {
  /** The largest weight of a row, mean over the rows. */
  readonly largest: number;
  /** What is left of the length of a random gradient that goes back through it, mean over the rows. */
  readonly passed: number;
}

/** Messages between the page and the workers that train, and among these. */

/** In what an encoder differs from the paper's, as the command line names it; what is left out does not. */
export interface Variant {
  /** What tells where a word stands, in place of sinusoids that are added. */
  readonly positions?: 'absolute' | 'rotary' | 'alibi';
  /** How many heads keys and values have, each for as many of the queries. */
  readonly kvHeads?: number;
  /** RMSNorm in place of LayerNorm. */
  readonly rmsNorm?: boolean;
  /** A gated feed-forward network; with activation=silu in the structure SwiGLU. */
  readonly gated?: boolean;
  /** Feed-forward networks a layer, of which a router chooses for each word. */
  readonly experts?: number;
  /** How many of them compute a word; two where it is left out. */
  readonly expertsPerToken?: number;
  /** Weight of the term that has experts used alike; the core's own where it is left out. */
  readonly balance?: number;
}

/** What a run begins from. The same settings give the same numbers, on however many workers. */
export interface LearnSettings extends Variant {
  readonly size: 'tiny' | 'small' | 'shipped';
  readonly seed: number;
  /** The peak of the learning rate; the size's own where it is left out. */
  readonly rate?: number;
  /** False where the rate is at its peak from the first step on. */
  readonly warmup: boolean;
  /** Options that differ from the size's own, in the words of the core: "residual=off,norm=pre". */
  readonly structure: string;
}

export interface LearnInfo {
  readonly config: ModelConfig;
  /** Pieces by id. */
  readonly vocabulary: readonly string[];
  /** Number of learned parameters. */
  readonly parameters: number;
  /** Steps that are planned; the rate falls until the last one. */
  readonly steps: number;
  /** Parts that a batch is cut into, of which the workers take shares. */
  readonly shards: number;
  /** How many bytes of kept steps there may be: beyond, steps in between are let go. */
  readonly keeps: number;
  /** Steps that were made before: not 0 where a run is continued. */
  readonly done: number;
  /** Options that differ from the size's own: kept steps run with them too. */
  readonly structure: string;
}

/** Root sums of squares over the parameters of one part of the model. */
export interface PartNorms {
  /** "embedding", "layers.0", …, "finalNorm", "prediction". */
  readonly name: string;
  readonly gradient: number;
  /** Of the change that the step made. */
  readonly update: number;
}

/** What one step saw and did; losses are of its batch, before the update, in nats. */
export interface StepReport {
  /** Counts from 1. */
  readonly step: number;
  readonly tokens: number;
  readonly maskedLoss: number;
  readonly referenceLoss: number;
  readonly rate: number;
  /** Before clipping. */
  readonly gradientNorm: number;
  readonly parts: readonly PartNorms[];
  /** Of the batch's words, what each expert computed, by layer · experts + expert; empty without experts. */
  readonly shares: readonly number[];
  /** Time spent on steps so far, this one included, without pauses, evaluations and encodings. */
  readonly seconds: number;
}

/** Measured on fixed sentences that are never trained on. */
export interface Evaluation {
  /** Means, in nats. */
  readonly maskedLoss: number;
  readonly referenceLoss: number;
  /** Shares: of pronouns read rightly, and of pairs of sentences of which both are. */
  readonly references: number;
  readonly pairs: number;
  /** The same of a head whose largest weight is to lie on the noun: of the one that is best at it. */
  readonly headReferences: number;
  readonly headPairs: number;
  /** Which is best at pairs: layer · heads + head. */
  readonly pairsHead: number;
}

/** A step whose weights are kept. 0 is before the first. */
export interface KeptStep {
  readonly step: number;
  readonly seconds: number;
  readonly evaluation: Evaluation;
}

/** What a sentence of a batch asks for at a token: a hidden word, or what a pronoun means. */
export interface Target {
  readonly token: number;
  /** The id of the piece that is right. */
  readonly piece: number;
  readonly reference: boolean;
}

/** One sentence of a step's batch, as the step saw it. */
export interface StepLook {
  /** The step that was made: the sentence was seen with the weights of the one before. */
  readonly step: number;
  /** With the gradients of the sentence's part of the batch's loss. */
  readonly encoding: Encoding;
  readonly targets: readonly Target[];
  /** The probability of each target's piece before the update, and after it. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Whether the encoding's text, with its masks, is cut into these same pieces. */
  readonly readable: boolean;
}

/** "In this text, the token means this piece": some steps of gradient descent on that alone. */
export interface Lesson {
  readonly text: string;
  readonly token: number;
  /** Its id. */
  readonly piece: number;
  readonly steps: number;
  readonly rate: number;
}

/** Norms of a tensor's change, and of the tensor before. */
export interface MovedTensor {
  readonly name: string;
  readonly moved: number;
  readonly norm: number;
}

/** What a lesson did. */
export interface LessonReport {
  /** Of the lesson, in nats: before each step, and after the last. */
  readonly losses: readonly number[];
  readonly moves: readonly MovedTensor[];
  readonly before: Evaluation;
  readonly after: Evaluation;
  /** Pronouns of the held-out sentences that are read rightly since, and no longer. */
  readonly mended: number;
  readonly broken: number;
}

/** What a worker is asked for. A step is one of those kept. */
export interface Requests {
  /** Begins a run from settings, or continues with one that was saved. */
  start: { readonly from: LearnSettings | Uint8Array<ArrayBuffer>; readonly team: Team };
  play: object;
  /** Answered when no step is under way; the step it has come to is kept. */
  pause: object;
  /** One step, which is kept. */
  step: object;
  encode: {
    readonly step: number;
    readonly text: string;
    readonly masked: readonly number[];
    readonly run: Run;
    /** Its gradients are wanted too. */
    readonly loss?: Loss | undefined;
  };
  parameter: { readonly step: number; readonly name: string };
  /** The step's model, as a file that the page and the program open. */
  model: { readonly step: number };
  /** All that it takes to go on from where the run has come to. */
  save: object;
  /** Teaches the model as it is now; the step is stored again. */
  teach: { readonly lesson: Lesson };
  /** Takes the last lesson back; the step is stored again. */
  undo: object;
  /** These need no run. */
  studyDepth: DepthAsk;
  studySoftmax: SoftmaxAsk;
  passTime: PassAsk;
}

/** The answers to them. */
export interface Answers {
  start: LearnInfo;
  play: null;
  pause: null;
  /** Null where all steps have been made. */
  step: StepLook | null;
  encode: Encoding;
  parameter: Parameter;
  model: Uint8Array<ArrayBuffer>;
  save: Uint8Array<ArrayBuffer>;
  teach: LessonReport;
  undo: null;
  studyDepth: readonly LayerMeasures[];
  studySoftmax: readonly SoftmaxMeasures[];
  /** Milliseconds of one pass. */
  passTime: number;
}

export type Request = Asked<Requests>;

/** A worker's place among those that share the batches; the first leads. */
export interface Team {
  readonly place: number;
  readonly size: number;
  /** To the others, by place; null at its own. */
  readonly ports: readonly (MessagePort | null)[];
}

/** What a worker says without being asked. */
export type TrainerEvent =
  /** At most ten times a second: all steps since the last. */
  | { readonly kind: 'reports'; readonly reports: readonly StepReport[] }
  /** Steps that were kept before may have been let go for it. */
  | { readonly kind: 'kept'; readonly kept: KeptStep; readonly dropped: readonly number[] }
  /** All planned steps have been made. */
  | { readonly kind: 'finished' }
  /** Training cannot go on. */
  | Stopped;

/** What a worker changes besides making steps. */
export type Change =
  | { readonly kind: 'teach'; readonly lesson: Lesson }
  | { readonly kind: 'undo' };

/** What workers say to one another. */
export type TeamMessage =
  /** From the leader: make this step, or this change. */
  | { readonly kind: 'step'; readonly step: number }
  | Change
  /** The gradient of one shard of that step's batch. */
  | {
      readonly kind: 'gradient';
      readonly step: number;
      readonly shard: number;
      readonly gradient: Float32Array<ArrayBuffer>;
    };
