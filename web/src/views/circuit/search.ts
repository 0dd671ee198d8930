import { sentences } from 'fovea-sentences';
import type { Trace } from '../../model/trace';
import { type Asked, circuits } from '../../relatives/circuit';
import { wasCancelled } from '../../relatives/model-line';
import type { CircuitAnswer } from '../../relatives/protocol';
import { bestIds } from '../../state/prediction';
import { valueFor, valueWritten } from '../../state/settings';
import { traceFor } from '../../state/what-if/answers';
import {
  otherRequest,
  otherText,
  requestWithoutCopies,
  upperTrace,
} from '../../state/what-if/twins';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { allOf, isWhole, wordAt } from './parts';

/** Searches that would take long wait until they are asked for: boxes times parameters. */
const quick = 3e9;

/** The slider rests for so many milliseconds before a search begins. */
const rest = 250;

export const leastKept = 50;
export const mostKept = 99;
const usualKept = 90;

/** Percent of the difference that is to be left. */
export function keepOf({ choices }: FigureContext): number {
  const keep = Number(choices.get('keep') ?? usualKept);
  return Number.isInteger(keep) ? Math.min(mostKept, Math.max(leastKept, keep)) : usualKept;
}

/** So many of the page's own sentences are averaged. */
export const averaged = sentences.slice(0, 100);

/** Whether parts that are not needed take their mean over many sentences in place of a twin's numbers. */
export const isOfMean = ({ choices }: FigureContext): boolean => choices.get('than') === 'mean';

/** Whether answers are measured in probabilities. */
export const isInProbability = ({ choices }: FigureContext): boolean =>
  choices.get('metric') === 'probability';

/** What is computed for it: the other sentence, and this one without what is copied into it. */
export const requestsOf = (m: FigureContext) =>
  [isOfMean(m) ? null : otherRequest(m.state), requestWithoutCopies(m.state)].filter(
    (each) => each !== null,
  );

/** The labels that a model without words for answers gives a text or its tokens; none otherwise. */
export const labelsOf = ({ model, trace }: FigureContext): readonly string[] =>
  trace.has('logits') ? [] : (model.head?.labels ?? []);

/** The label that is asked about, by its place; −1 for the likeliest. */
function labelAt(m: FigureContext): number {
  const at = Number(m.choices.get('label') ?? -1);
  return labelsOf(m)[at] === undefined ? -1 : at;
}

/** How the parts and their answers are measured, where not as usual. */
const measures = (m: FigureContext): Pick<Asked, 'probability' | 'whole' | 'label'> => ({
  ...(labelsOf(m).length > 0 ? { label: labelAt(m) } : {}),
  ...(isInProbability(m) ? { probability: true } : {}),
  ...(isWhole(m) ? { whole: true } : {}),
});

/** What is asked where the mean stands for a twin. */
function askedOfMean(m: FigureContext): ReturnType<typeof askedOf> {
  const { sentence: text, masked, token } = m.state;
  const upper = upperTrace(m.state);
  if (!upper) return null;
  if (!answers(m, upper)) return { problem: noAnswer() };
  const at = Math.min(token, upper.encoding.tokens.length - 1);
  return { text, twin: '', averaged, masked: [...masked], token: at, ...measures(m) };
}

/** Whether there is something to explain. */
const answers = (m: FigureContext, trace: Trace): boolean =>
  trace.has('logits') || labelsOf(m).length > 0;

const noAnswer = () => msg`This model has no masked-word head, so it gives no answer.`;

/** The likeliest piece at a token. */
const bestOf = (trace: Trace, token: number): number | undefined =>
  bestIds(trace.row('logits', token), 1)[0];

/** What is asked of the worker; else why nothing can be. Null while the other sentence is on its way. */
export function askedOf(m: FigureContext): Asked | { readonly problem: string } | null {
  const { state } = m;
  if (isOfMean(m)) return askedOfMean(m);
  const request = otherRequest(state);
  if (!request)
    return {
      problem: msg`A circuit explains why two sentences get different answers. Type one like this, with a word changed.`,
    };
  const [upper, lower] = [upperTrace(state), traceFor(state, request)];
  if (!upper || !lower) return null;
  if (!answers(m, upper)) return { problem: noAnswer() };
  const [own, other] = [upper.encoding.tokens.length, lower.encoding.tokens.length];
  if (own !== other)
    return {
      problem: msg`This sentence has ${own} tokens, the other ${other}. Both need the same number.`,
    };
  const token = Math.min(state.token, own - 1);
  if (upper.has('logits') && bestOf(upper, token) === bestOf(lower, token))
    return {
      problem: msg`At ${wordAt(m, token)}, the model gives both sentences the same answer. Choose a word that it answers differently.`,
    };
  return {
    ...{ text: state.sentence, twin: otherText(state), masked: [...state.masked], token },
    ...measures(m),
  };
}

