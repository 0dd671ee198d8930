import { relatives } from '../../../relatives/client';
import type { DecodeAnswer, DecodeRequest } from '../../../relatives/protocol';
import type { FigureContext } from '../hosted-figure';

/** What came of a request so far. */
export interface Decoded {
  /** The last one that is there; null before the first. */
  readonly answer: DecodeAnswer | null;
  /** It answers the request, not one before it. */
  readonly current: boolean;
  /** Why there is no answer; empty while there is no reason. */
  readonly problem: string;
}

interface Asked {
  readonly answers: Map<string, DecodeAnswer>;
  /** Of the request that failed last; another one takes its place, so that it can be made again. */
  problem: { readonly key: string; readonly error: Error } | null;
  last: DecodeAnswer | null;
  waits: boolean;
}

const most = 16;

const keyOf = ({ model, source, prefix, taken, steps }: DecodeRequest): string =>
  JSON.stringify([model, source, prefix, taken, steps]);

/** One request at a time; the latest follows when that is answered. */
async function ask(m: FigureContext, name: string, request: DecodeRequest): Promise<void> {
  const asked = answersOf(m, name);
  asked.waits = true;
  asked.problem = null;
  const key = keyOf(request);
  try {
    asked.answers.set(key, await relatives().decode(request));
  } catch (error) {
    asked.problem = { key, error: error as Error };
  }
  const [oldest] = asked.answers.keys();
  if (asked.answers.size > most && oldest !== undefined) asked.answers.delete(oldest);
  asked.waits = false;
  m.keep(name, asked);
}

const answersOf = (m: FigureContext, name: string): Asked =>
  m.kept<Asked>(name, {
    ...{ answers: new Map(), problem: null },
    ...{ last: null, waits: false },
  });

function look(m: FigureContext, name: string, request: DecodeRequest): Decoded {
  const asked = answersOf(m, name);
  const key = keyOf(request);
  const answer = asked.answers.get(key);
  if (answer) asked.last = answer;
  if (asked.problem?.key !== key) asked.problem = null;
  const problem = asked.problem?.error.message ?? '';
  if (!answer && !problem && !asked.waits) ask(m, name, request);
  return { answer: asked.last, current: answer !== undefined, problem };
}

/** What the decoder makes of a request; asked for where it is not there. */
export const decoded = (m: FigureContext, request: DecodeRequest): Decoded =>
  look(m, 'decoded', request);

/** The same of another request beside that, which has to be answered itself. */
export function decodedBeside(m: FigureContext, request: DecodeRequest): Decoded {
  const { answer, current, problem } = look(m, 'decoded beside', request);
  return { answer: current ? answer : null, current, problem };
}
