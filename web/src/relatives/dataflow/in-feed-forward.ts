import type { ModelConfig } from '../../model/protocol';
import { gradientName } from '../../model/trace';
import { type Reader, range } from '../../state/dataflow/cell';
import { explanation, operandOf, row } from '../../state/dataflow/explanation';
import { activation } from '../../state/dataflow/kinds/activation';
import { dot, type Linear, linear } from '../../state/dataflow/kinds/products';
import { type Formula, type Label, label, type Other } from '../../state/dataflow/node';
import { type Entry, entry } from '../../state/dataflow/parts';
import { ofLayer, type Structure } from '../../state/dataflow/structure';
import { weight as share } from '../../state/format';
import { later, msg } from '../../words/msg';
import { mainExpert } from '../variant-tensors';
import { ofKind, sublayerOf, type Variant } from './entries';
import { choice, probabilities } from './router';

/** A linear layer of an expert, which computes the words that take it; of all others it has 0. */
function expertLinear(of: Linear, choice: string, e: number): Linear {
  const { kind, x, weight } = of;
  return {
    ...{ kind, x, weight },
    inputs: [...of.inputs, choice],
    explain(reader, index, name) {
      const taken = reader.operand(choice, index[0] ?? 0, e);
      if (taken.value !== 0) return of.explain(reader, index, name);
      const about = msg`The word is not sent to expert ${e + 1}: nothing is computed.`;
      return explanation({ operands: [taken], value: 0, about });
    },
    back: (reader, input, index, name) =>
      input === choice ? null : (of.back?.(reader, input, index, name) ?? null),
  };
}

/** y[i,j] = Σ_e choice[i,e] · outputs[e][i,j], over the experts that the word takes. */
function weighedExperts(choice: string, outputs: readonly string[]): Other {
  const takenBy = (reader: Reader, i: number) =>
    range(outputs.length).filter((e) => reader.operand(choice, i, e).value !== 0);
  return {
    kind: 'other',
    inputs: [choice, ...outputs],
    explain: (reader, [i = 0, j = 0]) =>
      dot(
        takenBy(reader, i).map((e) => [
          reader.operand(choice, i, e),
          reader.operand(outputs[e] ?? '', i, j),
        ]),
      ),
    back(reader, input, [i = 0, at = 0], name) {
      if (input === choice) {
        if (!takenBy(reader, i).includes(at)) return null;
        const output = reader.row(outputs[at] ?? '', i);
        return dot(output.map((each, j) => [reader.gradient(name, i, j), each]));
      }
      const [g, taken] = [
        reader.gradient(name, i, at),
        reader.operand(choice, i, outputs.indexOf(input)),
      ];
      return explanation({
        operands: [g, taken],
        value: g.value * taken.value,
        written: row(operandOf(g), '×', operandOf(taken)),
      });
    },
  };
}

/** Of each word the same number in the expert that has most of it. */
function ofMainExpert(choice: string, tensors: readonly string[]): Other {
  return {
    kind: 'other',
    inputs: [choice, ...tensors],
    explain(reader, index) {
      const shares = reader.row(choice, index[0] ?? 0).map(({ value }) => value);
      const e = mainExpert(shares);
      const number = reader.operand(tensors[e] ?? '', ...index);
      return explanation({
        operands: [number],
        value: number.value,
        about: msg`The number from expert ${e + 1}, which has the largest weight for this word: ${share(shares[e] ?? 0)}.`,
        written: operandOf(number),
      });
    },
  };
}

/** A gated network: y = a · b, element by element. */
function gate(a: string, b: string): Other {
  return {
    kind: 'other',
    inputs: [a, b],
    explain(reader, index) {
      const [x, y] = [reader.operand(a, ...index), reader.operand(b, ...index)];
      return explanation({
        operands: [x, y],
        value: x.value * y.value,
        about: msg`The activated number is a gate: it sets how much of the second projection passes.`,
        written: row(operandOf(x), '×', operandOf(y)),
      });
    },
    back(reader, input, index, name) {
      const g = reader.gradient(name, ...index);
      const other = reader.operand(input === a ? b : a, ...index);
      return explanation({
        operands: [g, other],
        value: g.value * other.value,
        written: row(operandOf(g), '×', operandOf(other)),
      });
    },
  };
}

const role = 'feed-forward';

const labels = {
  hidden: label(later('hidden unit of @, before the activation'), 'u', role, {
    short: later('before f'),
  }),
  activated: label(later('hidden unit of @, after the activation'), 'f(u)', role, {
    short: later('hidden units'),
  }),
  up: label(later('second projection of @'), 'v', role, { short: later('second projection') }),
  gated: label(later('hidden unit of @, gated'), 'f(u) v', role, { short: later('gated') }),
  output: label(later('output of an expert for @'), 'z', role),
};

const parametersOf = (name: string) => [`${name}.weight`, `${name}.bias`] as const;

/** Of one network: its names begin with `name`, its parameters' with `parameter`. */
interface Network {
  readonly name: string;
  readonly parameter: string;
  readonly x: string;
  readonly gated: boolean;
  readonly activation: Structure['activation'];
  /** Where only some words are computed, what a linear layer becomes. */
  readonly of: (layer: Linear) => Linear;
}

