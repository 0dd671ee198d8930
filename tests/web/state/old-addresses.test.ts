import { expect, it } from 'vitest';
import { initialState, reduce } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { parseHash } from '../../../web/src/state/url';

const tired = "The animal didn't cross the street because it was too tired";
const cell = { name: 'layers.2.attention.weights', index: [1, 7, 1] };

/** Addresses that are out in the world, and what each of them opens. */
const links: readonly (readonly [hash: string, opens: Partial<State>])[] = [
  ['', { sentence: tired, view: 'attention', time: 8, theme: 'auto', loop: false, speed: 1 }],
  [
    '#sentence=dog+bites+man&layer=2&head=5&token=3',
    { sentence: 'dog bites man', layer: 1, head: 4, token: 2 },
  ],
  [
    '#sentence=Zw%C3%B6lf+%26+%231&masked=2%2C5&view=attention&layer=4&head=7&token=8&why=2&time=7.35',
    { sentence: 'Zwölf & #1', masked: [1, 4], layer: 3, head: 6, token: 7, why: 1, time: 7.35 },
  ],
  [
    '#view=heatmap&layer=2&head=2&time=6.5&masked=6&loop=1&cell=layers.2.attention.weights:2,8,2',
    { view: 'heatmap', layer: 1, head: 1, time: 6.5, masked: [5], loop: true, trail: [cell] },
  ],
  [
    '#cell=layers.2.attention.weights%3A2%2C8%2C2%7Elayers.2.attention.weights%3A2%2C8%2C2',
    { trail: [cell, cell] },
  ],
  ['#why=2', { why: 1 }],
  ['#view=heads', { view: 'heads', time: 8 }],
  ['#view=block', { view: 'block', time: 8 }],
  ['#view=expand', { view: 'expand', time: 12 }],
  ['#view=softmax', { view: 'softmax' }],
  ['#view=attention&time=6.5', { view: 'attention', time: 6.5 }],
  ['#time=2.5', { view: 'position', time: 2.5 }],
  ['#time=17', { view: 'prediction', time: 17 }],
  ['#speed=0.5&tables=1&theme=light', { speed: 0.5, tables: true, theme: 'light' }],
  ['#speed=2&theme=dark', { speed: 2, theme: 'dark' }],
  ['#tour=11&view=activate', { tour: { chapter: 10, answers: [] }, view: 'activate', time: 13 }],
  ['#tour=5&time=4.02', { tour: { chapter: 4, answers: [] }, time: 4.02 }],
];

it.each(links)('“%s” opens what it did', (hash, opens) => {
  const state = reduce(initialState(), { type: 'choose', choice: parseHash(hash) });
  expect(state).toMatchObject(opens);
});
