import { describe, expect, it } from 'vitest';
import { Trace } from '../../../web/src/model/trace';
import type { Action, Choice } from '../../../web/src/state/actions';
import { sentenceNotes } from '../../../web/src/state/honesty';
import { initialState, reduce } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { firstTime, type Span, spanOf, timeline, whole } from '../../../web/src/state/timeline';
import { formatHash } from '../../../web/src/state/url';
import { askedKey } from '../../../web/src/state/why';
import { makeModel, makeTrace } from '../fixtures';

const roles = JSON.stringify([
  { role: 'previous', layer: 0, head: 0, score: 0.9 },
  { role: 'antecedent', layer: 1, head: 3, score: 0.7 },
  { role: 'antecedent', layer: 2, head: 2, score: 0.9 },
  { role: 'antecedent', layer: 9, head: 0, score: 1 },
]);

const timeOf = (id: string) => timeline.findIndex((step) => step.id === id) + 1;
const run = (state: State, ...actions: Action[]): State => actions.reduce(reduce, state);
const text = 'the cat saw it and ran';
const ready = (choice = {}) =>
  run(initialState({ sentence: text, ...choice }), {
    type: 'model',
    model: makeModel({ roles }),
    trace: makeTrace(text),
  });

const weight = (layer: number, ...index: number[]) => ({
  name: `layers.${layer}.attention.weights`,
  index,
});

it('a step on that is asked for while one plays ends it, and plays the next', () => {
  const step = { type: 'step', by: 1 } as const;
  const first = reduce(initialState({ time: 5 }), step);
  expect(first).toMatchObject({ time: 5, until: 6, playing: true });
  const second = reduce(reduce(first, { type: 'seek', time: 5.4 }), step);
  expect(second).toMatchObject({ time: 6, until: 7, playing: true });
  const last = reduce({ ...first, time: 16.5, until: 17 }, step);
  expect(last).toMatchObject({ time: 17, playing: false });
});

describe('what is looked at first', () => {
  it('is the best antecedent head that the model has, and "it"', () => {
    expect(ready()).toMatchObject({ layer: 2, head: 2, token: 3, status: { kind: 'ready' } });
  });

  it('is the last layer where no roles were measured', () => {
    const broken: Record<string, string>[] = [{}, { roles: 'no JSON' }, { roles: '{"role":1}' }];
    for (const metadata of broken) {
      const model = makeModel(metadata);
      const state = run(initialState(), { type: 'model', model, trace: makeTrace(text) });
      expect(state).toMatchObject({ layer: 2, head: 0 });
    }
  });

  it('is what the address says, kept inside the model', () => {
    expect(ready({ layer: 0, head: 1, token: 5, why: 2 })).toMatchObject({
      layer: 0,
      head: 1,
      token: 5,
      trail: [weight(0, 1, 5, 2)],
      why: null,
    });
    expect(ready({ layer: 77, head: 77, token: 77, why: 77 })).toMatchObject({
      token: 5,
      trail: [],
      why: null,
    });
  });

  it('is the one to look at first where the model lacks what is asked for, until another is chosen', () => {
    const first = { layer: 2, head: 2 };
    for (const asked of [{ layer: 77 }, { head: 4 }, { layer: 3, head: 9 }]) {
      const missing = { ...first, ...asked };
      expect(ready(asked)).toMatchObject({ ...first, missing });
      const linked = run(ready({ layer: 1, head: 1 }), { type: 'choose', choice: missing });
      expect(linked).toMatchObject({ ...first, missing });
      expect(sentenceNotes(linked)).toEqual([
        `This model has no layer ${missing.layer + 1}, head ${missing.head + 1}: layer 3, head 3 is shown instead.`,
      ]);
      expect(run(linked, { type: 'head', head: 1 }).missing).toBeNull();
      expect(run(linked, { type: 'choose', choice: { token: 1 } }).missing).toEqual(missing);
    }
  });
});

