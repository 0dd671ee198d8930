import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../web/src/state/settings';
import { cases } from '../../../web/src/views/bench/cases';
import {
  assignmentOf,
  assignmentText,
  checkOf,
  handOf,
  itemsOf,
  numberOf,
  outcomeOf,
  problemsOf,
  type Stock,
} from '../../../web/src/views/class/assignment';
import { manifestOf, packageWish } from '../../../web/src/views/class/package';
import { findApi, Lms, suspendLimit, timespan } from '../../../web/src/views/class/scorm';
import { classwork } from '../../../web/src/views/classwork';
import { scormApi } from '../../scorm-api';

const stock: Stock = { ...classwork, bugs: cases };
const every = 'view:softmax!bug:scale!hand:2!ask:scaling/ratio!ask:heads:2';
const problems = (text: string) => problemsOf(readSettings(text), stock);

describe('the link of a class', () => {
  it('says again what it has said, with signs that settings use themselves', () => {
    const assignment = {
      ...{
        title: 'Heads, 2nd = last ü',
        tasks: every.split('!'),
        seed: 7,
        name: 'Ada, L.',
        at: 3,
      },
      said: ['1', '', '1.25;;-3', 'x2:r:0'],
    };
    expect(assignmentOf(assignmentText(assignment))).toEqual(assignment);
    expect(assignmentText(assignment)).not.toMatch(/Ada,|2nd =/);
    expect(problems(assignmentText(assignment))).toEqual([]);
  });

  it.each([
    ['do=view:nowhere', 'There is no view “nowhere”.'],
    ['do=view:class', 'There is no view “class”.'],
    ['do=bug:none', 'There is no bug “none”. The bugs are softmax-axis'],
    ['do=hand:13', 'An exercise by hand has 0 to 12 blank steps, not “13”.'],
    ['do=hand:x', 'blank steps, not “x”'],
    ['do=ask:scaling/none', 'There is no question “scaling/none”.'],
    ['do=ask:nothing:2', 'There is no concept “nothing”. The concepts are embedding'],
    ['do=ask:constructor:2', 'There is no concept “constructor”.'],
    ['do=ask:heads:99', 'questions: 99 cannot be asked'],
    ['do=ask:heads:0', 'questions: 0 cannot be asked'],
    ['do=dance:7', '“dance:7” is not a task. A task is written view:softmax'],
    ['do=view:softmax,at=-1', 'at=-1 is not a whole number.'],
    ['do=view:softmax,seed=often', 'seed=often is not a whole number.'],
    ['do=view:softmax,said=1!1', 'The link has 2 answers to 1 task: it has been changed.'],
  ])('that says %s cannot be read, and says why', (text, why) => {
    expect(problems(text).join()).toContain(why);
  });

  it('holds no more tasks than a class can have', () => {
    const many = Array.from({ length: 100 }, () => 'hand:1').join('!');
    expect(problems(`do=${many}`)).toEqual(['There are 100 tasks; a class can have at most 99.']);
  });
});

describe('what a student has to do', () => {
  const forName = (name: string, seed = 0) =>
    itemsOf({ ...assignmentOf(`do=${every}`), name, seed }, stock);

  it('is the same whenever the same student comes', () => {
    expect(forName('Ada')).toEqual(forName(' Ada '));
    expect(forName('Ada').map(({ kind }) => kind)).toEqual('view bug hand ask ask ask'.split(' '));
  });

  it('is another sentence for each number of a class, and other questions of a concept', () => {
    const all = Array.from({ length: 40 }, (_, i) => forName(String(i + 1)));
    const sentences = all.map((items) => handOf(items[2] as never, stock).words.join(' '));
    expect(new Set(sentences).size).toBe(40);
    const asked = all.map((items) => [items[4]?.id, items[5]?.id].sort().join());
    expect(new Set(asked).size).toBeGreaterThan(5);
    for (const items of all) expect(items[4]?.id).not.toBe(items[5]?.id);
  });

  it('is something else with another seed', () => {
    expect(forName('4', 1)[2]?.seed).not.toBe(forName('4', 2)[2]?.seed);
  });

  it('goes by a number as it is, and by a name whatever it is', () => {
    expect(numberOf('17')).toBe(17);
    expect(numberOf('Ada')).not.toBe(numberOf('Eda'));
    expect(numberOf('')).toBeGreaterThanOrEqual(0);
  });
});

