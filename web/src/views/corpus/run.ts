import { sentences } from 'fovea-sentences';
import { headStudies } from '../../relatives/head-relations';
import { wasCancelled } from '../../relatives/model-line';
import type { HeadArches, HeadPlacesAnswer } from '../../relatives/protocol';
import type { FigureContext } from '../kit/hosted-figure';
import { type Study, studyOf } from './habits';
import { longestColumn, type ReaderTexts } from './texts';

/** Texts times parameters that are run without asking. */
const quick = 3e9;

/** Parameters times texts in which effects are measured, and how many at most. */
const effort = 1e8;
const mostEffects = 60;

/** The texts that are studied: the page's own, or a column of what was brought. */
export interface Source {
  readonly name: string;
  readonly texts: readonly string[];
}

export const readerTexts = (m: FigureContext): ReaderTexts | null =>
  m.kept<ReaderTexts | null>('brought', null);

export function sourceOf(m: FigureContext): Source {
  const brought = readerTexts(m);
  if (!brought) return { name: '', texts: sentences };
  const column = m.kept<number | null>('column', null) ?? longestColumn(brought);
  return { name: brought.name, texts: brought.texts[column] ?? [] };
}

/** Something that the worker is asked for, as it goes on. */
interface Job<Answer> {
  /** What it is for: a text, an object, and the model. */
  key: string;
  of: unknown;
  model: unknown;
  share: number | null;
  answer: Answer | null;
  problem: string;
  cancelled: boolean;
  abort: AbortController;
}

/** What a job has come to. */
export type Progress<Answer> = Pick<Job<Answer>, 'share' | 'answer' | 'problem' | 'cancelled'>;

function jobOf<Answer>(m: FigureContext, name: string): Job<Answer> {
  return m.kept<Job<Answer>>(name, {
    ...{ key: '', of: null, model: null },
    ...{ share: null, answer: null, problem: '', cancelled: false },
    abort: new AbortController(),
  });
}

type Ask<Answer> = (progress: (share: number) => void, signal: AbortSignal) => Promise<Answer>;

async function run<Answer>(m: FigureContext, name: string, ask: Ask<Answer>): Promise<void> {
  const job = jobOf<Answer>(m, name);
  job.abort.abort();
  const abort = new AbortController();
  m.keep(name, Object.assign(job, { share: 0, problem: '', cancelled: false, abort }));
  const tell = (change: Partial<Job<Answer>>) => {
    if (abort.signal.aborted) return;
    m.keep(name, Object.assign(job, change));
  };
  try {
    const answer = await ask((share) => tell({ share }), abort.signal);
    tell({ answer, share: null });
  } catch (error) {
    if (!wasCancelled(error)) tell({ share: null, problem: (error as Error).message });
  }
}

export function cancel(m: FigureContext, name: string): void {
  const job = jobOf(m, name);
  job.abort.abort();
  m.keep(name, Object.assign(job, { share: null, cancelled: true }));
}

/** What a job has come to that is for this; it begins where `begins`. */
function jobFor<Answer>(
  m: FigureContext,
  name: string,
  { key, of, begins }: { readonly key: string; readonly of: unknown; readonly begins: boolean },
  ask: Ask<Answer>,
): Progress<Answer> {
  const job = jobOf<Answer>(m, name);
  if (job.key !== key || job.of !== of || job.model !== m.model) {
    job.abort.abort();
    Object.assign(job, { key, of, model: m.model });
    Object.assign(job, { answer: null, share: null, problem: '', cancelled: false });
    if (begins) void Promise.resolve().then(() => run(m, name, ask));
  }
  return job;
}

const studyJob = (m: FigureContext, { texts }: Source): Ask<Study> => {
  const effects = Math.min(mostEffects, Math.floor(effort / m.model.parameters));
  return async (progress, signal) =>
    studyOf(
      m,
      await headStudies().ask('headStudy', m.model, { texts, effects }, { progress, signal }),
    );
};

/** The study of the texts. It begins by itself with what the reader brought, and where it is quick. */
export function studyFor(m: FigureContext, source: Source): Progress<Study> {
  const begins = readerTexts(m) !== null || source.texts.length * m.model.parameters < quick;
  return jobFor(m, 'study', { key: '', of: source.texts, begins }, studyJob(m, source));
}

export const begin = (m: FigureContext, source: Source): void =>
  void run(m, 'study', studyJob(m, source));

interface Place {
  readonly layer: number;
  readonly head: number;
}

/** A head's weights in a few texts; null while they are computed. */
export function archesFor(
  m: FigureContext,
  name: string,
  place: Place,
  texts: readonly string[],
): Progress<readonly HeadArches[]> {
  const key = JSON.stringify([place, texts]);
  return jobFor(m, name, { key, of: null, begins: true }, (_, signal) =>
    headStudies().ask('headArches', m.model, { ...place, texts }, { signal }),
  );
}

/** Every place where a word was looked at by a head. */
export function placesFor(
  m: FigureContext,
  place: Place,
  piece: string,
  { texts }: Source,
): Progress<HeadPlacesAnswer> {
  const key = JSON.stringify([place, piece]);
  return jobFor(m, 'places', { key, of: texts, begins: true }, (progress, signal) =>
    headStudies().ask('headPlaces', m.model, { ...place, piece, texts }, { progress, signal }),
  );
}
