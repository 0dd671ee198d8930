import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../web/src/state/settings';
import { bank } from '../../../web/src/views/practice/concepts';
import {
  chosen,
  day,
  eraseRecord,
  keepRecord,
  keptRecord,
  nextDue,
  readRecord,
  sitting,
  withAnswer,
} from '../../../web/src/views/practice/record';
import {
  nextSession,
  readSession,
  sessionOf,
  sessionText,
} from '../../../web/src/views/practice/session';

const now = 1_000 * day;
const none = { memories: {} };
const [first, second] = bank.map(({ id }) => id) as [string, string];

describe('what is asked next', () => {
  it('begins with a question of each of the first concepts', () => {
    const ids = chosen(none, now);
    expect(ids).toHaveLength(sitting);
    expect(new Set(ids.map((id) => id.split('/')[0])).size).toBe(sitting);
    expect(ids[0]).toBe(first);
  });

  it('brings back at once what was missed, before all else', () => {
    const record = withAnswer(none, second, false, now);
    expect(chosen(record, now + 1)[0]).toBe(second);
  });

  it('brings back what was right after 1, 3, 7, 16 days and so on', () => {
    let [record, at] = [none as Parameters<typeof withAnswer>[0], now];
    for (const days of [1, 3, 7, 16, 35, 90, 90]) {
      record = withAnswer(record, first, true, at);
      expect(nextDue(record)).toBe(at + days * day);
      expect(chosen(record, at + days * day - 1)).not.toContain(first);
      at += days * day;
      expect(chosen(record, at)[0]).toBe(first);
    }
  });

  it('begins again from the first interval after a miss', () => {
    const once = withAnswer(withAnswer(none, first, true, now), first, true, now);
    const missed = withAnswer(once, first, false, now);
    expect(nextDue(withAnswer(missed, first, true, now))).toBe(now + day);
  });

  it('asks what is due soonest where all has been asked', () => {
    let record: Parameters<typeof withAnswer>[0] = none;
    bank.forEach(({ id }, i) => {
      record = withAnswer(record, id, true, now + i);
    });
    expect(chosen(record, now)[0]).toBe(first);
    expect(chosen(record, now)).toHaveLength(sitting);
  });
});

describe('what this machine keeps', () => {
  it('is read again, and erased', () => {
    keepRecord(withAnswer(none, first, true, now));
    expect(keptRecord().memories[first]).toEqual({ run: 1, due: now + day });
    eraseRecord();
    expect(keptRecord()).toEqual(none);
  });

  it('is nothing where a text is no record', () => {
    for (const text of ['', 'null', '[', '{"memories":{"a":3,"b":{"run":"x"}}}', '3'])
      expect(readRecord(text).memories).toEqual({});
  });
});

describe('a sitting in the address', () => {
  it('is written and read again', () => {
    const session = {
      ...nextSession(none, now),
      given: [
        { option: 'x-6', right: false, principle: 2 },
        { option: 'same', right: true, principle: null },
      ],
      at: 1,
      isClass: true,
    };
    expect(sessionOf(sessionText(session))).toEqual(session);
  });

  it('leaves out what there is not, and does not go beyond what was answered', () => {
    expect(sessionOf('set=no/such')).toBeNull();
    expect(readSession(readSettings(''))).toBeNull();
    expect(sessionOf(`set=${first}!no/such!${second},at=2`)).toMatchObject({
      set: [first, second],
      at: 0,
    });
    expect(sessionOf(`set=${first},at=-1,seed=x`)).toMatchObject({ at: 0, seed: 0 });
  });
});
