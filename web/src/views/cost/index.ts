import type { PropertyDeclarations } from 'lit';
import type { Study } from '../../learn/client';
import { openStudy } from '../../learn/file';
import type { ModelInfo } from '../../model/protocol';
import { EncoderError } from '../../model/worker-line';
import { readSettings, withSettings } from '../../state/settings';
import { controlStyles } from '../../widgets/controls';
import type { Shape } from '../kit/cost';
import { HostedElement } from '../kit/define-figure';
import { type Measured, nothingMeasured, timedWords } from './amounts';
import { type Acts, renderCost } from './render';
import { costScene } from './scene';
import { type CostSettings, chosenValue, presetSettings, sliders, withValue } from './settings';
import { costStyles } from './styles.css';

/** What `settings` of an address or an attribute chooses: "model=gpt2,n=512,L=24". */
export function readCost(settings: string, model: ModelInfo | null): CostSettings {
  const choices = readSettings(settings);
  let chosen = presetSettings(model, choices.get('model') ?? '');
  for (const { id, stops } of sliders) {
    const value = Number(choices.get(id));
    const [least, most] = [stops[0] ?? 0, stops.at(-1) ?? 0];
    if (Number.isInteger(value) && value >= least && value <= most)
      chosen = withValue(chosen, id, value);
  }
  return chosen;
}

/** The text that `readCost` reads back: what differs from the preset, in place of what stands in `settings`. */
export function writeCost(chosen: CostSettings, model: ModelInfo | null, settings = ''): string {
  const preset = presetSettings(model, chosen.preset);
  const own = presetSettings(model, '').preset;
  let text = withSettings(settings, { model: chosen.preset === own ? '' : chosen.preset });
  for (const { id } of sliders) {
    const value = chosenValue(chosen, id);
    text = withSettings(text, { [id]: value === chosenValue(preset, id) ? '' : String(value) });
  }
  return text;
}

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

/**
 * The figure of costs, an element inside the figure's: it is in the file whose core it times. What
 * is measured is of one shape: another shape begins again.
 */
class FoveaCost extends HostedElement {
  static override properties: PropertyDeclarations = {
    open: { attribute: false },
    measured: { state: true },
    asked: { state: true },
  };

  static override styles = [controlStyles, costStyles];

  /** Starts a worker that measures. */
  declare open: () => Pick<Study, 'passTime' | 'end'>;
  declare measured: Measured;
  /** The number whose arithmetic is unfolded. */
  declare asked: string;
  /** The shape that was measured, as JSON. */
  private shape = '';
  private readonly timing = new Timing(
    () => this.open(),
    (measured) => {
      this.measured = measured;
    },
  );

  constructor() {
    super();
    this.open = openStudy;
    this.measured = nothingMeasured;
    this.asked = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.timing.stop();
  }

  /** What is counted first is the open model. */
  override shouldUpdate(): boolean {
    return super.shouldUpdate() && this.state?.model !== null;
  }

  override willUpdate(): void {
    const shape = JSON.stringify(this.settings.shape);
    if (shape !== this.shape) this.timing.forget();
    this.shape = shape;
  }

  override render() {
    const { settings, measured, asked, width } = this;
    const written = this.state?.settings ?? '';
    const model = this.state?.model ?? null;
    return renderCost(costScene({ model, settings, measured, written, asked, width }), this.acts);
  }

  private get settings(): CostSettings {
    return readCost(this.state?.settings ?? '', this.state?.model ?? null);
  }

  private choose(settings: CostSettings): void {
    const { model = null, settings: before = '' } = this.state ?? {};
    const written = writeCost(settings, model, before);
    this.dispatch?.({ type: 'choose', choice: { settings: written } });
  }

  private readonly acts: Acts = {
    preset: (id) => {
      this.choose(presetSettings(this.state?.model ?? null, id));
    },
    set: (slider, value) => this.choose(withValue(this.settings, slider, value)),
    dispatch: (action) => this.dispatch?.(action),
    ask: (key) => {
      this.asked = key;
    },
    measure: () => void this.timing.run(this.settings.shape),
    cancel: () => this.timing.stop(),
  };
}

export { FoveaCost as figure };
