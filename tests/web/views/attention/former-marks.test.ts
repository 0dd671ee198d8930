import { describe, expect, it } from 'vitest';
import type { Trace } from '../../../../web/src/model/trace';
import { Trace as TraceOf } from '../../../../web/src/model/trace';
import type { State } from '../../../../web/src/state/state';
import { requestKey } from '../../../../web/src/state/what-if/ask';
import { layout } from '../../../../web/src/views/attention/layout';
import type { FigureScene } from '../../../../web/src/views/attention/scene';
import type { SvgMark } from '../../../../web/src/views/kit/scene';
import { attentionState, sentence, smallHeads } from './fixture';

const change = 'layers.0.attention.weights[2,7,1]=0';

/** The fixture with one weight of the row in focus at 0, and what it was beside it. */
function changedState(): State {
  const state = attentionState(sentence, smallHeads);
  const trace = state.trace as Trace;
  const { tensors, data } = trace.encoding;
  const weights = tensors.find(({ name }) => name === 'layers.0.attention.weights');
  const n = trace.encoding.tokens.length;
  const changed = Float32Array.from(data);
  changed[(weights?.offset ?? 0) + (2 * n + 7) * n + 1] = 0;
  const run = { structure: '', changes: [change] };
  const key = requestKey({ text: sentence, masked: [], run: { structure: '', changes: [] } });
  return {
    ...state,
    changes: [change],
    trace: new TraceOf({ ...trace.encoding, data: changed, run }),
    computed: { ...state.computed, traces: new Map([[key, trace]]) },
  };
}

const all = (marks: readonly SvgMark[]): readonly SvgMark[] =>
  marks.flatMap((mark) => (mark.kind === 'group' ? [mark, ...all(mark.marks)] : [mark]));

const shown = (scene: FigureScene, tensor: string) =>
  all([...scene.marks, ...scene.sum]).filter(
    (mark) => 'shows' in mark && mark.shows?.tensor === tensor,
  );

describe.each([
  ['columns', 1072],
  ['rows', 340],
])('beside what is changed, as %s', (_, width) => {
  const before = layout(attentionState(sentence, smallHeads), { width }) as FigureScene;
  const scene = layout(changedState(), { width }) as FigureScene;
  const hollow = ({ marks }: FigureScene) =>
    all(marks).filter((mark) => mark.kind === 'rect' && mark.stroke === 'ink');

  it('stands the former bar, and the former arch dashed', () => {
    expect(hollow(scene)).toHaveLength(1);
    expect(shown(scene, 'former')).toHaveLength(1);
    expect(scene.gains.filter((gain) => gain !== 1)).toEqual([0]);
  });

  it('stands no mark at what did not change, nor where nothing is changed', () => {
    expect(shown(scene, 'former-scores')).toEqual([]);
    expect(shown(scene, 'former-heads')).toEqual([]);
    expect(hollow(before)).toEqual([]);
    expect(before.former).toBeNull();
  });

  it('keeps the powers of a muted word: its score is what it was', () => {
    expect(scene.row.powers).toEqual(before.row.powers);
    expect(scene.row.sum).toBe(before.row.sum);
  });
});
