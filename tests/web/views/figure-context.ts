import { render } from 'lit';
import { expect } from 'vitest';
import type { ModelInfo } from '../../../web/src/model/protocol';
import type { Trace } from '../../../web/src/model/trace';
import type { Action } from '../../../web/src/state/actions';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { readSettings, withSettings } from '../../../web/src/state/settings';
import type { State } from '../../../web/src/state/state';
import type { FigureContext, HostedFigure } from '../../../web/src/views/kit/hosted-figure';
import { makeModel, makeTrace, type TensorValues } from '../fixtures';

/** The same numbers in every run of a test, between 0 and 1. */
export function numbers(count: number, seed = 1): number[] {
  let at = seed;
  return Array.from({ length: count }, () => {
    at = (at * 16807) % 2147483647;
    return at / 2147483647;
  });
}

/** The weights of a layer's heads, n × n each, whose rows add up to 1. */
export function weightsOf(layer: number, heads: number, n: number, seed = 1): TensorValues {
  const raw = numbers(heads * n * n, seed).map((x) => x ** 6);
  const values = raw.map((x, i) => {
    const row = Math.floor(i / n) * n;
    return x / raw.slice(row, row + n).reduce((sum, each) => sum + each, 0);
  });
  const axes = [
    ['head', heads],
    ['query', n],
    ['key', n],
  ] as const;
  return { name: `layers.${layer}.attention.weights`, axes, values };
}

/** A caption is a sentence of at most 30 words and three numbers. */
function expectShort(caption: string): void {
  const counts = {
    words: caption.split(/\s+/).length,
    numbers: caption.match(/\d[\d.,]*/g)?.length ?? 0,
    sentences: caption.match(/[.?!](?=\s|$)/g)?.length ?? 0,
  };
  const most = { words: 30, numbers: 3, sentences: 1 };
  for (const [what, count] of Object.entries(counts))
    expect(count, `${what}: ${caption}`).toBeLessThanOrEqual(most[what as keyof typeof most]);
}

/** A figure that a test uses: its state, and what it draws. */
export class Drawn {
  state: State;
  readonly acts: Action[] = [];
  readonly box = document.createElement('div');
  private readonly own = new Map<string, unknown>();
  private readonly figure: HostedFigure;
  private readonly width: number;

  constructor(
    figure: HostedFigure & { readonly id?: string },
    trace: Trace,
    width = 640,
    model: ModelInfo = makeModel(),
  ) {
    this.figure = figure;
    this.width = width;
    const start = initialState({ sentence: trace.encoding.text, view: figure.id ?? 'gaze' });
    this.state = reduce(start, { type: 'model', model, trace });
    document.body.replaceChildren(this.box);
    this.draw();
  }

  get context(): FigureContext {
    const { state, own } = this;
    const { trace, model } = state;
    if (!trace || !model) throw new Error('no trace');
    return {
      ...{ state, trace, model, size: { width: this.width }, animate: null },
      dispatch: (action) => {
        this.acts.push(action);
        this.state = reduce(this.state, action);
        this.draw();
      },
      choices: readSettings(state.settings),
      choose: (values) => {
        const settings = withSettings(this.state.settings, values);
        this.state = reduce(this.state, { type: 'choose', choice: { settings } });
        this.draw();
      },
      kept<T>(name: string, first: T): T {
        if (!own.has(name)) own.set(name, first);
        return own.get(name) as T;
      },
      keep: (name, value) => {
        own.set(name, value);
        this.draw();
      },
    };
  }

  draw(): void {
    render(this.figure.draw(this.context), this.box);
    this.texts('figcaption').forEach(expectShort);
  }

  all(selector: string): HTMLElement[] {
    return [...this.box.querySelectorAll<HTMLElement>(selector)];
  }

  texts(selector: string): string[] {
    return this.all(selector).map((each) => each.textContent?.trim().replace(/\s+/g, ' ') ?? '');
  }
}

export { makeModel, makeTrace };
