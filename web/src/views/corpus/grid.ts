import { html, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import { plainly } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { alikeHeads, type Group } from './alike';
import { effectOf, habits, headName, type Study, spreadOf } from './habits';
import { headTold } from './words';

/** A head of this entropy, in bits, or of this effect fills its bar. */
const widest = 4;
const strongest = 0.2;

const share = (part: number, all: number): string =>
  `${(100 * Math.min(1, Math.max(0, part / all || 0))).toFixed(1)}%`;

/** A head as a small picture: where it looks, how spread out, how much the answer changes without it. */
function card(m: FigureContext, study: Study, head: number, first: boolean, open: Open) {
  const bars = habits.map(({ relation }) => {
    const height = relation === open.veiled ? '0' : share(study.weight(head, relation), 1);
    return html`<i style=${styled({ height })}></i>`;
  });
  const awaitsAnswer = open.veiled !== null;
  const say = () => awaitsAnswer || m.keep('said', head);
  return html`<button type="button" class="card" data-stop tabindex=${first ? 0 : -1} aria-pressed=${open.head === head} ?disabled=${awaitsAnswer}
    aria-label=${awaitsAnswer ? headName(study, head) : plainly(headTold(study, head))} @pointerenter=${say} @focus=${say} @click=${() => open.press(head)}>
    <b>${headName(study, head)}</b><span class="bars">${bars}</span>
    <span class="bar"><i style=${styled({ width: share(spreadOf(study, head), widest) })}></i></span>
    <span class="bar effect"><i style=${styled({ width: share(effectOf(study, head), strongest) })}></i></span>
  </button>`;
}

/** The head that is open, and what opens one. While a relation is asked about no head shows it, and none opens. */
export interface Open {
  readonly head: number | null;
  readonly veiled: number | null;
  press(head: number): void;
}

function heading({ heads, more, alike }: Group, count: number): string {
  if (heads.length === count) return msg`all heads`;
  if (more) return msg`more than others on ${msg(more.name)}`;
  return alike ? msg`without a habit that stands out` : msg`each in a way of its own`;
}

function legend(study: Study): TemplateResult {
  return html`<ul class="legend about">
    ${habits.map(({ name }, i) => html`<li><b>${i + 1}</b> ${msg(name)}</li>`)}
    <li><i class="spread"></i> ${msg`entropy, up to ${widest} bits`}</li>
    ${study.measured > 0 ? html`<li><i class="effect"></i> ${msg`change of the answer without it`}</li>` : ''}
  </ul>`;
}

/** All heads, those that do alike side by side. */
export function headGrid(m: FigureContext, study: Study, open: Open): TemplateResult {
  const known = m.kept('groups', new WeakMap<object, readonly Group[]>());
  const found = known.get(study.heads) ?? alikeHeads(study);
  known.set(study.heads, found);
  const all = Array.from({ length: study.count }, (_, head) => head);
  const groups = open.veiled !== null ? [{ heads: all, more: null, alike: true }] : found;
  const first = groups[0]?.heads[0];
  return html`<p class="about">${msg`Bars from left to right: the share of a head’s weight on each of these. They can overlap.`}</p>
    ${legend(study)}
    <div class="groups" role="group" aria-label=${msg`Heads, with similar ones side by side`} @keydown=${moveFocus}>
      ${groups.map(
        (group) => html`<section><h4>${heading(group, study.count)}</h4>
        <div class="cards">${group.heads.map((head) => card(m, study, head, head === first, open))}</div></section>`,
      )}</div>`;
}
