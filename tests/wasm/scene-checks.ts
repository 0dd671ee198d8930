import { expect } from 'vitest';
import { exists, valuesOf } from '../../web/src/state/dataflow/cell';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { cellAt, placeOf } from '../../web/src/views/kit/panel';
import type { Panel, Scene } from '../../web/src/views/kit/scene';
import { edges, letters, meet } from './geometry';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know, knowOther, variantBytes } from './variants';

/** The page with a model, a run, and all parameters that were asked for. */
export function stateOf({ info, trace, parameters }: Known): State {
  const start = initialState({ sentence: trace.encoding.text });
  const ready = reduce(start, { type: 'model', model: info, trace });
  return [...parameters.values()].reduce(
    (state, parameter) => reduce(state, { type: 'parameter', parameter }),
    ready,
  );
}

/** Of other kinds than BERT's, each part of which is in one of them. */
export const otherKinds = ['mixtral', 'gated', 'alibi', 'multi_query with positions=rotary'];

/** The page with each model; that of "bert with norm=pre" is run in another structure than its own. */
export async function statesOf(names: readonly string[]): Promise<ReadonlyMap<string, State>> {
  const fovea = await loadShipped();
  const known = async (name: string): Promise<Known> => {
    const [file = '', structure] = name.split(' with ');
    if (otherKinds.includes(name)) return knowOther(file, 'a b c a', structure);
    if (file !== 'shipped') return know(fovea, variantBytes(file), 'a b c a', structure);
    const sentence = "The animal didn't cross the street because it was too tired";
    return know(fovea, modelBytes(), sentence, structure);
  };
  const states = names.map(async (name) => [name, stateOf(await known(name))] as const);
  return new Map(await Promise.all(states));
}

export const panelsOf = ({ marks }: Scene): Panel[] =>
  marks.filter((mark) => mark.kind === 'panel');

/** What is drawn stays inside the figure's width. */
export function staysInside({ marks, width }: Scene, where: string): void {
  for (const mark of marks) {
    const [left, right] = edges(mark) ?? [0, 0];
    expect(left, `${where}: ${mark.kind}`).toBeGreaterThanOrEqual(-4);
    expect(right, `${where}: ${mark.kind}`).toBeLessThanOrEqual(width + 4);
  }
}

/** No text lies over another, nor over the edge. */
export function isLegible(scene: Scene, where: string): void {
  const all = letters(scene);
  for (const [i, one] of all.entries()) {
    expect(one.left, `${where}: ${one.text}`).toBeGreaterThanOrEqual(-2);
    expect(one.right, `${where}: ${one.text}`).toBeLessThanOrEqual(scene.width + 2);
    const other = all.slice(i + 1).find((next) => meet(one, next));
    expect(other?.text, `${where}: over ${one.text}`).toBeUndefined();
  }
}

/** Every place is a finite number, and both beats of the caption are whole sentences. */
export function drawsNumbers({ marks, caption }: Scene, where: string): void {
  expect(JSON.stringify(marks.map((mark) => ({ ...mark, data: 0 }))), where).not.toMatch(
    /NaN|null,"(?:x|y|width)"|"(?:x|y|width|height)":null|undefined/,
  );
  const said = caption.filter(Boolean).join(' ');
  expect(said, where).toMatch(/^[A-Z“].*[.)]$/);
  expect(said, where).not.toMatch(/NaN|undefined/);
}

/** Every cell that can be asked shows its number. */
export function showsItsCells(scene: Scene, state: State, where: string): void {
  const values = valuesOf(state.trace as NonNullable<State['trace']>, state.parameters);
  for (const panel of panelsOf(scene)) {
    expect(panel.data.length, where).toBe(panel.rows * panel.columns);
    if (!panel.cells) continue;
    for (const place of [0, Math.floor(panel.data.length / 3), panel.data.length - 1]) {
      const cell = cellAt(panel, place);
      if (!cell || !exists(values, cell)) throw new Error(`${where}: no cell ${place}`);
      expect(panel.data[place], `${where}: ${panel.label}`).toBe(values.at(cell));
      expect(placeOf(panel, cell), where).toBe(place);
    }
  }
}
