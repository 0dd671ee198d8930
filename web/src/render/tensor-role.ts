import type { Role } from './color';

const endings: readonly (readonly [RegExp, Role])[] = [
  [/\.query(\.|$)/, 'query'],
  [/\.key(\.|$)/, 'key'],
  [/\.value(\.|$)|\.heads$/, 'value'],
  [/\.(scores|weights)$/, 'weight'],
  [/(\.norm|LayerNorm)(\.|$)/, 'norm'],
  [
    /feedForward\.(hidden|activated|output)$|intermediate|^encoder\.layer\.\d+\.output\.dense/,
    'feed-forward',
  ],
];

/** The hue of a tensor of the trace or of a parameter, by its name. */
export function roleOf(name: string): Role {
  return endings.find(([pattern]) => pattern.test(name))?.[1] ?? 'residual';
}
