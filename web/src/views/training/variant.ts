import type { LearnSettings, Variant } from '../../learn/protocol';
import { optionOf, withOption } from '../../state/what-if/run-text';
import { later, msg } from '../../words/msg';

/** What an encoder is made of, one choice for each part. */
export interface Make {
  readonly positions: 'sinusoidal' | 'absolute' | 'rotary' | 'alibi' | 'off';
  /** Heads of keys and values; 0: as many as of queries. */
  readonly kvHeads: number;
  readonly norm: 'LayerNorm' | 'RMSNorm';
  readonly place: 'post' | 'pre';
  readonly activation: string;
  readonly gated: boolean;
  /** 0: one network for all words. */
  readonly experts: number;
  readonly expertsPerToken: number;
}

const paper: Make = {
  ...{ positions: 'sinusoidal', kvHeads: 0, norm: 'LayerNorm', place: 'post' },
  ...{ activation: 'relu', gated: false, experts: 0, expertsPerToken: 2 },
};

const llama: Make = {
  ...{ positions: 'rotary', kvHeads: 2, norm: 'RMSNorm', place: 'pre' },
  ...{ activation: 'silu', gated: true, experts: 0, expertsPerToken: 2 },
};

/** What published models make their blocks of, in the sizes that are trained here. */
export const blocks: readonly {
  readonly id: string;
  readonly name: string;
  readonly make: Make;
}[] = [
  { id: 'paper', name: later('the paper’s'), make: paper },
  {
    ...{ id: 'bert', name: later('BERT’s') },
    make: { ...paper, positions: 'absolute', activation: 'gelu' },
  },
  { id: 'llama', name: later('Llama’s'), make: llama },
  { id: 'mixtral', name: later('Mixtral’s'), make: { ...llama, experts: 4 } },
];

export function makeOf(settings: LearnSettings): Make {
  const { structure } = settings;
  const isOff = optionOf(structure, 'positions') === 'off';
  return {
    positions: isOff ? 'off' : (settings.positions ?? 'sinusoidal'),
    kvHeads: settings.kvHeads ?? 0,
    norm: settings.rmsNorm ? 'RMSNorm' : 'LayerNorm',
    place: optionOf(structure, 'norm') === 'pre' ? 'pre' : 'post',
    activation: optionOf(structure, 'activation') ?? 'relu',
    gated: settings.gated ?? false,
    experts: settings.experts ?? 0,
    expertsPerToken: settings.expertsPerToken ?? 2,
  };
}

/** What of a make is said by settings of its own; the rest is in the structure. */
function variantOf(make: Make): Variant {
  const { positions, kvHeads, experts, expertsPerToken } = make;
  return {
    ...(positions === 'sinusoidal' || positions === 'off' ? {} : { positions }),
    ...(kvHeads > 0 ? { kvHeads } : {}),
    ...(make.norm === 'RMSNorm' ? { rmsNorm: true } : {}),
    ...(make.gated ? { gated: true } : {}),
    ...(experts > 0 ? { experts } : {}),
    ...(expertsPerToken === 2 ? {} : { expertsPerToken }),
  };
}

/** The same settings of an encoder made otherwise. */
export function madeOf(settings: LearnSettings, changed: Partial<Make>): LearnSettings {
  const make = { ...makeOf(settings), ...changed };
  const { size, seed, rate, warmup, structure, balance } = settings;
  const written = [
    ['positions', make.positions === 'off' ? 'off' : null],
    ['norm', make.place === 'pre' ? 'pre' : null],
    ['activation', make.activation === 'relu' ? null : make.activation],
  ] as const;
  return {
    ...{ size, seed, warmup },
    ...(rate === undefined ? {} : { rate }),
    ...(balance === undefined ? {} : { balance }),
    structure: written.reduce(
      (all, [id, value]) =>
        (optionOf(all, id) ?? null) === value ? all : withOption(all, id, value),
      structure,
    ),
    ...variantOf(make),
  };
}

const keys = Object.keys(paper) as readonly (keyof Make)[];

export const isSameMake = (a: Make, b: Make): boolean => keys.every((key) => a[key] === b[key]);

const positionsNames: Readonly<Record<Make['positions'], string>> = {
  sinusoidal: later('sinusoidal positions'),
  absolute: later('learned positions'),
  rotary: later('rotary positions'),
  alibi: 'ALiBi',
  off: later('without positions'),
};

const activationNames: Readonly<Record<string, string>> = {
  ...{ relu: 'ReLU', gelu: 'GELU', gelu_tanh: 'GELU (tanh)', silu: 'SiLU' },
};

/** "ReLU", "SwiGLU", "gated GELU". */
export function networkName({ activation, gated }: Make): string {
  if (gated && activation === 'silu') return 'SwiGLU';
  const name = activationNames[activation] ?? activation;
  return gated ? msg`gated ${name}` : name;
}

const keysName = ({ kvHeads }: Make): string => {
  if (kvHeads === 0) return msg`keys and values of each head`;
  return msg`{0:one head|${kvHeads} heads} of keys and values`;
};

export const expertsName = ({ experts, expertsPerToken }: Make): string =>
  experts === 0
    ? msg`one feed-forward network for all words`
    : msg`${expertsPerToken} of ${experts} experts`;

/** Beside an encoder without positions it is enough to say that there are some. */
const positionsName = ({ positions }: Make, other: Make): string =>
  positions === 'sinusoidal' && other.positions === 'off'
    ? msg`with positions`
    : msg(positionsNames[positions]);

/** What each part is called beside another encoder's; the place of the norm is said by its switch. */
export const partNames = {
  positions: positionsName,
  keys: keysName,
  norm: ({ norm }: Make) => norm as string,
  network: (make: Make) => msg`network with ${networkName(make)}`,
  experts: expertsName,
} as const satisfies Readonly<Record<string, (make: Make, other: Make) => string>>;
