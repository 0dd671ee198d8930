import { html, type TemplateResult } from 'lit';
import { weight } from '../render/format';
import { whyList } from './why-list';
import type { WhyNumbers } from './why-numbers';
import { whyTree } from './why-tree';

/** Folds at least this wide draw the tree; narrower ones an indented list. */
const treeFrom = 850;

/** A closing handle and what stands beneath a weight that was asked "why?". */
export function whyFold(numbers: WhyNumbers, width: number, close: () => void): TemplateResult {
  const body = width >= treeFrom ? whyTree(numbers, width) : whyList(numbers, width);
  return html`<section class="why" aria-label="Why ${weight(numbers.weight)}?">
    <button class="close" @click=${close}>close</button>
    ${body}
  </section>`;
}
