import type { LearnSettings } from '../../learn/protocol';

export const firstSettings: LearnSettings = { size: 'tiny', seed: 1, warmup: true, structure: '' };

const sizes = ['tiny', 'small', 'shipped'] as const;

/** What a reader switches off or exchanges, in the words of the core, and how it is called on the page. */
export const switches = [
  { id: 'positions', value: 'off', name: 'positions', other: 'without positions' },
  { id: 'residual', value: 'off', name: 'residual paths', other: 'without residual paths' },
  { id: 'scale', value: 'off', name: '÷ √d_k', other: 'without ÷ √d_k' },
  { id: 'warmup', value: 'off', name: 'warm-up', other: 'without warm-up' },
  { id: 'norm', value: 'pre', name: 'norm after', other: 'norm before' },
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

/** What sets a run apart from another, in words: "without positions, seed 3"; empty where they are alike. */
export function apartFrom(settings: LearnSettings, other: LearnSettings): string {
  const turnedHere = switches.filter(({ id }) => isUsual(settings, id) !== isUsual(other, id));
  const parts = [
    settings.size === other.size ? '' : settings.size,
    ...turnedHere.map(({ id, name, other: words }) =>
      isUsual(settings, id) ? (id === 'norm' ? name : `with ${name}`) : words,
    ),
    settings.seed === other.seed ? '' : `seed ${settings.seed}`,
    settings.rate === other.rate ? '' : settings.rate ? `rate ${settings.rate}` : 'the usual rate',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Of a run's structure what the config of its model cannot say: how the model is to be run elsewhere. */
export const runStructure = ({ structure }: LearnSettings): string =>
  optionsOf(structure)
    .filter((option) => /^(?:residual|scale)=/.test(option))
    .join(',');
