import type { Study } from '../../learn/study-client';
import { EncoderError } from '../../model/worker-line';
import type { Shape } from '../../state/cost/shape';
import { type Measured, nothingMeasured, timedWords } from '../../views/cost/measured';

/** How long passes over so many words are repeated, in milliseconds. */
const least = 250;

/** A model of the shape that reads any number of words, and of few, since none is looked at. */
const timedConfig = ({ num_hidden_layers, hidden_size, ...shape }: Shape): string =>
  JSON.stringify({
    ...{ num_hidden_layers, hidden_size },
    num_attention_heads: shape.num_attention_heads,
    intermediate_size: shape.intermediate_size,
    ...{ vocab_size: 8, position_embedding_type: 'sinusoidal' },
    max_position_embeddings: timedWords.at(-1),
  });

/** Times passes of one shape, from few words to many; `changed` hears of each. */
export class Timing {
  private readonly open: () => Pick<Study, 'passTime' | 'end'>;
  private readonly changed: (measured: Measured) => void;
  private study: Pick<Study, 'passTime' | 'end'> | null = null;
  private measured = nothingMeasured;

  constructor(open: () => Pick<Study, 'passTime' | 'end'>, changed: (measured: Measured) => void) {
    this.open = open;
    this.changed = changed;
  }

  async run(shape: Shape): Promise<void> {
    this.stop();
    const study = this.open();
    this.study = study;
    this.tell({ ...nothingMeasured, running: true });
    try {
      for (const tokens of timedWords) {
        const ask = { config: timedConfig(shape), tokens, milliseconds: least };
        const time = await study.passTime(ask);
        if (this.study !== study) return;
        this.tell({ ...this.measured, times: new Map(this.measured.times).set(tokens, time) });
      }
    } catch (error) {
      if (this.study !== study) return;
      const problem = error instanceof EncoderError ? error.message : String(error);
      this.tell({ ...this.measured, problem });
    }
    this.stop();
  }

  /** Ends the measuring; what was measured stays. */
  stop(): void {
    const { study } = this;
    this.study = null;
    study?.end();
    if (this.measured.running) this.tell({ ...this.measured, running: false });
  }

  /** Ends the measuring, and takes back what was measured. */
  forget(): void {
    this.stop();
    if (this.measured !== nothingMeasured) this.tell(nothingMeasured);
  }

  private tell(measured: Measured): void {
    this.measured = measured;
    this.changed(measured);
  }
}