/** All but the output, and what the output is made of. */
function networkOf({ name, parameter, x, gated, activation: id, of }: Network) {
  const [hidden, activated] = [`${name}.hidden`, `${name}.activated`];
  const [up, result] = [`${name}.up`, `${name}.gated`];
  const first: readonly Entry[] = [
    entry(hidden, of(linear(x, ...parametersOf(`${parameter}.intermediate.dense`))), labels.hidden),
    entry(activated, activation(hidden, id), labels.activated),
  ];
  const second: readonly Entry[] = gated
    ? [
        entry(up, of(linear(x, ...parametersOf(`${parameter}.intermediate.up`))), labels.up),
        entry(result, gate(activated, up), labels.gated),
      ]
    : [];
  return { entries: [...first, ...second], result: gated ? result : activated };
}

/** A second projection that the activated units let pass. */
export const gated: Variant = {
  applies: (config) => Boolean(config.gated_feed_forward) && !config.num_local_experts,
  rewrite: (_, structure) => (each, all) => {
    const [name, { label: called }] = each;
    const f = sublayerOf(name, 'feedForward', 'activated');
    const out = sublayerOf(name, 'feedForward', 'output');
    const x = ofKind(all.get(`${f}.hidden`), 'linear')?.x;
    const parameter = `encoder.layer.${name.split('.')[1]}`;
    if (f && x) {
      const { activation: id } = ofLayer(structure, Number(name.split('.')[1]));
      const of = { name: f, parameter, x, gated: true, activation: id, of: (l: Linear) => l };
      return networkOf(of).entries.slice(1);
    }
    const own = ofKind(each[1], 'linear');
    if (!out || !own) return [each];
    return [
      entry(name, linear(`${out}.gated`, ...parametersOf(`${parameter}.output.dense`)), called),
    ];
  },
};

const expertPlace = (e: number): string => msg`expert ${e + 1}`;

const ofRouter = (what: string, symbol: string): Label => ({
  ...label(what, symbol, 'weight'),
  place: expertPlace,
});

const routerLabels = {
  router: ofRouter(later('router’s score of @'), 'r'),
  probabilities: ofRouter(later('router’s probability for @'), 'p'),
  choice: ofRouter(later('expert weights of @'), 'c'),
};

/** The router, the experts, and the network that has most of each word. */
function mixtureOf(f: string, x: string, config: ModelConfig, structure: Structure): Entry[] {
  const layer = Number(f.split('.')[1]);
  const parameter = `encoder.layer.${layer}`;
  const names = { router: `${f}.router`, p: `${f}.probabilities`, choice: `${f}.choice` };
  const ids = range(config.num_local_experts ?? 0);
  const isGated = Boolean(config.gated_feed_forward);
  const experts = ids.flatMap((e) => {
    const [name, own] = [`${f}.experts.${e}`, `${parameter}.experts.${e}`];
    const of = (each: Linear) => expertLinear(each, names.choice, e);
    const { activation: id } = ofLayer(structure, layer);
    const network = networkOf({ name, parameter: own, x, gated: isGated, activation: id, of });
    const output = of(linear(network.result, ...parametersOf(`${own}.output.dense`)));
    return [
      ...network.entries,
      entry(`${name}.output`, output, { ...labels.output, short: expertPlace(e) }),
    ];
  });
  const parts = isGated
    ? (['hidden', 'activated', 'up', 'gated'] as const)
    : (['hidden', 'activated'] as const);
  const main = parts.map((part) => {
    const all = ids.map((e) => `${f}.experts.${e}.${part}`);
    const copy = ofMainExpert(names.choice, all);
    const back = ofMainExpert(names.choice, all.map(gradientName));
    // It counts as linear, of the same input, and its matrix is one of the experts'.
    const matrices = ids.flatMap((e) =>
      parametersOf(`${parameter}.experts.${e}.intermediate.dense`),
    );
    const inputs = [...copy.inputs, ...matrices];
    const shown: Formula =
      part === 'hidden'
        ? { ...copy, inputs, kind: 'linear', x, weight: '', rowOf: (o) => o }
        : copy;
    return entry(`${f}.${part}`, shown, labels[part], back);
  });
  return [
    entry(names.router, linear(x, ...parametersOf(`${parameter}.router`)), routerLabels.router),
    entry(names.p, probabilities(names.router), routerLabels.probabilities),
    entry(names.choice, choice(names.p, config.num_experts_per_tok ?? 2), routerLabels.choice),
    ...experts,
    ...main,
  ];
}

/** Several networks, of which a router chooses for each word. */
export const mixtureOfExperts: Variant = {
  applies: (config) => Boolean(config.num_local_experts),
  rewrite: (config, structure) => (each) => {
    const [name, { label: called }] = each;
    const f = sublayerOf(name, 'feedForward', 'hidden');
    const own = ofKind(each[1], 'linear');
    if (f && own) return mixtureOf(f, own.x, config, structure);
    if (sublayerOf(name, 'feedForward', 'activated')) return [];
    const out = sublayerOf(name, 'feedForward', 'output');
    if (!out) return [each];
    const outputs = range(config.num_local_experts ?? 0).map((e) => `${out}.experts.${e}.output`);
    return [entry(name, weighedExperts(`${out}.choice`, outputs), called)];
  },
};
