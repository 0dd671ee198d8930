import { html, type TemplateResult } from 'lit';
import { weight } from '../render/format';
import { whyList } from './why-list';
import type { WhyNumbers } from './why-numbers';
import { whyTree } from './why-tree';

/** Folds at least this wide draw the tree; narrower ones an indented list. */
const treeFrom = 850;

/** What a reader can do with an open fold. */
export interface FoldHandles {
  readonly close: () => void;
  /** Goes on to the rest of the way back. */
  readonly further: () => void;
}

/** What stands beneath a weight that was asked "why?". */
export function whyFold(numbers: WhyNumbers, width: number, handles: FoldHandles): TemplateResult {
  const body = width >= treeFrom ? whyTree(numbers, width) : whyList(numbers, width);
  return html`<section class="why" aria-label="Why ${weight(numbers.weight)}?">
    ${body}
    <div class="handles">
      <button class="further" @click=${handles.further}>further back</button>
      <button class="close" @click=${handles.close}>close</button>
    </div>
  </section>`;
}
