import { css } from 'lit';
import type { LearnSettings } from '../../learn/protocol';
import * as look from '../../render/palette.css';
import { optionOf, withOption } from '../../state/what-if/run-text';
import { inLanguage } from '../../words/language';
import { later, msg } from '../../words/msg';
import { madeOf, makeOf, partNames } from './variant';

/** What a run is made of, what is folded beneath it, and what came of it. */
export const settingsStyles = css`
  .settings {
    ${look.row}
    align-items: center;
    gap: 4px 20px;
    padding-top: 8px;
    ${look.quiet}
  }
  .settings fieldset {
    ${look.row}
    gap: 0 12px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .settings legend {
    float: left;
    padding: 0;
    margin-right: 10px;
    line-height: 24px;
  }
  .settings label {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 24px;
    color: var(--ink);
  }
  .settings input {
    margin: 0;
    accent-color: var(--ink);
  }
  .number {
    width: 72px;
    padding: 2px 4px;
    border: 0;
    border-bottom: 1px solid var(--ink-2);
    background: none;
  }
  .number::placeholder {
    ${look.placeholder}
  }
  .folds {
    ${look.row}
    gap: 0 32px;
  }
  .folds details {
    max-width: 100%;
  }
  .folds details[open] {
    flex-basis: 100%;
  }
  .folds summary span {
    color: var(--ink-2);
  }
  .folds summary {
    width: max-content;
    max-width: 100%;
    margin-top: 4px;
    font-size: 12px;
    line-height: 24px;
    cursor: pointer;
  }
  .made dl {
    display: grid;
    grid-template-columns: max-content max-content minmax(0, 1fr);
    align-items: baseline;
    gap: 2px 16px;
    margin: 4px 0 8px;
    font-size: 12px;
  }
  .narrow .made dl {
    grid-template-columns: max-content minmax(0, 1fr);
  }
  .made dd {
    margin: 0;
  }
  .narrow .made .about {
    grid-column: 1 / -1;
    margin-bottom: 6px;
  }
  .made select {
    max-width: 100%;
  }
  .lesson {
    ${look.wrapping}
    gap: 4px 20px;
    margin: 8px 0;
  }
  .outcome {
    ${look.row}
    align-items: start;
    gap: 8px 32px;
  }
  .outcome p {
    flex: 1 1 320px;
    max-width: 64ch;
    margin: 0;
    font: 15px / 1.4 var(--serif);
  }
  .outcome table {
    border-spacing: 0;
    font-size: 12px;
  }
  .outcome caption {
    color: var(--ink-2);
    text-align: start;
  }
  .outcome :is(th, td) {
    padding: 1px 12px 1px 0;
    font-weight: 400;
    text-align: end;
  }
  .outcome th:first-child {
    overflow-wrap: anywhere;
    text-align: start;
  }
`;

export const firstSettings: LearnSettings = { size: 'tiny', seed: 1, warmup: true, structure: '' };

const sizes = [later('tiny'), later('small'), later('shipped')] as const;

/** What a reader switches off or exchanges, in the words of the core, and what runs with and without it are. */
export const switches = [
  {
    ...({ id: 'positions', value: 'off' } as const),
    ...{ usual: later('with positions'), other: later('without positions') },
  },
  {
    ...({ id: 'residual', value: 'off' } as const),
    ...{ usual: later('with residual connections'), other: later('no residual connections') },
  },
  {
    ...({ id: 'scale', value: 'off' } as const),
    ...{ usual: later('with ÷ √dₖ'), other: later('without ÷ √dₖ') },
  },
  {
    ...({ id: 'warmup', value: 'off' } as const),
    ...{ usual: later('with warm-up'), other: later('without warm-up') },
  },
  {
    ...({ id: 'norm', value: 'pre' } as const),
    ...{ usual: later('norm after'), other: later('norm before') },
  },
] as const;

export type SwitchName = (typeof switches)[number]['id'];

/** Whether a switch is as the size has it; rotary positions are positions, too. */
export function isUsual({ warmup, structure }: LearnSettings, id: SwitchName): boolean {
  return id === 'warmup' ? warmup : optionOf(structure, id) === undefined;
}

/** The same settings with a switch turned. */
export function turned(settings: LearnSettings, id: SwitchName): LearnSettings {
  const usual = isUsual(settings, id);
  if (id === 'warmup') return { ...settings, warmup: !usual };
  if (id === 'positions') return madeOf(settings, { positions: usual ? 'off' : 'sinusoidal' });
  const own = switches.find((each) => each.id === id);
  const value = usual ? (own?.value ?? null) : null;
  return { ...settings, structure: withOption(settings.structure, id, value) };
}

