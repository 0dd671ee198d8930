import type { FoveaModule } from 'fovea-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Trace } from '../../web/src/model/trace';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { requestKey } from '../../web/src/state/what-if/ask';
import { whyOf } from '../../web/src/state/why';
import { benchView } from '../../web/src/views/bench';
import { benchWants, evidenceOf, isMended, onBench } from '../../web/src/views/bench/bench';
import type { Evidence } from '../../web/src/views/bench/case';
import { caseOf, cases, firstCase, type NamedCase } from '../../web/src/views/bench/cases';
import type { BenchScene } from '../../web/src/views/bench/scene';
import { textWidth } from '../../web/src/views/kit/frame';
import type { Mark } from '../../web/src/views/kit/scene';
import { written } from '../../web/src/widgets/why-list';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

const sentences = [
  "The animal didn't cross the street because it was too tired",
  'the dog chased the cat because it was hungry',
  'dog bites man',
];

let fovea: FoveaModule;
const traces = new Map<string, Trace>();
let parameters: State['parameters'];

beforeAll(async () => {
  fovea = await loadShipped();
  parameters = know(fovea, modelBytes(), 'a').parameters;
});

/** A state in which all that the bench wants has been computed by the core. */
function stateOf(sentence: string, id: string): State {
  const { info, trace } = know(fovea, modelBytes(), sentence);
  const start = initialState({ sentence, view: 'bench', case: id });
  let state = reduce(start, { type: 'model', model: info, trace });
  for (const request of benchWants(state).traces) {
    const key = requestKey(request);
    const { text, run } = request;
    const found = traces.get(key) ?? know(fovea, modelBytes(), text, run.structure).trace;
    traces.set(key, found);
    state = reduce(state, { type: 'beside', key, trace: found });
  }
  return state;
}

const mendedOf = (state: State, bug: NamedCase): State =>
  reduce(state, { type: 'choose', choice: { guesses: [bug.guesses.indexOf(bug.id)] } });

function evidence(state: State): Evidence {
  const found = evidenceOf(state);
  if (!found) throw new Error('the runs are not there');
  return found;
}

/** Where the letters of a text are, by the measure that views lay out with; turned ones aside. */
function letters(mark: Mark) {
  if (mark.kind !== 'text' || mark.turn) return [];
  const { text, x, y, size, serif, anchor } = mark;
  const width = textWidth(text, size, serif);
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return [{ text, left, right: left + width, top: y - 0.75 * size, bottom: y + 0.15 * size }];
}

function expectRoom({ picture }: BenchScene): void {
  if (!picture) throw new Error('nothing is drawn');
  const { marks, width } = picture;
  expect(JSON.stringify(marks)).not.toMatch(/null,"(?:x|y|width)"|"(?:x|y|width|height)":null/);
  for (const mark of marks) {
    if (mark.kind !== 'rect' && mark.kind !== 'panel' && mark.kind !== 'handle') continue;
    expect(mark.x, mark.kind).toBeGreaterThanOrEqual(-4);
    expect(mark.x + mark.width, mark.kind).toBeLessThanOrEqual(width + 4);
  }
  const all = marks.flatMap(letters);
  all.forEach((one, i) => {
    expect(one.left, one.text).toBeGreaterThanOrEqual(-2);
    expect(one.right, one.text).toBeLessThanOrEqual(width + 2);
    const over = all
      .slice(i + 1)
      .find(
        (a) => a.left < one.right && one.left < a.right && a.top < one.bottom && one.top < a.bottom,
      );
    expect(over?.text, `${one.text} at ${width} px`).toBeUndefined();
  });
}

it('there are all the bugs of the trade, the one that the answer hides first', () => {
  expect(cases.length).toBeGreaterThanOrEqual(10);
  expect(firstCase).toBe(initialState().case);
});

describe.each(cases)('the case $id', (bug) => {
  it.each(sentences)('is broken before and whole after, in “%s”', (sentence) => {
    const { broken, right } = evidence(stateOf(sentence, bug.id));
    expect(bug.check(broken, right)).toMatchObject({ fine: false });
    expect(bug.check(right, right)).toMatchObject({ fine: true });
  });

  it('offers guesses that its own numbers clear, but for its own', () => {
    expect(bug.guesses.length).toBeGreaterThanOrEqual(3);
    expect(bug.guesses.filter((id) => id === bug.id)).toHaveLength(1);
    for (const sentence of sentences) {
      const { broken, right } = evidence(stateOf(sentence, bug.id));
      for (const id of bug.guesses.filter((each) => each !== bug.id))
        expect([id, caseOf(id)?.check(broken, right)]).toMatchObject([id, { fine: true }]);
    }
  });

  it('says of a text in which it does not show that it does not', () => {
    const long = Array.from({ length: 70 }, (_, i) => (i % 2 ? 'dog' : 'the')).join(' ');
    for (const text of ['dog', long]) {
      const state = stateOf(text, bug.id);
      const { broken, right } = evidence(state);
      const said = benchView.layout(state, { width: 640 }).report?.symptom ?? '';
      expect(said.startsWith('The bug does not show in this text. ')).toBe(
        bug.check(broken, right).fine,
      );
      expect(
        `${said} ${benchView.layout(mendedOf(state, bug), { width: 640 }).report?.healed}`,
      ).not.toMatch(bug.id === 'overflow' ? /undefined/ : /undefined|NaN|∞/);
    }
  });

  it('has a number to be asked why, whose arithmetic gives what the core has', () => {
    const shown = stateOf(sentences[0] as string, bug.id);
    for (const state of [shown, mendedOf(shown, bug)]) {
      const scene = benchView.layout(state, { width: 640 });
      const cell = scene.report?.question.cell;
      if (!cell) throw new Error('nothing to be asked');
      const asked = onBench(reduce(state, { type: 'cell', cell }));
      const why = whyOf({ ...asked, parameters });
      const [found, is] = [why?.explanation?.value ?? 0, why?.value ?? 1];
      if (Number.isNaN(is)) expect(found).toBeNaN();
      else expect(found).toBeCloseTo(is, 3);
      expect(scene.report?.question.text).toContain(`Why ${written(cell.name, why?.value ?? 0)}?`);
    }
  });

  it('is drawn inside its width, from 288 px on, and writes nothing over anything else', () => {
    for (const sentence of sentences) {
      const shown = stateOf(sentence, bug.id);
      for (const state of [shown, mendedOf(shown, bug)])
        for (const width of [288, 456, 600, 860]) expectRoom(benchView.layout(state, { width }));
    }
  });

  it('says so in sentences', () => {
    for (const sentence of sentences) {
      const state = stateOf(sentence, bug.id);
      for (const shown of [state, mendedOf(state, bug)]) {
        const scene = benchView.layout(shown, { width: 640 });
        const said = [...(benchView.caption(scene, shown) ?? []), benchView.speech(scene, shown)];
        if (process.env.SAY) console.log(bug.id, JSON.stringify(scene.report, null, 1));
        for (const each of said) {
          expect(each).toMatch(/^[A-Z“∞√].*[.?)]$/);
          expect(each).not.toMatch(/undefined|null|Infinity|\[object/);
          if (bug.id !== 'overflow') expect(each).not.toContain('NaN');
        }
      }
      expect(isMended(mendedOf(state, bug))).toBe(true);
    }
  });
});