interface Search {
  key: string;
  model: unknown;
  /** What part of the boxes is left; null where none runs. */
  left: number | null;
  problem: string;
  cancelled: boolean;
  abort: AbortController;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const searchOf = (m: FigureContext): Search =>
  m.kept<Search>('search', {
    ...{ key: '', model: null, left: null, problem: '', cancelled: false },
    ...{ abort: new AbortController(), timer: undefined },
  });

/** What has been found, of the model that is open. */
function answersOf(m: FigureContext): Map<string, CircuitAnswer> {
  const answers = m.kept('answers', new WeakMap<object, Map<string, CircuitAnswer>>());
  const found = answers.get(m.model) ?? new Map<string, CircuitAnswer>();
  answers.set(m.model, found);
  return found;
}

/** What is found for the question at hand; null before. */
export const answerOf = (m: FigureContext, asked: Asked): CircuitAnswer | null =>
  answersOf(m).get(keyOf(asked, keepOf(m))) ?? null;

const keyOf = (asked: Asked, keep: number): string => JSON.stringify([asked, keep]);

async function run(m: FigureContext, asked: Asked, keep: number): Promise<void> {
  const search = searchOf(m);
  const { signal } = search.abort;
  const progress = (left: number) => {
    if (signal.aborted) return;
    search.left = left;
    m.keep('search', search);
  };
  progress(1);
  try {
    const found = await circuits().search(
      m.model,
      { ...asked, keep: keep / 100 },
      progress,
      signal,
    );
    answersOf(m).set(keyOf(asked, keep), found);
    if (!signal.aborted) Object.assign(search, { left: null });
  } catch (error) {
    if (signal.aborted && wasCancelled(error)) return;
    if (!signal.aborted) Object.assign(search, { left: null, problem: (error as Error).message });
  }
  m.keep('search', search);
}

function stop(search: Search): void {
  clearTimeout(search.timer);
  search.abort.abort();
  Object.assign(search, { left: null, problem: '', abort: new AbortController() });
}

/** Begins a search, now. */
export function begin(m: FigureContext, asked: Asked): void {
  const search = searchOf(m);
  stop(search);
  search.cancelled = false;
  void run(m, asked, keepOf(m));
}

export function cancel(m: FigureContext): void {
  const search = searchOf(m);
  stop(search);
  search.cancelled = true;
  m.keep('search', search);
}

/** What a search has come to. */
export interface Progress {
  /** Of this share; while that is sought, of the share before. */
  readonly answer: CircuitAnswer | null;
  readonly left: number | null;
  readonly problem: string;
  /** It waits to be begun. */
  readonly waits: boolean;
}

/** What is found for the question at hand. A search for it begins, unless it would take long. */
export function progressOf(m: FigureContext, asked: Asked): Progress {
  const search = searchOf(m);
  const keep = keepOf(m);
  const key = keyOf(asked, keep);
  const answers = answersOf(m);
  const isQuick = allOf(m) * m.model.parameters < quick;
  if (search.key !== key || search.model !== m.model) {
    const anew =
      search.model !== m.model || !search.key.startsWith(JSON.stringify([asked]).slice(0, -1));
    stop(search);
    Object.assign(search, { key, model: m.model, cancelled: false });
    if (anew) m.kept<{ last: CircuitAnswer | null }>('shown', { last: null }).last = null;
    if (isQuick && !answers.has(key))
      search.timer = setTimeout(() => void run(m, asked, keep), anew ? 0 : rest);
  }
  const shown = m.kept<{ last: CircuitAnswer | null }>('shown', { last: null });
  shown.last = answers.get(key) ?? shown.last;
  const { left, problem, cancelled } = search;
  const waits = !answers.has(key) && left === null && (cancelled || !isQuick);
  return { answer: shown.last, left, problem, waits };
}

/** What the reader has taken out of a circuit, or put back: places of parts. */
export function editsOf({ choices }: FigureContext, of: string): ReadonlySet<number> {
  const written = valueWritten(of, choices.get('parts'));
  return new Set((written ?? '').split('.').filter(Boolean).map(Number));
}

export function edit(m: FigureContext, of: string, part: number | null): void {
  const edits = new Set(part === null ? [] : editsOf(m, of));
  if (part !== null && !edits.delete(part)) edits.add(part);
  const written = [...edits].sort((a, b) => a - b).join('.');
  m.choose({ parts: written && valueFor(of, written) });
}

/** What is known of other sets of parts. */
interface Shares {
  readonly known: Map<string, number>;
  readonly asking: Set<string>;
}

/** What a set keeps; null until that is there. */
export function shareOf(m: FigureContext, asked: Asked, kept: readonly number[]): number | null {
  const { known, asking } = m.kept<Shares>('shares', { known: new Map(), asking: new Set() });
  const key = JSON.stringify([asked, m.model.parameters]) + kept.join('');
  const share = known.get(key);
  if (share === undefined && !asking.has(key)) {
    asking.add(key);
    circuits()
      .share(m.model, { ...asked, kept })
      .then(
        (found) => known.set(key, found),
        () => known.set(key, Number.NaN),
      )
      .finally(() => {
        asking.delete(key);
        m.keep('known', known.size);
      });
  }
  return share ?? null;
}
