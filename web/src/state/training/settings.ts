import type { LearnSettings } from '../../learn/protocol';
import { inLanguage } from '../../words/language';
import { later, msg } from '../../words/msg';

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
    ...{ usual: later('with residual paths'), other: later('without residual paths') },
  },
  {
    ...({ id: 'scale', value: 'off' } as const),
    ...{ usual: later('with ÷ √d_k'), other: later('without ÷ √d_k') },
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

const optionsOf = (structure: string): readonly string[] => structure.split(',').filter(Boolean);

/** Whether a switch is as the size has it. */
export function isUsual({ warmup, structure }: LearnSettings, id: SwitchName): boolean {
  if (id === 'warmup') return warmup;
  return !optionsOf(structure).some((option) => option.startsWith(`${id}=`));
}

/** The same settings with a switch turned. */
export function turned(settings: LearnSettings, id: SwitchName): LearnSettings {
  if (id === 'warmup') return { ...settings, warmup: !settings.warmup };
  const others = optionsOf(settings.structure).filter((option) => !option.startsWith(`${id}=`));
  const own = switches.find((each) => each.id === id);
  const options = isUsual(settings, id) ? [...others, `${id}=${own?.value}`] : others;
  return { ...settings, structure: options.join(',') };
}

/** As an address and the attribute `train` write them: "size=small,seed=2,positions=off". */
export function settingsText({ size, seed, rate, warmup, structure }: LearnSettings): string {
  const parts = [
    size === firstSettings.size ? '' : `size=${size}`,
    seed === firstSettings.seed ? '' : `seed=${seed}`,
    rate === undefined ? '' : `rate=${rate}`,
    warmup ? '' : 'warmup=off',
    structure,
  ];
  return parts.filter(Boolean).join(',');
}

const isSwitch = (id: string, value: string): boolean =>
  switches.some((each) => each.id === id && each.value === value);

/** Reads what `settingsText` writes, in any order; null where it says what no run can have. */
export function parseSettings(text: string): LearnSettings | null {
  let settings: LearnSettings = firstSettings;
  for (const part of optionsOf(text.replace(/\s/g, ''))) {
    const [id = '', value = ''] = part.split('=');
    const number = Number(value || Number.NaN);
    const size = sizes.find((each) => each === value);
    if (id === 'size' && size) settings = { ...settings, size };
    else if (id === 'seed' && Number.isInteger(number) && number >= 0 && number < 2 ** 31)
      settings = { ...settings, seed: number };
    else if (id === 'rate' && number > 0 && number <= 1) settings = { ...settings, rate: number };
    else if (isSwitch(id, value))
      settings = isUsual(settings, id as SwitchName)
        ? turned(settings, id as SwitchName)
        : settings;
    else return null;
  }
  return settings;
}

const rateText = ({ rate }: LearnSettings): string =>
  rate ? msg`rate ${inLanguage(String(rate))}` : msg`the usual rate`;

/** What sets a run apart from another, in words: "without positions, seed 3"; empty where they are alike. */
export function apartFrom(settings: LearnSettings, other: LearnSettings): string {
  const turnedHere = switches.filter(({ id }) => isUsual(settings, id) !== isUsual(other, id));
  const parts = [
    settings.size === other.size ? '' : msg(settings.size),
    ...turnedHere.map((each) => msg(isUsual(settings, each.id) ? each.usual : each.other)),
    settings.seed === other.seed ? '' : msg`seed ${settings.seed}`,
    settings.rate === other.rate ? '' : rateText(settings),
  ];
  return parts.filter(Boolean).join(', ');
}

/** Of a run's structure what the config of its model cannot say: how the model is to be run elsewhere. */
export const runStructure = ({ structure }: LearnSettings): string =>
  optionsOf(structure)
    .filter((option) => /^(?:residual|scale)=/.test(option))
    .join(',');
