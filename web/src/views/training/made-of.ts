import { html, type TemplateResult } from 'lit';
import type { LearnSettings } from '../../learn/protocol';
import { later, msg } from '../../words/msg';
import type { Acts } from './acts';
import { unlikePaper } from './settings';
import { blocks, expertsName, isSameMake, type Make, madeOf, makeOf, networkName } from './variant';

/** A value that a part can have: what it is called, and what it does. */
interface Option {
  readonly name: string;
  readonly says: string;
  readonly make: Partial<Make>;
}

/** A part of the encoder that can be chosen. */
interface Part {
  readonly name: string;
  readonly options: (make: Make) => readonly Option[];
}

const positions: readonly Option[] = [
  {
    name: later('sinusoids, added'),
    says: later('A pattern of waves, different for each position, is added to each word.'),
    make: { positions: 'sinusoidal' },
  },
  {
    name: later('learned, added'),
    says: later('A vector learned for each position is added to each word.'),
    make: { positions: 'absolute' },
  },
  {
    name: later('rotary'),
    says: later(
      'Queries and keys are rotated by an angle that grows with position, so a score depends on how far apart two words are and which comes first.',
    ),
    make: { positions: 'rotary' },
  },
  {
    name: 'ALiBi',
    says: later('Scores fall with the distance between two words, at each head’s own rate.'),
    make: { positions: 'alibi' },
  },
  {
    name: later('none'),
    says: later('The encoder sees which words are there, but not their order.'),
    make: { positions: 'off' },
  },
];

function keys({ kvHeads }: Make): readonly Option[] {
  const shared = [2, 1, kvHeads].filter((n, i, all) => n > 0 && all.indexOf(n) === i);
  return [
    {
      name: msg`each head’s own`,
      says: msg`Each head has its own queries, keys and values.`,
      make: { kvHeads: 0 },
    },
    ...shared.map((n) => ({
      name: n === 1 ? msg`one for all heads` : msg`${n}, shared by groups of heads`,
      says:
        n === 1
          ? msg`Each head has its own queries; all heads share one set of keys and values (multi-query attention).`
          : msg`Each head has its own queries; the heads of a group share keys and values (grouped-query attention).`,
      make: { kvHeads: n },
    })),
  ];
}

const norms: readonly Option[] = [
  {
    name: 'LayerNorm',
    says: later('Subtracts the mean of a word’s numbers and divides by their standard deviation.'),
    make: { norm: 'LayerNorm' },
  },
  {
    name: 'RMSNorm',
    says: later('Divides by the size of a word’s numbers and keeps their mean.'),
    make: { norm: 'RMSNorm' },
  },
];

const gatedSays = later('Gated: each hidden unit is multiplied by another, from a third matrix.');

const networks: readonly Option[] = [
  {
    name: 'ReLU',
    says: later('Hidden units below zero are switched off.'),
    make: { activation: 'relu', gated: false },
  },
  {
    name: 'GELU',
    says: later('Hidden units below zero are damped.'),
    make: { activation: 'gelu', gated: false },
  },
  {
    name: 'SwiGLU',
    says: gatedSays,
    make: { activation: 'silu', gated: true },
  },
];

/** Those and, where an address has asked for another, that. */
const networksOf = (make: Make): readonly Option[] =>
  networks.some((each) => fits(each, make))
    ? networks
    : [
        ...networks,
        {
          name: networkName(make),
          says: make.gated ? gatedSays : '',
          make: { activation: make.activation, gated: make.gated },
        },
      ];

function experts(make: Make): readonly Option[] {
  const four = { experts: 4, expertsPerToken: 2 };
  const all = [
    { ...make, experts: 0, expertsPerToken: 2 },
    { ...make, ...four },
  ];
  if (!all.some((each) => isSameMake(each, make))) all.push(make);
  return all.map((each) => ({
    name: expertsName(each),
    says:
      each.experts === 0
        ? msg`Each layer has one feed-forward network for all words.`
        : msg`Each layer has ${each.experts} feed-forward networks. A router sends each word to the ${each.expertsPerToken} it gives the highest probability.`,
    make: { experts: each.experts, expertsPerToken: each.expertsPerToken },
  }));
}

const parts: readonly Part[] = [
  { name: later('position encoding'), options: () => positions },
  { name: later('keys and values'), options: keys },
  { name: later('norm'), options: () => norms },
  { name: later('network'), options: networksOf },
  { name: later('experts'), options: experts },
];

const fits = (option: Option, make: Make): boolean => isSameMake({ ...make, ...option.make }, make);

function choice<T>(
  name: string,
  options: readonly { readonly name: string; readonly make: T }[],
  at: number,
  choose: (make: T) => void,
): TemplateResult {
  const change = (event: Event) => {
    const chosen = options[Number((event.target as HTMLSelectElement).value)];
    if (chosen) choose(chosen.make);
  };
  return html`<select class="menu" aria-label=${name} @change=${change}>
    ${options.map((option, i) => html`<option value=${i} ?selected=${i === at}>${msg(option.name)}</option>`)}
  </select>`;
}

function partRow(part: Part, settings: LearnSettings, acts: Acts): TemplateResult {
  const make = makeOf(settings);
  const options = part.options(make);
  const at = options.findIndex((option) => fits(option, make));
  const name = msg(part.name);
  return html`<dt>${name}</dt>
    <dd>${choice(name, options, at, (changed) => acts.begin(madeOf(settings, changed)))}</dd>
    <dd class="about">${msg(options[at]?.says ?? '')}</dd>`;
}

/** The blocks of published models: they set the parts together. */
function blockRow(settings: LearnSettings, acts: Acts): TemplateResult {
  const make = makeOf(settings);
  const at = blocks.findIndex((each) => isSameMake(each.make, make));
  const own = { name: later('your own'), make };
  const options = at < 0 ? [...blocks, own] : blocks;
  return html`<dt>${msg`blocks like`}</dt>
    <dd>${choice(msg`Blocks like`, options, at < 0 ? blocks.length : at, (all) => acts.begin(madeOf(settings, all)))}</dd>
    <dd class="about">${msg`A change starts a new run on the same sentences; the previous run stays, dashed.`}</dd>`;
}

/** What the encoder is made of, folded. */
export function madeOfArea(settings: LearnSettings, acts: Acts): TemplateResult {
  const differs = unlikePaper(settings);
  return html`<details class="made">
    <summary>${msg`What is the encoder made of?`} <span>${differs || msg`as in the paper`}</span></summary>
    <dl>${blockRow(settings, acts)} ${parts.map((part) => partRow(part, settings, acts))}</dl>
  </details>`;
}