describe('a new sentence', () => {
  it('keeps the former picture until its own trace is there', () => {
    const before = ready();
    const after = run(before, { type: 'sentence', text: 'so the cat saw it' });
    expect(after.trace).toBe(before.trace);
    expect(after.token).toBe(3);
  });

  it('takes the focus along with its word', () => {
    const next = 'so the cat saw it';
    const trace = makeTrace(next);
    const after = run(ready(), { type: 'sentence', text: next }, { type: 'trace', trace });
    expect(after.token).toBe(4);
  });

  it('looks out from another word where the old one is gone', () => {
    const trace = makeTrace('a b');
    const after = run(
      ready({ why: 5 }),
      { type: 'sentence', text: 'a b' },
      { type: 'trace', trace },
    );
    expect(after).toMatchObject({ token: 0, trail: [], why: null });
  });

  it('is asked about its pronoun where the chosen word is gone, or it was typed anew', () => {
    const typed = (state: State, next: string, anew = false) =>
      run(state, { type: 'sentence', text: next, anew }, { type: 'trace', trace: makeTrace(next) });
    const chosen = run(ready(), { type: 'focus', token: 5 });
    const begun = typed(chosen, 'the');
    expect(typed(begun, 'the cat ate since it was hungry').token).toBe(4);
    const the = run(ready(), { type: 'focus', token: 0 });
    expect(typed(the, 'so the cat ate it').token).toBe(1);
    expect(typed(the, 'so the cat ate it', true).token).toBe(4);
  });

  it('keeps a place that was chosen together with it', () => {
    const choice = { sentence: 'it saw the cat', token: 3 };
    const trace = makeTrace(choice.sentence);
    const chosen = run(ready(), { type: 'choose', choice });
    const after = run(chosen, { type: 'trace', trace });
    expect(after).toMatchObject({ token: 3, pinned: false });
    const next = makeTrace('the cat');
    expect(run(after, { type: 'trace', trace: next }).token).toBe(1);
  });

  it('starts without masks', () => {
    const masked = run(ready(), { type: 'mask', token: 1 }, { type: 'mask', token: 0 });
    expect(masked.masked).toEqual([0, 1]);
    expect(run(masked, { type: 'mask', token: 1 }).masked).toEqual([0]);
    expect(run(masked, { type: 'sentence', text: 'x' }).masked).toEqual([]);
  });
});

describe('another model', () => {
  /** "the cat saw it and ran" with "cat" and "saw" in two pieces each. */
  const cut = (): Trace => {
    const { encoding } = makeTrace(text);
    const tokens = encoding.tokens.flatMap((token, i) => {
      if (i !== 1 && i !== 2) return token;
      const middle = token.begin + 1;
      return [
        { ...token, end: middle },
        { ...token, piece: '##x', begin: middle },
      ];
    });
    return new Trace({ ...encoding, tokens });
  };
  const other = { type: 'model', model: makeModel({ roles }) } as const;

  it('keeps the focus and the masks on their letters where it cuts the text elsewhere', () => {
    const before = run(
      ready({ token: 3 }),
      { type: 'mask', token: 2 },
      { type: 'mask', token: 5 },
      { type: 'why', key: 1 },
    );
    const after = run(before, { ...other, trace: cut() });
    expect(after).toMatchObject({ token: 5, masked: [3, 4, 7], trail: [], why: null });
  });

  it('leaves nothing of the former model’s numbers', () => {
    const parameter = { name: 'embeddings.x', shape: [1], data: new Float32Array(1) };
    const cell = { name: 'layers.0.attention.scores', index: [0, 0, 0] };
    const before = run(ready(), { type: 'parameter', parameter }, { type: 'cell', cell });
    expect(before.parameters.size).toBe(1);
    const after = run(before, { ...other, trace: makeTrace(text) });
    expect(after.parameters.size).toBe(0);
    expect(after.trail).toEqual([]);
  });

  it('keeps them in their places where it cuts the text alike', () => {
    const before = run(ready({ token: 3 }), { type: 'mask', token: 2 });
    const after = run(before, { ...other, trace: makeTrace(text) });
    expect(after).toMatchObject({ token: 3, masked: [2] });
  });
});