describe('what came of it', () => {
  const items = itemsOf({ ...assignmentOf(`do=${every}`), name: '3' }, stock);
  const item = (i: number) => items[i] as (typeof items)[number];
  const rightNumbers = () => {
    const exercise = handOf(item(2), stock);
    const numbers = stock
      .blanks(exercise)
      .map(([name, row, column]) => exercise.steps[name][row]?.[column] ?? 0);
    return numbers.reverse().map((x) => x.toFixed(2));
  };

  it('is computed from the numbers that were typed by hand', () => {
    const right = rightNumbers();
    expect(checkOf(item(2), right.join(';'), stock)).toMatchObject({ done: true, points: [4, 4] });
    const wrong = ['99', ...right.slice(1)].join(';');
    expect(checkOf(item(2), wrong, stock)).toMatchObject({ done: true, points: [3, 4] });
    const few = right.slice(0, 2).join(';');
    expect(checkOf(item(2), few, stock)).toMatchObject({ done: false, points: [2, 4] });
  });

  it('is computed from the guesses at a bug', () => {
    const guesses = cases.find(({ id }) => id === 'scale')?.guesses ?? [];
    const right = guesses.indexOf('scale');
    const wrong = guesses.findIndex((id) => id !== 'scale');
    expect(checkOf(item(1), `${wrong}`, stock)).toMatchObject({ done: false, points: [0, 1] });
    expect(checkOf(item(1), `${right}`, stock).answer).toBe('the scores are not divided by √dₖ');
    expect(checkOf(item(1), `${wrong};${right}`, stock)).toMatchObject({
      done: true,
      points: [1, 1],
    });
  });

  it('gives each task that can be right the same weight', () => {
    const said = ['1', '', rightNumbers().slice(0, 2).join(';'), 'x1:r', 'x2:w', ''];
    const { score, left, checks } = outcomeOf(items, said, stock);
    expect(score).toBeCloseTo((0 + 0.5 + 1 + 0 + 0) / 5, 9);
    expect(left).toBe(3);
    expect(checks[0]?.points).toBeNull();
  });

  it('has no score where there is nothing to be right about', () => {
    const read = itemsOf(assignmentOf('do=view:softmax'), stock);
    expect(outcomeOf(read, ['1'], stock)).toMatchObject({ score: null, left: 0 });
  });
});

