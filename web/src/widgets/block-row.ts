import { css, html, nothing, type TemplateResult } from 'lit';
import type { Trace } from '../model/trace';
import { signedScale, weightScale } from '../render/color';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import { inputPart, isUnfolded, type Part, partLines, sublayers } from '../state/parts';
import type { State } from '../state/state';
import { boundOf } from '../state/vector';
import { graphOf } from '../state/why';
import { msg } from '../words/msg';
import { binned } from './bins';
import { thumbnail } from './cells-canvas';

/** A small picture of a tensor: n × d as one matrix, h × n × n as one matrix per head; long texts in bins. */
function partPicture(trace: Trace, { tensor, role }: Part): TemplateResult {
  const { shape, data } = trace.tensor(tensor);
  const [rows = 0, columns = 0] = shape.slice(-2);
  const tiles = shape.length > 2 ? (shape[0] ?? 1) : 1;
  const weights = tensor.endsWith('.weights');
  const keys = weights ? 'sum' : shape.length > 2 ? 'mean' : null;
  const scale = weights ? weightScale : signedScale(role, boundOf(trace, tensor));
  return thumbnail({ ...binned({ data, rows, columns, keys }), tiles, scale });
}

/** The whole block in one line, above a step that it has opened. */
export const blockRowStyles = css`
  .block-row {
    display: flex;
    align-items: flex-start;
    gap: 4px;
    margin: 4px 0 12px;
    font-size: 11px;
    line-height: 13px;
    container-type: inline-size;
  }
  .block-row button {
    flex: 1 1 0;
    min-width: 0;
    min-height: 24px;
    padding: 0;
    color: var(--ink-2);
    text-align: start;
  }
  .block-row canvas.thumbnail {
    height: 24px;
    margin-bottom: 2px;
  }
  .block-row [aria-current='true'] {
    ${look.strong}
  }
  .block-row [aria-current='true'] canvas.thumbnail {
    outline: 2px solid var(--ink);
    outline-offset: 1px;
  }
  .block-row span {
    display: block;
    ${look.ellipsis}
  }
  @container (max-width: 620px) {
    .block-row span {
      display: none;
    }
  }
`;

interface BlockRow {
  readonly state: State;
  readonly dispatch: Dispatch;
}

function partButton(part: Part, { state, dispatch }: BlockRow): TemplateResult {
  const open = isUnfolded(part, state.view);
  const name = partLines(part).join(' ');
  const press = () =>
    dispatch(
      open ? { type: 'view', view: 'block' } : { type: 'go', step: part.step, layer: state.layer },
    );
  return html`<button
    type="button"
    title=${name}
    aria-label=${open ? msg`${name}: fold back into the block` : msg`${name}: open the step`}
    aria-current=${open}
    data-step=${part.step}
    @click=${press}
  >
    ${partPicture(state.trace as Trace, part)}<span>${name}</span>
  </button>`;
}

/** Each part opens its step; the open one closes it. */
export function blockRow(row: BlockRow): TemplateResult | typeof nothing {
  const { model, trace, layer } = row.state;
  if (!model || !trace) return nothing;
  const graph = graphOf(model, trace);
  const inside = sublayers(graph, layer)
    .flat()
    .filter(({ id }) => id !== 'scores');
  const parts = [inputPart(graph, layer), ...inside];
  return html`<div class="block-row" role="group" aria-label=${msg`The whole block`}>
    ${parts.map((part) => partButton(part, row))}
  </div>`;
}
