import { readSettings, type Settings, withSettings } from '../../state/settings';
import { filed } from './concepts';
import { chosen, day, type Record } from './record';

/** An answer, and the principle that was then chosen as the reason. */
export interface Given {
  /** The id of an option. */
  readonly option: string;
  readonly right: boolean;
  /** Its place in the list that is offered, from 0; null before. */
  readonly principle: number | null;
}

/** One sitting, as the address holds it: `set=scaling/ratio!mean/mix,said=x2:r:0,at=1,seed=3`. */
export interface Session {
  /** Ids of its questions. */
  readonly set: readonly string[];
  readonly given: readonly Given[];
  /** The question on show; the result behind the last. */
  readonly at: number;
  /** Chooses sentences and the order of options. */
  readonly seed: number;
  /** From a teacher: it can be handed in. */
  readonly isClass: boolean;
}

const between = '!';

/** What the settings of the address say; null where they name no question that there is. */
export function readSession(settings: Settings): Session | null {
  const set = (settings.get('set') ?? '').split(between).filter((id) => filed(id));
  if (set.length === 0) return null;
  const given = (settings.get('said') ?? '')
    .split(between)
    .filter(Boolean)
    .slice(0, set.length)
    .map((text): Given => {
      const [option = '', right, principle] = text.split(':');
      return { option, right: right === 'r', principle: principle ? Number(principle) : null };
    });
  const at = Number(settings.get('at') ?? 0);
  const seed = Math.abs(Math.trunc(Number(settings.get('seed')))) || 0;
  const last = given.length === set.length ? set.length : given.length;
  return {
    ...{ set, given, seed, isClass: settings.has('class') },
    at: Number.isInteger(at) && at >= 0 ? Math.min(at, last) : last,
  };
}

const written = ({ option, right, principle }: Given): string =>
  [option, right ? 'r' : 'w', principle ?? []].flat().join(':');

/** The same as settings; an empty value takes its name out. */
export const sessionValues = ({ set, given, at, seed, isClass }: Session) => ({
  set: set.join(between),
  said: given.map(written).join(between),
  at: at === 0 ? '' : String(at),
  seed: seed === 0 ? '' : String(seed),
  class: isClass ? '1' : '',
});

export const sessionText = (session: Session): string => withSettings('', sessionValues(session));

export const sessionOf = (text: string): Session | null => readSession(readSettings(text));

/** A new sitting; another day has other sentences. */
export const nextSession = (record: Record, now: number): Session => ({
  ...{ set: chosen(record, now), given: [], at: 0, isClass: false },
  seed: Math.floor(now / day),
});
