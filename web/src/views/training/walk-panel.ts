import { html, nothing, type TemplateResult } from 'lit';
import type { PartNorms } from '../../learn/protocol';
import { mix } from '../../render/motion';
import { counted, fine, plain, signed, weight } from '../../state/format';
import { likelihood } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { linkButton } from '../../widgets/controls';
import { grouped } from '../../words/language';
import { later, msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { rect } from '../kit/marks';
import type { SvgMark, Tone } from '../kit/scene';
import type { Acts } from './acts';
import { type Drawing, picture } from './parts';
import { called } from './plots';
import { partsAt } from './run';
import type { TrainingScene } from './scene';
import { type Asked, type Beat, beats, isWhole, type Walk, walkHeight, walkLattice } from './walk';

const row = 19;

interface Bar {
  readonly name: string;
  /** Where it ends, and where it began, as shares of the room. */
  readonly to: number;
  readonly from: number;
  readonly says: string;
  readonly tone: Tone;
}

function barMarks({ name, to, from, says, tone }: Bar, y: number, room: readonly [number, number]) {
  const [left, right] = room;
  const wide = (share: number) => Math.max(0.5, (right - left) * share);
  return [
    text(left - 8, y + 4, name, { anchor: 'end', tone: 'ink' }),
    rect(left, y - 5, wide(to), 10, { fill: tone, opacity: 0.85 }),
    ...(from > 0 ? [rect(left, y - 7, wide(from), 14, { stroke: 'ink' })] : []),
    text(right + 8, y + 4, says, { tone: 'ink' }),
  ] satisfies SvgMark[];
}

const finite = (x: number): number => (Number.isFinite(x) ? x : 0);

/** What each right answer was worth before and after, on one scale. */
function answers({ asked }: Walk, share: number): readonly Bar[] {
  const most = Math.max(
    1e-30,
    ...asked.flatMap(({ before, after }) => [before, after]).map(finite),
  );
  return asked.map(({ right, before, after }) => ({
    ...{ name: right, tone: 'query', from: finite(before) / most },
    to: finite(mix(before, after, share)) / most,
    says: `${weight(before)} → ${weight(after)}`,
  }));
}

/** How far each part of the model moved. */
function moves(parts: readonly PartNorms[], share: number): readonly Bar[] {
  const most = Math.max(1e-30, ...parts.map(({ update }) => finite(update)));
  return parts.map(({ name, update }) => ({
    ...{ name: called(name), tone: 'ink-2', from: 0 },
    to: (share * finite(update)) / most,
    says: plain(update),
  }));
}

/** What the step changed: the answers of the sentence, and each part of the model. */
export function walkUpdate(
  walk: Walk,
  parts: readonly PartNorms[],
  share: number,
  width: number,
): Drawing {
  const sections = [
    {
      title: msg`right answers: outlined before, filled after`,
      bars: answers(walk, share),
    },
    { title: msg`parts of the model: how far they moved`, bars: moves(parts, share) },
  ];
  const all = sections.flatMap(({ bars }) => bars);
  const room = [
    Math.max(0, ...all.map(({ name }) => textWidth(name, 13, true))) + 10,
    width - Math.max(0, ...all.map(({ says }) => textWidth(says, 13, true))) - 10,
  ] as const;
  let y = 12;
  const marks = sections.flatMap(({ title, bars }) => {
    const head = text(0, y, title);
    const drawn = bars.flatMap((bar, i) => barMarks(bar, y + row * (i + 0.9), room));
    y += row * bars.length + 28;
    return [head, ...drawn];
  });
  return { width, height: Math.max(y - 10, walkHeight(walk)), marks };
}

const quoted = (word: string | undefined): string => msg`“${word}”`;

const nats = (probability: number): string => signed(-Math.log(probability));

/** "“animal” at word 3" or "what “it” means, “animal”". */
const question = ({ words }: Walk, { token, right, reference }: Asked): string =>
  reference
    ? msg`that ${quoted(words[token])} means ${quoted(right)}`
    : msg`${quoted(right)} at word ${token + 1}`;

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : msg`${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function forwardCaption(walk: Walk): string {
  const { asked, look } = walk;
  const hidden = asked.filter(({ reference }) => !reference).length;
  const meant = asked.length - hidden;
  const all = [
    ...(hidden > 0 ? [msg`${counted(hidden)} hidden {0:word|words}`] : []),
    ...(meant > 0 ? [msg`what ${counted(meant)} {0:pronoun means|pronouns mean}`] : []),
  ];
  const answers = asked.map((each) => `${question(walk, each)}, ${likelihood(each.before)}`);
  const losses = asked.map(({ before }) => nats(before));
  return msg`Forward: one sentence from the batch of step ${grouped(look.step)}, which asks for ${listed(all)}. Probability p of each right answer before the step: ${answers.join('; ')}. That is a loss, −ln p, of ${listed(losses)} nats.`;
}

/** The word that a level's gradient is largest at. */
function peak(walk: Walk, level: number): string {
  const { gradients } = walk.levels[level] ?? { gradients: [] };
  const at = argmax(gradients);
  return msg`${fine(gradients[at] ?? 0)} at ${quoted(walk.words[at])}`;
}

function backwardCaption(walk: Walk): string {
  const last = walk.levels.length - 1;
  const end = walk.levels[last]?.gradients ?? [];
  const silent = end.filter((g) => g === 0).length;
  const only =
    silent > 0
      ? msg`It starts at the words asked about; at the other ${silent} of ${walk.words.length}, the gradient at the end is 0.`
      : msg`It starts at all words.`;
  return msg`Backward: how much the loss would change with each vector. ${only} At the end it is largest, ${peak(walk, last)}; attention passes it back, and at the input the largest is ${peak(walk, 0)}.`;
}

function updateCaption({ asked, look }: Walk): string {
  const better = asked.filter(({ before, after }) => after > before).length;
  const same = asked.filter(({ before, after }) => after === before).length;
  const told = asked.map(
    ({ right, before, after }) =>
      msg`${quoted(right)} from ${likelihood(before)} to ${likelihood(after)}`,
  );
  const all =
    same === asked.length
      ? msg`Nothing changed here.`
      : msg`${better} of ${asked.length} right answers became more probable.`;
  return msg`Update: step ${grouped(look.step)} moved every parameter a little, for its whole batch. In this sentence, ${told.join('; ')}. ${all}`;
}

/** What a beat of a step shows. */
export function walkCaption(walk: Walk, beat: Beat): string {
  if (!isWhole(walk))
    return msg`This step’s numbers are too large for a float: there is nothing to draw.`;
  if (beat === 'forward') return forwardCaption(walk);
  return beat === 'backward' ? backwardCaption(walk) : updateCaption(walk);
}

type Part = TemplateResult | typeof nothing;

const names: Readonly<Record<Beat, string>> = {
  forward: later('forward'),
  backward: later('backward'),
  update: later('update'),
};

/** What the middle of the view shows: a head, or the last step in three beats. */
export function beatChoice({ live, beat }: TrainingScene, acts: Acts): Part {
  const { walk } = live;
  if (!walk) return nothing;
  const radio = (of: Beat | null, name: string) => html`<label><input
    type="radio"
    name="beat"
    .checked=${(beat?.of ?? null) === of}
    @change=${() => acts.beat(of)}
  />${name}</label>`;
  return html`<fieldset class="beats">
    <legend>${msg`step ${grouped(walk.look.step)}`}</legend>
    ${beats.map((each) => radio(each, msg(names[each])))} ${radio(null, msg`where a head looks`)}
  </fieldset>`;
}

function drawingOf({ live, beat, room }: TrainingScene, walk: Walk) {
  const of = beat?.of ?? 'forward';
  const share = beat?.share ?? 1;
  if (of !== 'update') return walkLattice(walk, of, share, room);
  const parts = partsAt(live.run, walk.look.step)?.parts ?? [];
  return walkUpdate(walk, parts, share, room);
}

/** The picture's numbers for a screen reader. */
function numbersTable({ asked, words }: Walk): TemplateResult {
  return html`<table class="unseen">
    <caption>${msg`What the sentence asks for`}</caption>
    <tr><th scope="col">${msg`at`}</th><th scope="col">${msg`right answer`}</th><th scope="col">${msg`before`}</th><th scope="col">${msg`after`}</th></tr>
    ${asked.map(
      ({ token, right, before, after }) =>
        html`<tr><th scope="row">${words[token]}</th><td>${right}</td><td data-asked=${token}>${weight(before)}</td><td>${weight(after)}</td></tr>`,
    )}
  </table>`;
}

/** The last step, one beat at a time. */
export function walkPanel(scene: TrainingScene, acts: Acts): TemplateResult {
  const { live, beat } = scene;
  const { walk } = live;
  if (!walk || !beat) return html``;
  return html`<section class="looks walk" aria-label=${msg`One step`}>
    <h3>${msg`One step`}</h3>
    ${beatChoice(scene, acts)}
    ${isWhole(walk) ? picture(drawingOf(scene, walk)) : nothing}
    ${numbersTable(walk)}
    <p class="told" role="status">${walkCaption(walk, beat.of)}</p>
    ${walk.look.readable ? linkButton(msg`Step through it in the timeline, number by number`, () => acts.walkThrough(), 'underlined') : nothing}
  </section>`;
}