describe('an LMS', () => {
  const windowWith = (API: unknown, depth: number) => {
    let place = { API } as Record<string, unknown>;
    place.parent = place;
    for (let i = 0; i < depth; i++) place = { parent: place };
    return place;
  };

  it('is found in the windows around the page, and around what has opened it', () => {
    const api = scormApi();
    expect(findApi(windowWith(api, 1))).toBe(api);
    expect(findApi(windowWith(api, 5))).toBe(api);
    expect(findApi(windowWith(undefined, 3))).toBeNull();
    const alone: Record<string, unknown> = { opener: windowWith(api, 2) };
    alone.parent = alone;
    expect(findApi(alone)).toBe(api);
    expect(findApi({ parent: { parent: null, opener: windowWith(api, 0) } })).toBe(api);
    // Of nested frames, the outermost is what a platform has opened.
    const opened: Record<string, unknown> = { opener: windowWith(api, 1) };
    opened.parent = opened;
    expect(findApi({ parent: { parent: opened } })).toBe(api);
  });

  it('is looked for past a frame of another site', () => {
    const api = scormApi();
    const foreign = {
      get API(): never {
        throw new DOMException('Blocked a frame', 'SecurityError');
      },
      parent: windowWith(api, 0),
    };
    expect(findApi({ parent: foreign })).toBe(api);
  });

  it('hears of score and completion, in the order of the standard, and once that it is over', () => {
    const api = scormApi();
    const lms = Lms.begin(windowWith(api, 1)) as Lms;
    expect(lms.student).toBe('s-1024');
    expect(lms.report({ suspended: 'said=1', score: 1 / 3, isComplete: false })).toBe(true);
    expect(api.kept).toMatchObject({
      'cmi.core.score.raw': '33.33',
      'cmi.core.score.min': '0',
      'cmi.core.score.max': '100',
      'cmi.core.lesson_status': 'incomplete',
      'cmi.suspend_data': 'said=1',
    });
    lms.report({ suspended: 'said=1!1', score: 1, isComplete: true });
    lms.finish();
    lms.finish();
    lms.report({ suspended: 'late', score: 0, isComplete: false });
    expect(api.kept).toMatchObject({
      'cmi.core.score.raw': '100',
      'cmi.core.lesson_status': 'completed',
      'cmi.suspend_data': 'said=1!1',
      'cmi.core.exit': '',
    });
    expect(api.kept['cmi.core.session_time']).toMatch(/^0000:00:0\d\.\d\d$/);
    expect(api.log[0]).toBe('LMSInitialize()');
    expect(api.log.slice(-2)).toEqual(['LMSCommit()', 'LMSFinish()']);
    expect(api.log.filter((call) => call.startsWith('LMSFinish'))).toHaveLength(1);
    expect(lms.problem).toBe('');
  });

  it('gives back what was suspended', () => {
    const api = scormApi();
    const before = Lms.begin(windowWith(api, 1)) as Lms;
    before.report({ suspended: 'name=3,said=1', score: null, isComplete: false });
    before.finish();
    expect(api.kept['cmi.core.exit']).toBe('suspend');
    expect(api.kept).not.toHaveProperty('cmi.core.score.raw');
    const later = scormApi(api.kept);
    expect(Lms.begin(windowWith(later, 1))?.suspended).toBe('name=3,said=1');
  });

  it('gets its score where the answers do not fit, and is not sent what it cannot hold', () => {
    const api = scormApi();
    const lms = Lms.begin(windowWith(api, 1)) as Lms;
    const report = { score: 0.5, isComplete: false };
    expect(lms.report({ ...report, suspended: 'x'.repeat(suspendLimit) })).toBe(true);
    expect(lms.report({ ...report, suspended: 'y'.repeat(suspendLimit + 1) })).toBe(false);
    expect(api.kept['cmi.suspend_data']).toBe('x'.repeat(4096));
    expect(api.kept['cmi.core.score.raw']).toBe('50');
  });

  it('that refuses says so in its own words', () => {
    const api = scormApi();
    api.LMSInitialize('');
    const lms = Lms.begin(windowWith(api, 1)) as Lms;
    expect(lms.problem).toBe('LMSInitialize: 101 General Exception');
    expect(lms.report({ suspended: '', score: 1, isComplete: true })).toBe(false);
  });

  it('is told how long a session took as the standard writes it', () => {
    expect(timespan(0)).toBe('0000:00:00.00');
    expect(timespan(3_723_040)).toBe('0001:02:03.04');
  });
});

describe('a package', () => {
  const assignment = {
    ...assignmentOf(`do=${every}!view:decoder`),
    title: 'A & B <1>',
    name: 'Ada',
  };
  const embed =
    '<html lang="en"><title>A figure</title><script defer src="fovea.js"></script><script defer src="embed.js"></script>';

  it('names each of its files in the manifest, and nothing of a student', () => {
    const wish = packageWish(assignment, () => {});
    const made = wish.page(embed);
    const manifest = made['imsmanifest.xml'] ?? '';
    const listed = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, href]) => href);
    const files = [...Object.keys(made), ...wish.own].filter((name) => name !== 'imsmanifest.xml');
    expect(listed.sort()).toEqual(files.sort());
    expect(wish.own).toContain('fovea-relatives.js');
    expect(manifest).toContain('<schemaversion>1.2</schemaversion>');
    expect(manifest).toContain('adlcp:scormtype="sco" href="index.html"');
    expect(manifest).toContain('A &#38; B &#60;1&#62;');
    expect(made['class.js']).not.toContain('Ada');
    expect(made['index.html']).toMatch(/class\.js.*embed\.js/s);
    expect(made['index.html']).toContain('<title>A &#38; B &#60;1&#62;</title>');
  });

  it('is well-formed whatever the title says', () => {
    const text = manifestOf('"&<>\'', 'x"', ['a&b.js']);
    expect(text).not.toMatch(/&(?!#\d+;)/);
    expect(text.match(/</g)).toHaveLength(text.match(/>/g)?.length ?? 0);
  });
});
