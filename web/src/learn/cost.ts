/** Passes of untrained encoders that are timed: what is asked of a worker. */
export interface PassAsk {
  /** A `config.json`. */
  readonly config: string;
  readonly tokens: number;
  /** Passes are repeated for so long. */
  readonly milliseconds: number;
}
