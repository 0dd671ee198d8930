import { bank } from './concepts';

/** What is known of a question that has been asked: how often it was right in a row, and when it is due. */
export interface Memory {
  /** Right answers in a row. */
  readonly run: number;
  /** In milliseconds since 1970. */
  readonly due: number;
}

/** By the ids of questions; and the set that is not finished. */
export interface Record {
  readonly memories: Readonly<{ [id: string]: Memory }>;
  readonly open?: string;
}

export const day = 24 * 60 * 60 * 1000;

/** Days until a question comes back, by right answers in a row: missed, it comes back at once. */
const intervals = [0, 1, 3, 7, 16, 35, 90] as const;

export function withAnswer(record: Record, id: string, isRight: boolean, now: number): Record {
  const run = isRight ? (record.memories[id]?.run ?? 0) + 1 : 0;
  const days = intervals[Math.min(run, intervals.length - 1)] ?? 0;
  return { ...record, memories: { ...record.memories, [id]: { run, due: now + days * day } } };
}

/** Questions of one sitting. */
export const sitting = 5;

/**
 * What to ask next: what was missed, what is due, longest first, then what is new, a concept at a time;
 * last what is not due yet. Of one concept no more than two.
 */
export function chosen({ memories }: Record, now: number): readonly string[] {
  const known = (id: string) => memories[id];
  const rank = (id: string): readonly [number, number] => {
    const memory = known(id);
    if (!memory) return [2, bank.findIndex((each) => each.id === id)];
    if (memory.run === 0) return [0, memory.due];
    return [memory.due <= now ? 1 : 3, memory.due];
  };
  const nth = new Map<string, number>();
  const placed = bank.map(({ id }) => {
    const concept = id.split('/')[0] ?? '';
    const place = known(id) ? 0 : (nth.get(concept) ?? 0);
    if (!known(id)) nth.set(concept, place + 1);
    return { id, concept, rank: [...rank(id).slice(0, 1), place, ...rank(id).slice(1)] };
  });
  placed.sort((a, b) => {
    const at = a.rank.findIndex((x, i) => x !== b.rank[i]);
    return at < 0 ? 0 : (a.rank[at] ?? 0) - (b.rank[at] ?? 0);
  });
  const taken: typeof placed = [];
  for (const each of placed) {
    const alike = taken.filter(({ concept }) => concept === each.concept).length;
    if (taken.length < sitting && alike < 2) taken.push(each);
  }
  return taken.map(({ id }) => id);
}

/** When something is due next; null where nothing has been asked. */
export function nextDue({ memories }: Record): number | null {
  const all = Object.values(memories).map(({ due }) => due);
  return all.length > 0 ? Math.min(...all) : null;
}

const key = 'fovea-practice';
const empty: Record = { memories: {} };

/** What stands in a text that somebody has kept; what is no record is left out. */
export function readRecord(text: string): Record {
  try {
    const { memories = {}, open } = JSON.parse(text) ?? {};
    const kept = Object.entries(memories as Record['memories']).filter(
      ([, memory]) => Number.isFinite(memory?.run) && Number.isFinite(memory?.due),
    );
    return {
      memories: Object.fromEntries(kept),
      ...(typeof open === 'string' ? { open } : {}),
    };
  } catch {
    return empty;
  }
}

/** What is kept where the browser keeps nothing: as long as the page is open. */
let unkept: Record = empty;

export function keptRecord(): Record {
  try {
    const text = localStorage.getItem(key);
    return text === null ? unkept : readRecord(text);
  } catch {
    return unkept;
  }
}

export function keepRecord(record: Record): void {
  unkept = record;
  try {
    localStorage.setItem(key, JSON.stringify(record));
  } catch {
    // It lasts as long as the page is open.
  }
}

export function eraseRecord(): void {
  unkept = empty;
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
