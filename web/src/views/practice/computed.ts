import { traceFor } from '../../state/what-if/answers';
import type { FigureContext } from '../kit/hosted-figure';
import type { Filed } from './concepts';
import { type Posed, requestsOf, runsOf, type Seen } from './question';

/** A question with what the core computed for it; null until that is there. */
export function posed(m: FigureContext, { question }: Filed, seed: number): Posed | null {
  const requests = requestsOf(question, seed, m.model);
  const traces = requests.map((request) => traceFor(m.state, request));
  const there = traces.filter((trace) => trace !== null);
  return there.length === requests.length ? question.poses(...runsOf(m.model, there)) : null;
}

/** Opens the view that shows the number, as the question has run the model. */
export function openNumber(m: FigureContext, { question }: Filed, seed: number, see: Seen): void {
  const { view, layer, head, token, run = 0 } = see;
  const request = requestsOf(question, seed, m.model)[run];
  if (!request) return;
  const { structure } = request.run;
  const mask = view === 'masks' ? /mask=(\w+)/.exec(structure)?.[1] : undefined;
  m.dispatch({
    type: 'choose',
    choice: {
      ...{ view, sentence: request.text, masked: [], changes: [], tour: null },
      structure: view === 'masks' ? '' : structure,
      settings: mask ? `mask=${mask}` : '',
      ...(layer === undefined ? {} : { layer }),
      ...(head === undefined ? {} : { head }),
      ...(token === undefined ? {} : { token }),
    },
  });
}
