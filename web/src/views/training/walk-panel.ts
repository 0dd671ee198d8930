import { html, nothing, type TemplateResult } from 'lit';
import { weight } from '../../state/format';
import { linkButton } from '../../widgets/controls';
import { grouped } from '../../words/language';
import { later, msg } from '../../words/msg';
import type { Acts } from './acts';
import { picture } from './parts';
import { partsAt } from './run';
import type { TrainingScene } from './scene';
import { type Beat, beats, isWhole, type Walk } from './walk';
import { walkCaption } from './walk-captions';
import { walkLattice } from './walk-lattice';
import { walkUpdate } from './walk-update';

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
    ${walk.look.readable ? linkButton(msg`Walk through it in the timeline, number by number`, () => acts.walkThrough(), 'underlined') : nothing}
  </section>`;
}