describe('an answer', () => {
  const cell = { name: 'layers.0.attention.scores', index: [0, 0, 0] };

  it('takes the place of the one that was open', () => {
    const { layer, head, token } = ready();
    const weightOf = (key: number) => weight(layer, head, token, key);
    const fold = run(ready(), { type: 'why', key: 1 });
    expect(fold).toMatchObject({ why: null, trail: [weightOf(1)] });
    expect(run(fold, { type: 'cell', cell }).trail).toEqual([cell]);
    const walk = run(ready(), { type: 'cell', cell });
    expect(run(walk, { type: 'why', key: 1 }).trail).toEqual([weightOf(1)]);
    expect(run(walk, { type: 'choose', choice: { why: 2 } }).trail).toEqual([weightOf(2)]);
    const both = { why: 2, trail: [cell] };
    expect(run(ready(), { type: 'choose', choice: both })).toMatchObject({ ...both, why: null });
    expect(run(fold, { type: 'cell', cell: null }).trail).toEqual([]);
    expect(run(fold, { type: 'why', key: null }).trail).toEqual([]);
  });

  it('about a weight is the same question as that about its cell', () => {
    const { layer, head, token } = ready();
    const fold = run(ready(), { type: 'why', key: 2 });
    const asked = run(ready(), { type: 'cell', cell: weight(layer, head, token, 2) });
    expect(asked.trail).toEqual(fold.trail);
    expect(askedKey(asked)).toBe(2);
    expect(askedKey(run(asked, { type: 'follow', cell }))).toBeNull();
  });

  it('about a weight goes along to another row and to another sentence, and to no other model', () => {
    const fold = run(ready({ layer: 0, head: 1, token: 5 }), { type: 'why', key: 2 });
    expect(run(fold, { type: 'head', head: 3 }).trail).toEqual([weight(0, 3, 5, 2)]);
    expect(run(fold, { type: 'focus', token: 1 }).trail).toEqual([weight(0, 1, 1, 2)]);
    expect(run(fold, { type: 'seek', time: 1 }).trail).toBe(fold.trail);
    const typed = run(fold, { type: 'sentence', text: 'a b c d' });
    const read = run(typed, { type: 'trace', trace: makeTrace('a b c d') });
    expect(read.trail).toEqual([weight(0, 1, read.token, 2)]);
    const shorter = run(fold, { type: 'sentence', text: 'a b' });
    expect(run(shorter, { type: 'trace', trace: makeTrace('a b') }).trail).toEqual([]);
  });

  it('about a weight stays where attributes name no other cell', () => {
    const fold = run(ready(), { type: 'choose', choice: { why: 1 } });
    expect(run(fold, { type: 'choose', choice: { trail: [] } }).trail).toEqual(fold.trail);
    expect(run(fold, { type: 'choose', choice: { trail: [], why: null } }).trail).toEqual([]);
    expect(run(fold, { type: 'choose', choice: { why: null } }).trail).toEqual([]);
  });
});

describe('an error', () => {
  it('leaves the former picture', () => {
    const before = ready();
    const status = { kind: 'error', message: 'no', place: 'sentence' } as const;
    const after = run(before, { type: 'status', status });
    expect(after.trace).toBe(before.trace);
    expect(after.status).toEqual(status);
  });
});

describe('choices', () => {
  it('stay inside the model and the sentence', () => {
    expect(run(ready(), { type: 'layer', layer: 9 }).layer).toBe(2);
    expect(run(ready(), { type: 'layer', layer: -9 }).layer).toBe(0);
    expect(run(ready(), { type: 'head', head: 9 }).head).toBe(3);
    expect(run(ready(), { type: 'focus', token: 99 }).token).toBe(5);
  });
});

describe('the timeline', () => {
  const seek = (time: number) => ({ type: 'seek', time }) as const;
  const play = { type: 'play', playing: true } as const;
  const last = run(ready(), seek(whole.end));

  it('opens at the end of attention', () => {
    expect(ready()).toMatchObject({ time: firstTime, view: 'attention' });
  });

  it('plays all from the start once it has ended', () => {
    expect(run(last, play)).toMatchObject({ time: 0, playing: true, until: whole.end });
  });

  it('plays from the beginning when nothing has been played', () => {
    expect(run(ready(), play)).toMatchObject({ time: 0, view: 'tokens', until: whole.end });
    const figure = { view: 'attention', span: spanOf('attention') as Span };
    expect(run(ready(), { type: 'choose', choice: figure }, play).time).toBe(figure.span.begin);
    const other = run(ready(), { type: 'focus', token: 1 }, play);
    expect(other.time).toBe(0);
  });

  it('goes on where the reader or a link has gone', () => {
    const away = run(ready(), seek(3), seek(firstTime), play);
    expect(away).toMatchObject({ time: firstTime, playing: true });
    const paused = run(ready(), play, { type: 'play', playing: false }, seek(firstTime), play);
    expect(paused.time).toBe(firstTime);
    expect(run(ready({ time: 11 }), play).time).toBe(11);
    expect(run(ready(), { type: 'choose', choice: { view: 'expand' } }, play).time).toBe(
      timeOf('expand'),
    );
  });

  it('goes on from where it stands', () => {
    expect(run(ready(), seek(1.5), play)).toMatchObject({ time: 1.5, playing: true });
  });

  it('goes round where the reader goes', () => {
    const round = run(ready(), seek(1.5), { type: 'loop', loop: true });
    expect(round.until).toBe(2);
    expect(run(round, seek(8.2)).until).toBe(9);
    expect(run(round, seek(1.01)).until).toBe(2);
    expect(run(round, { type: 'view', view: 'expand' }).until).toBe(timeOf('expand'));
    expect(run(round, { type: 'view', view: 'tokens' }).until).toBe(1);
    expect(run(round, { type: 'choose', choice: { time: 11.5 } }).until).toBe(12);
  });

  it('does not go round on the way back from a loss', () => {
    const back = run(ready(), { type: 'choose', choice: { backward: true } });
    expect(run(back, { type: 'loop', loop: true })).toMatchObject({ loop: false, playing: false });
  });

  it('plays one step on, and jumps one step back', () => {
    const at = run(ready(), seek(1.5));
    expect(run(at, { type: 'step', by: 1 })).toMatchObject({ playing: true, until: 2, time: 1.5 });
    expect(run(at, { type: 'step', by: -1 })).toMatchObject({ playing: false, time: 1 });
    expect(run(last, { type: 'step', by: 1 }).playing).toBe(false);
  });

  it('clamps what is sought', () => {
    expect(run(ready(), seek(-5)).time).toBe(0);
    expect(run(ready(), seek(50)).time).toBe(whole.end);
  });

  it('puts the view of the step on the stage, at every time', () => {
    timeline.forEach(({ view }, index) => {
      for (const part of [0.1, 1]) expect(run(ready(), seek(index + part)).view).toBe(view);
    });
  });

  it('keeps to the stretch of a figure that shows one view', () => {
    const span = spanOf('attention') as Span;
    const figure = ready({ span });
    expect(run(figure, seek(span.begin - 3))).toMatchObject({
      time: span.begin,
      view: 'attention',
    });
    expect(run(figure, seek(span.end), play).time).toBe(span.begin);
  });

  it('goes to the end of a step by name, in a layer', () => {
    const state = run(ready(), { type: 'go', step: 'softmax', layer: 1 });
    expect(state).toMatchObject({ layer: 1, view: 'attention', time: timeOf('softmax') });
  });
});

