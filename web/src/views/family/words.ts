import { later, msg } from '../../words/msg';
import type { Part, Wiring } from './wirings';

type Words = Readonly<Record<Part, Readonly<Record<string, string>>>>;

/** What a part is called. */
const names: Readonly<Record<Part, string>> = {
  reads: later('input'),
  positions: later('positions'),
  place: later('place of the norm'),
  norm: later('norm'),
  mask: later('mask'),
  keys: later('keys and values'),
  cross: later('second text'),
  network: later('feed-forward network'),
  says: later('answer'),
};

export const nameOf = (part: Part): string => msg(names[part]);

/** A part as it stands in a block. */
const short: Words = {
  reads: { words: later('words'), patches: later('patches of a picture') },
  positions: {
    sinusoidal: later('+ waves'),
    learned: later('+ learned positions'),
    bias: later('distance in the scores'),
    rotary: later('queries, keys rotated'),
    none: later('no positions'),
  },
  mask: { none: later('self-attention'), causal: later('masked self-attention') },
  keys: { own: later('keys for each head'), shared: later('keys shared by heads') },
  cross: { no: '', yes: later('cross-attention') },
  place: { post: later('norm after'), pre: later('norm before') },
  norm: { LayerNorm: 'LayerNorm', RMSNorm: 'RMSNorm' },
  network: {
    relu: later('feed-forward, ReLU'),
    gelu: later('feed-forward, GELU'),
    silu: later('feed-forward, SiLU'),
    swiglu: later('gated, SwiGLU'),
    experts: later('two of the experts, SwiGLU'),
  },
  says: {
    hidden: later('a hidden word'),
    next: later('the next word'),
    class: later('what it is'),
  },
};

/** What a difference is, in a list of them. */
const told: Words = {
  reads: { words: later('it reads words'), patches: later('it reads patches of a picture') },
  positions: {
    sinusoidal: later('its positions are waves'),
    learned: later('each position has a learned vector'),
    bias: later(
      'scores change with distance (T5 learns what to add, ALiBi subtracts a fixed amount)',
    ),
    rotary: later('queries and keys are rotated by their position (RoPE)'),
    none: later('it has no positions'),
  },
  mask: {
    none: later('every word sees every other'),
    causal: later('no word sees later ones'),
  },
  keys: {
    own: later('each head has keys and values of its own'),
    shared: later('several heads share keys and values'),
  },
  cross: {
    no: later('it reads one text'),
    yes: later('each block also looks at what an encoder has read'),
  },
  place: {
    post: later('the norm comes after each sum'),
    pre: later('the norm comes before each part'),
  },
  norm: {
    LayerNorm: later('LayerNorm subtracts the mean and divides by the standard deviation'),
    RMSNorm: later('RMSNorm divides by the size and keeps the mean'),
  },
  network: {
    relu: later('hidden units below zero are set to 0 (ReLU)'),
    gelu: later('hidden units below zero fade out smoothly (GELU)'),
    silu: later('hidden units below zero fade out smoothly (SiLU)'),
    swiglu: later('a second set of units gates the first (SwiGLU)'),
    experts: later('a router sends each word to two of several feed-forward networks'),
  },
  says: {
    hidden: later('it names a hidden word'),
    next: later('it names the next word'),
    class: later('it names what is in the picture'),
  },
};

export const shortOf = (wiring: Wiring, part: Part): string => msg(short[part][wiring[part]] ?? '');

export const toldOf = (wiring: Wiring, part: Part): string => msg(told[part][wiring[part]] ?? '');

/** Why a part cannot be pressed into the live model. */
const reasons: Readonly<Partial<Record<Part, string | Readonly<Record<string, string>>>>> = {
  reads: later('patches need another first matrix'),
  positions: {
    learned: later('this model has not learned them'),
    sinusoidal: later('its embeddings were learned without waves'),
  },
  keys: later('shared keys need smaller matrices'),
  cross: later('cross-attention needs its own matrices'),
  norm: later('its norms learned with the mean subtracted'),
  network: later('it has matrices that this model lacks'),
  says: later('its last layer was trained for a different answer'),
};

export function reasonOf(wiring: Wiring, part: Part): string {
  const reason = reasons[part] ?? '';
  return msg(typeof reason === 'string' ? reason : (reason[wiring[part]] ?? ''));
}
