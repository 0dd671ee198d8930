import { isShown, visibleWords, type WordWindow } from '../../render/visible-words';
import { swapBetween, swapOf } from '../../state/presets';
import type { State, StepId } from '../../state/state';
import { argmax } from '../../state/vector';
import { gainOf } from '../../state/what-if/hand';
import { whatIfOf } from '../../state/what-if/what-if';
import { askedKey, contextOf, weightCell } from '../../state/why';
import type { Size } from '../view';
import { type AttentionRow, attentionRowOf, formerRowOf } from './attention-row';
import { columnsRoom, layoutColumns } from './columns-layout';
import { figureMarks } from './figure-marks';
import { gradientRowOf } from './gradients';
import { layoutRows, rowsRoom } from './rows-layout';
import { type AttentionScene, type FigureChoice, type SwapHandle, shows } from './scene';
import { keyOf, stepSpelt } from './spelt';
import { veilOf, withoutWeights } from './veil';

/** Narrower figures turn the axis: words become rows. */
export const columnsFrom = 560;

/** The token, where it is drawn. */
function drawn(token: number | null, shown: WordWindow): number | null {
  return token !== null && isShown(shown, token) ? token : null;
}

/** The swap of the sentence that was encoded, or of it and one chosen to be held against it; and the token it hangs under. */
export function swapOfRow(row: AttentionRow, text: string, other = ''): SwapHandle | null {
  const swap = swapOf(text) ?? swapBetween(text, other);
  const token = row.tokens.findIndex((t) => swap && t.begin <= swap.begin && t.end > swap.begin);
  return swap && token >= 0 ? { token, label: swap.label, text: swap.text } : null;
}

/** What the reader scaled the weights of a row by, word by word. */
function gainsOf(state: State, row: AttentionRow): readonly (number | null)[] {
  const context = contextOf(state);
  const run = state.trace?.encoding.run;
  if (!context || !run || run.changes.length === 0) return row.tokens.map(() => 1);
  const cell = (key: number) => weightCell({ ...row, token: row.focus }, key);
  return row.tokens.map((_, key) => gainOf(run, { kind: 'cell', cell: cell(key) }, context));
}

/** `part` is the one step that the figure unfolds; all of them where it is null. */
export function layout(state: State, size: Size, part: StepId | null = null): AttentionScene {
  const full = attentionRowOf(state);
  const veil = veilOf(state);
  const row = full && veil && !veil.knowsWeights ? withoutWeights(full) : full;
  // Before the first measurement there is no place to draw in.
  if (!row || !state.trace || size.width <= 0) return { kind: 'empty', width: size.width };
  const columns = size.width >= columnsFrom;
  const room = columns ? columnsRoom(size.width) : rowsRoom;
  const shown = visibleWords(row.tokens.length, row.focus, room);
  const swap = swapOfRow(row, state.trace.encoding.text);
  const why = shows({ part }, 'softmax') ? drawn(askedKey(state), shown) : null;
  const whatIf = why === null ? null : whatIfOf(state);
  const asked = {
    why,
    hover: drawn(state.hover, shown),
    top: veil && !veil.knowsWeights ? -1 : argmax(row.weights),
  };
  const gradient = veil ? null : gradientRowOf(state, row);
  const choice: FigureChoice = {
    part,
    veil,
    former: veil || gradient ? null : formerRowOf(state),
    gradient,
    gains: gainsOf(state, row),
    shown,
    ...asked,
    point: state.point,
    chain: whatIf?.why.chain ?? null,
    whatIf,
    swap: !veil && swap && isShown(shown, swap.token) ? swap : null,
    spelt: stepSpelt(state, size.width, row, keyOf(asked)),
  };
  const form = columns ? layoutColumns : layoutRows;
  const places = form(row, choice, size);
  return { ...places, ...figureMarks(places) };
}