/** As an address and the attribute `train` write them: "size=small,seed=2,positions=off". */
export function settingsText(settings: LearnSettings): string {
  const { size, seed, rate, warmup, structure, positions, kvHeads, experts } = settings;
  const { rmsNorm, gated, expertsPerToken, balance } = settings;
  const parts = [
    size === firstSettings.size ? '' : `size=${size}`,
    seed === firstSettings.seed ? '' : `seed=${seed}`,
    rate === undefined ? '' : `rate=${rate}`,
    warmup ? '' : 'warmup=off',
    structure,
    positions ? `positions=${positions}` : '',
    kvHeads ? `kv-heads=${kvHeads}` : '',
    rmsNorm ? 'rms-norm=on' : '',
    gated ? 'gated=on' : '',
    experts ? `experts=${experts}` : '',
    expertsPerToken ? `experts-per-token=${expertsPerToken}` : '',
    balance === undefined ? '' : `balance=${balance}`,
  ];
  return parts.filter(Boolean).join(',');
}

const isSwitch = (id: string, value: string): boolean =>
  switches.some((each) => each.id === id && each.value === value);

const oneOf = <T extends string>(all: readonly T[], value: string): T | undefined =>
  all.find((each) => each === value);

const isWhole = (number: number, least: number, most: number): boolean =>
  Number.isInteger(number) && number >= least && number <= most;

/** The most heads of keys, or experts, that an address may ask for; what a model can have, the core says. */
const mostOf = 64;

/** What an encoder is made of, in the words of the command line; null for another value. */
function withPart(settings: LearnSettings, id: string, value: string): LearnSettings | null {
  const positions = oneOf(['absolute', 'rotary', 'alibi'], value);
  const activation = oneOf(['gelu', 'gelu_tanh', 'silu'], value);
  const number = Number(value || Number.NaN);
  const count = isWhole(number, 1, mostOf);
  if (id === 'positions' && positions) return madeOf(settings, { positions });
  if (id === 'activation' && activation) return madeOf(settings, { activation });
  if (id === 'rms-norm' && value === 'on') return madeOf(settings, { norm: 'RMSNorm' });
  if (id === 'gated' && value === 'on') return madeOf(settings, { gated: true });
  if (id === 'kv-heads' && count) return madeOf(settings, { kvHeads: number });
  if (id === 'experts' && count) return madeOf(settings, { experts: number });
  if (id === 'experts-per-token' && count) return madeOf(settings, { expertsPerToken: number });
  return null;
}

/** The settings with one thing said of them; null where no run can have it. */
function withWord(settings: LearnSettings, id: string, value: string): LearnSettings | null {
  const number = Number(value || Number.NaN);
  const size = oneOf(sizes, value);
  if (id === 'size' && size) return { ...settings, size };
  if (id === 'seed' && isWhole(number, 0, 2 ** 31 - 1)) return { ...settings, seed: number };
  if (id === 'rate' && number > 0 && number <= 1) return { ...settings, rate: number };
  if (id === 'balance' && number >= 0 && number <= 10) return { ...settings, balance: number };
  if (!isSwitch(id, value)) return withPart(settings, id, value);
  const name = id as SwitchName;
  return isUsual(settings, name) ? turned(settings, name) : settings;
}

/** Reads what `settingsText` writes, in any order; null where it says what no run can have. */
export function parseSettings(text: string): LearnSettings | null {
  let settings: LearnSettings | null = firstSettings;
  for (const part of text.replace(/\s/g, '').split(',').filter(Boolean)) {
    const [id = '', value = ''] = part.split('=');
    settings = settings && withWord(settings, id, value);
  }
  return settings;
}

const balanceText = ({ balance }: LearnSettings): string =>
  balance === undefined ? msg`default balance` : msg`balance ${inLanguage(String(balance))}`;

const rateText = ({ rate }: LearnSettings): string =>
  rate ? msg`rate ${inLanguage(String(rate))}` : msg`default rate`;

/** What sets a run apart from another, in words: "without positions, seed 3"; empty where they are alike. */
export function apartFrom(settings: LearnSettings, other: LearnSettings): string {
  const [make, others] = [makeOf(settings), makeOf(other)];
  const made = (Object.keys(partNames) as (keyof typeof partNames)[])
    .filter((part) => partNames[part](make, others) !== partNames[part](others, make))
    .map((part) => partNames[part](make, others));
  const turnedHere = switches
    .filter(({ id }) => id !== 'positions' && isUsual(settings, id) !== isUsual(other, id))
    .map((each) => msg(isUsual(settings, each.id) ? each.usual : each.other));
  const parts = [
    settings.size === other.size ? '' : msg(settings.size),
    ...made,
    ...turnedHere,
    settings.seed === other.seed ? '' : msg`seed ${settings.seed}`,
    settings.rate === other.rate ? '' : rateText(settings),
    settings.balance === other.balance ? '' : balanceText(settings),
  ];
  return parts.filter(Boolean).join(', ');
}

/** In what a run's encoder differs from the paper's, in words; empty where it is that. */
export const unlikePaper = (settings: LearnSettings): string =>
  apartFrom(
    { ...settings, warmup: true },
    { ...madeOf(settings, makeOf(firstSettings)), structure: '', warmup: true },
  );

/** Of a run's structure what the config of its model cannot say: how the model is to be run elsewhere. */
export const runStructure = ({ structure }: LearnSettings): string =>
  structure
    .split(',')
    .filter((option) => /^(?:residual|scale)=/.test(option))
    .join(',');
