import type { FoveaModule } from 'fovea-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownRun } from '../../web/src/model/protocol';
import { likelihood, topGuesses } from '../../web/src/state/prediction';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { requestKey } from '../../web/src/state/what-if/ask';
import { wantsOf } from '../../web/src/state/what-if/wants';
import { figure as whatIfView } from '../../web/src/views/what-if';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

/** The view of two runs, drawn from runs of the shipped model. */

const sentence = "The animal didn't cross the street because it was too tired";

let fovea: FoveaModule;
beforeAll(async () => {
  fovea = await loadShipped();
});

/** What the page knows once everything that the view wants is computed. */
function stateOf(structure: string, text = sentence): State {
  const { info, trace } = know(fovea, modelBytes(), text, structure);
  let state = reduce(initialState({ sentence: text, structure, view: 'what-if' }), {
    type: 'model',
    ...{ model: info, trace },
  });
  for (const request of wantsOf(state).traces) {
    const known = know(fovea, modelBytes(), request.text, request.run.structure);
    state = reduce(state, { type: 'beside', key: requestKey(request), trace: known.trace });
  }
  return state;
}

const captionOf = (state: State) => {
  const scene = whatIfView.layout(state, { width: 900 });
  return whatIfView.caption(scene, state)?.join(' | ') ?? '';
};

/** "animal 99.5 %" */
function guessOf({ model, trace, token }: State): string {
  const [best] = trace && model ? topGuesses(trace, model.vocabulary, token, 1) : [];
  return best ? `${best.piece} ${likelihood(best.probability)}` : '';
}

describe('the caption says what was measured', () => {
  it('of the model as it is: its own numbers, and no change', () => {
    const state = stateOf('');
    expect(captionOf(state)).toMatch(/^As trained, “it” gives “animal” \d+\s% of its attention/);
    expect(wantsOf(state).traces).toEqual([]);
  });

  it('where nothing changed: that nothing did', () => {
    const state = stateOf('mask=padding');
    expect(captionOf(state)).toMatch(
      /^\[PAD\] hidden by a mask: the attention weights of “it” in head \d of layer \d did not change\. \| Nor did the answer: /,
    );
  });

  it('where the row changed and the answer not', () => {
    const { layer, head } = stateOf('');
    const said = captionOf(stateOf(`scale@${layer}=off`));
    expect(said).toMatch(
      new RegExp(
        `^Undivided(, head ${head + 1} looks at one word only)?: “it” gives “animal” >?9\\d\\s% of its attention`,
      ),
    );
    const [own, changed] = [stateOf(''), stateOf(`scale@${layer}=off`)].map(guessOf);
    expect(own?.split(' ')[0]).toBe(changed?.split(' ')[0]);
    const stays =
      own === changed
        ? `The answer stays the same: ${own}.`
        : `The answer stays “animal”: ${changed?.split(' ')[1]}; it was ${own?.split(' ')[1]}.`;
    expect(said).toContain(stays);
    expect(said).toMatch(
      /One more unit of score used to move the largest weight by \.\d{3}; now it moves it by/,
    );
  });

  it('where the answer turned: from which to which', () => {
    const state = stateOf('activation=none');
    expect(captionOf(state)).toContain(
      `The answer changes: ${guessOf(stateOf(''))} → ${guessOf(state)}.`,
    );
  });

  it('of two orders of words without positions: how far apart their vectors are', () => {
    const state = stateOf('positions=off', 'dog bites man');
    expect(wantsOf(state).traces.map(({ text, run }) => [text, run])).toEqual([
      ['dog bites man', ownRun],
      ['man bites dog', { structure: 'positions=off', changes: [] }],
      ['man bites dog', ownRun],
    ]);
    const said =
      /“dog bites man” and “man bites dog” give the same vectors: the largest difference is (?:0|\de−\d); with positions, (\d\.\d+)\.$/;
    expect(captionOf(state)).toMatch(said);
    const [one, other] = ['dog bites man', 'man bites dog'].map((text) => {
      const { trace } = know(fovea, modelBytes(), text);
      return [0, 1, 2].map((token) => trace.row('output', token));
    });
    const apart = one?.flatMap((row, token) => {
      const turned = other?.[2 - token];
      return Array.from(row, (x, i) => Math.abs(x - (turned?.[i] ?? Number.NaN)));
    });
    const [, written] = said.exec(captionOf(state)) ?? [];
    expect(Number(written)).toBeCloseTo(Math.max(...(apart ?? [])), 3);
    expect(Number(written)).toBeGreaterThan(0.5);
  });
});

it('is drawn at every width, with a reflection where there is something to reflect', () => {
  const [own, changed] = [stateOf(''), stateOf('residual@3=0.5,layer@1=off')];
  for (const width of [296, 360, 560, 640, 900, 1600]) {
    const [plain, mirrored] = [own, changed].map((state) => whatIfView.layout(state, { width }));
    const former = (scene = plain) =>
      scene?.marks.filter((mark) => 'shows' in mark && mark.shows?.tensor === 'former').length;
    expect([former(plain), former(mirrored)].map((count) => (count ?? 0) > 0)).toEqual([
      false,
      true,
    ]);
    for (const scene of [plain, mirrored]) {
      expect(JSON.stringify(scene?.marks)).not.toMatch(/NaN|undefined|Infinity/);
      expect(scene?.height).toBeGreaterThan(300);
    }
  }
});
