import type { Parameter } from '../../model/protocol';
import { relatives } from '../../relatives/client';
import { passTensors } from '../../relatives/decode';
import type { PassTensors, PassTrace, ShippedModel } from '../../relatives/protocol';
import { isParameter, type Values, valuesFrom } from '../../state/dataflow/cell';
import type { FigureContext } from './hosted-figure';

/** A parameter of a model that the fourth file has inside; fetched when it is asked for, undefined until then. */
function parameterIn(m: FigureContext, model: ShippedModel, name: string): Parameter | undefined {
  const key = `${model}-parameters`;
  const all = m.kept(key, new Map<string, Parameter | null>());
  const found = all.get(name);
  if (found === undefined) {
    all.set(name, null);
    relatives()
      .parameter({ model, name })
      .then(
        (parameter) => {
          all.set(name, parameter);
          m.keep(key, all);
        },
        () => all.delete(name),
      );
  }
  return found ?? undefined;
}

/** The numbers of a pass of such a model, and its parameters. */
export function valuesOfPass(
  m: FigureContext,
  model: ShippedModel,
  pass: PassTrace | PassTensors,
): Values {
  const { names, tensor } = 'data' in pass ? passTensors(pass) : pass;
  const known = new Set(names);
  return valuesFrom(
    (name) => (isParameter(name) ? parameterIn(m, model, name) !== undefined : known.has(name)),
    (name) => (isParameter(name) && parameterIn(m, model, name)) || tensor(name),
  );
}
