import { ownRun } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { mainExpert } from '../../relatives/variant-tensors';
import { ofLayer } from '../../state/dataflow/structure';
import { bestIds } from '../../state/prediction';
import { presets } from '../../state/presets';
import { readSettings } from '../../state/settings';
import { argmax } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import type { EncodeRequest } from '../../state/what-if/ask';
import type { StepContext } from '../kit/step-context';

/** Of a layer with experts the one that has most of the word in focus; null where one network is for all. */
export function expertOf({ layer, trace, focus }: StepContext): number | null {
  const choice = `layers.${layer}.feedForward.choice`;
  return trace.has(choice) ? mainExpert(trace.row(choice, focus)) : null;
}

/** The tensors of the part, or of the expert that has most of the word, by what they are. */
export const namesOf = (m: StepContext) => {
  const expert = expertOf(m);
  const part = `layers.${m.layer}.feedForward${expert === null ? '' : `.experts.${expert}`}`;
  return { hidden: `${part}.hidden`, activated: `${part}.activated`, output: `${part}.output` };
};

export const activationOf = (m: StepContext) => ofLayer(m.graph.structure, m.layer).activation;

/** Whether a unit is let through: above zero; without an activation all are. */
export function firesIn(m: StepContext): (before: number) => boolean {
  const all = activationOf(m) === 'none';
  return (before) => all || before > 0;
}

/** The units that fire at a word. */
export function firing(m: StepContext, token: number): readonly number[] {
  const row = m.trace.row(namesOf(m).hidden, token);
  const fires = firesIn(m);
  const units: number[] = [];
  row.forEach((before, unit) => {
    if (fires(before)) units.push(unit);
  });
  return units;
}

/** The units with the largest numbers at the word in focus, the largest first. */
export const strongestUnits = (m: StepContext, count: number): readonly number[] =>
  bestIds(m.trace.row(namesOf(m).activated, m.focus), count);

/** Under which the settings hold the unit that is looked at, counted from 1. */
export const unitSetting = 'unit';

/** The unit under the pointer, else the one that was chosen, else the strongest at the word in focus. */
export function unitOf(m: StepContext): number {
  const { hidden, activated } = namesOf(m);
  const { name, index } = m.point ?? { name: '', index: [] };
  if (name === hidden || name === activated) return index[1] ?? 0;
  const row = m.trace.row(activated, m.focus);
  const chosen = Number(readSettings(m.state.settings).get(unitSetting));
  return chosen >= 1 && chosen <= row.length ? Math.round(chosen) - 1 : argmax(row);
}

/** Texts to look in for words that excite a unit: of each pair of presets one, and not the text at hand. */
export function otherTexts(m: StepContext): readonly EncodeRequest[] {
  const { text, run = ownRun } = m.trace.encoding;
  const twins = (i: number) =>
    presets.slice(0, i).some(({ swap }) => swap?.text === presets[i]?.text);
  return presets
    .filter((preset, i) => preset.text !== text && !twins(i))
    .map((preset) => ({
      ...{ text: preset.text, masked: [] },
      run: { structure: run.structure, changes: [] },
    }));
}

/** A word of a text, and how strongly it excites a unit. */
export interface ExcitingToken {
  readonly trace: Trace;
  readonly token: number;
  readonly value: number;
}

/** The words that excite a unit most, of the text at hand and of the others that have been run. */
export function exciting(m: StepContext, unit: number, count: number): readonly ExcitingToken[] {
  const others = otherTexts(m).flatMap((request) => traceFor(m.state, request) ?? []);
  const { activated } = namesOf(m);
  return [m.trace, ...others]
    .flatMap((trace) => {
      const { data, shape } = trace.tensor(activated);
      const at = (token: number) => data[token * (shape.at(-1) ?? 0) + unit] ?? 0;
      return trace.encoding.tokens.map((_, token) => ({ trace, token, value: at(token) }));
    })
    .sort((a, b) => b.value - a.value)
    .slice(0, count);
}

/** How many of the texts have been run, the one at hand among them; and how many there are. */
export function textsRead(m: StepContext): readonly [read: number, of: number] {
  const others = otherTexts(m);
  const there = others.filter((request) => traceFor(m.state, request));
  return [there.length + 1, others.length + 1];
}