describe('a view by name', () => {
  it('takes the time along', () => {
    const state = run(ready({ time: 0 }), { type: 'choose', choice: { view: 'attention' } });
    expect(state.time).toBe(spanOf('attention')?.end);
  });

  it('gives way to a time that is chosen with it', () => {
    const choice = { view: 'attention', time: timeOf('scores') };
    expect(run(ready(), { type: 'choose', choice }).time).toBe(timeOf('scores'));
  });

  it('stays when it is unknown, so that it can be said', () => {
    const state = run(ready(), { type: 'choose', choice: { view: 'nonsense', time: 1 } });
    expect(state).toMatchObject({ view: 'nonsense', time: 1 });
  });
});

describe('a head that is looked at in passing', () => {
  const at = { layer: 0, head: 3 };
  const over = run(ready(), { type: 'preview', at });

  it('is shown, and chooses nothing', () => {
    expect(over).toMatchObject({ preview: at, layer: 2, head: 2 });
    expect(formatHash(over)).toBe(formatHash(ready()));
  });

  it.each<Action>([
    { type: 'preview', at: null },
    { type: 'head', head: 1 },
    { type: 'view', view: 'heatmap' },
    { type: 'seek', time: 1 },
    { type: 'trace', trace: makeTrace(text) },
  ])('is gone after %o', (action) => {
    expect(run(over, action).preview).toBeNull();
  });

  it('changes nothing where it ends twice: a head that is removed loses the focus while the page is drawn', () => {
    const ended = run(over, { type: 'preview', at: null });
    expect(run(ended, { type: 'preview', at: null })).toBe(ended);
  });
});

describe('what is chosen in a view', () => {
  const choose = (state: State, choice: Choice) => reduce(state, { type: 'choose', choice });
  const view = (state: State, to: string) => reduce(state, { type: 'view', view: to });
  const masks = choose(initialState({ view: 'masks' }), { settings: 'mask=causal' });

  it('stays with it, and is there again when the reader comes back', () => {
    const tiles = view(masks, 'tiles');
    expect(tiles.settings).toBe('');
    const there = choose(tiles, { settings: 'tile=2' });
    expect(formatHash(there)).not.toContain('mask');
    expect(view(there, 'masks').settings).toBe('mask=causal');
    expect(view(view(there, 'masks'), 'tiles').settings).toBe('tile=2');
  });

  it('stays with it along the timeline', () => {
    const step = choose(initialState({ view: 'position', time: 2.5 }), { settings: 'move=5' });
    expect(step.view).toBe('position');
    const on = reduce(step, { type: 'seek', time: 3.5 });
    expect(on).toMatchObject({ view: 'projections', settings: '' });
    expect(reduce(on, { type: 'seek', time: 2.5 }).settings).toBe('move=5');
  });

  it('is what is given along with a view', () => {
    const given = choose(masks, { view: 'tiles', settings: 'tile=4' });
    expect(given.settings).toBe('tile=4');
    expect(view(given, 'masks').settings).toBe('mask=causal');
  });

  it('is of the same sentence in both figures of a decoder', () => {
    const decoder = choose(initialState({ view: 'decoder' }), { settings: 'of=x,taken=1' });
    expect(view(decoder, 'cross-attention').settings).toBe('of=x,taken=1');
  });
});
