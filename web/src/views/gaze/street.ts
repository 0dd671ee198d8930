import { later } from '../../words/msg';

/** The drawn street that the eye looks at: flat shapes, in units of a picture 480 wide and 300 high. */

interface Shape {
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
}

/** A thing in the street, and where the eye rests on it. */
export interface Thing {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** From left to right. */
export const things: readonly Thing[] = [
  { name: later('the tree'), x: 58, y: 98 },
  { name: later('the sleeping dog'), x: 94, y: 246 },
  { name: later('the red house'), x: 206, y: 112 },
  { name: later('the grey house'), x: 268, y: 116 },
  { name: later('the car'), x: 336, y: 176 },
  { name: later('the sun'), x: 396, y: 42 },
  { name: later('the lamp'), x: 436, y: 138 },
];

const rect = (x: number, y: number, w: number, h: number, fill: string): Shape => ({
  path: `M${x} ${y}h${w}v${h}h${-w}Z`,
  fill,
});

const disc = (x: number, y: number, rx: number, ry: number, fill: string): Shape => ({
  path: `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`,
  fill,
});

const pane = (x: number, y: number): readonly Shape[] => [
  { ...rect(x, y, 12, 15, '#F6E9BC'), stroke: '#4A4238', width: 1.3 },
  { path: `M${x + 6} ${y}v15M${x} ${y + 7}h12`, stroke: '#4A4238', width: 0.8 },
];

function house(x: number, top: number, width: number, wall: string, roof: string): Shape[] {
  const half = width / 2;
  const panes = [top + 12, top + 38].flatMap((y) => [
    ...pane(x + 8, y),
    ...pane(x + width - 20, y),
  ]);
  return [
    rect(x, top, width, 172 - top, wall),
    { path: `M${x - 6} ${top}L${x + half} ${top - 26}L${x + width + 6} ${top}Z`, fill: roof },
    ...panes,
    rect(x + half - 6, 148, 12, 24, '#65452F'),
    disc(x + half + 3, 160, 1, 1, '#E8C77A'),
  ];
}

const dashes: Shape[] = [20, 96, 172, 248, 324, 400].map((x) => ({
  path: `M${x} 204h40l-4 5h-40Z`,
  fill: '#F1ECDC',
}));

const slabs: Shape[] = [40, 112, 184, 256, 328, 400, 472].map((x) => ({
  path: `M${x} 246L${x + (x - 240) * 0.16} 300`,
  stroke: '#BFB6A1',
  width: 1.3,
}));

const tree: Shape[] = [
  { path: 'M52 176C55 152 51 138 54 118h9C63 140 63 160 69 176Z', fill: '#6A4E37' },
  disc(58, 96, 34, 33, '#7C9860'),
  disc(36, 110, 22, 21, '#6D8A54'),
  disc(82, 108, 24, 23, '#89A56A'),
  disc(64, 78, 21, 19, '#95AF74'),
];

const car: Shape[] = [
  {
    path: 'M296 190C296 178 304 175 314 174L326 160C329 157 332 156 336 156H356C361 156 364 158 366 161L376 174C388 175 393 179 393 190V195H296Z',
    fill: '#4C7BA4',
  },
  { path: 'M320 174L330 162H343V174ZM347 174V162H356L365 174Z', fill: '#D9E8EE' },
  disc(316, 195, 9, 9, '#24262B'),
  disc(373, 195, 9, 9, '#24262B'),
  disc(316, 195, 3.4, 3.4, '#B7B5AE'),
  disc(373, 195, 3.4, 3.4, '#B7B5AE'),
  disc(390, 183, 3, 2.4, '#F6E9BC'),
];

const lamp: Shape[] = [
  { path: 'M436 268V142C436 130 426 128 418 132', stroke: '#33353A', width: 3.6 },
  { path: 'M409 132h17l-4 11h-9Z', fill: '#F1D98A', stroke: '#33353A', width: 1.6 },
];

const fur = { dark: '#8A4E22', back: '#B57236', side: '#A2622C', light: '#C98A48' };

const dog: Shape[] = [
  disc(146, 277, 78, 7, '#A79F8C'),
  {
    path: 'M204 262C226 260 238 243 231 229C228 223 220 226 222 233C225 243 215 250 196 251Z',
    fill: '#9A5C2C',
  },
  {
    path: 'M92 276C83 247 104 225 138 223C174 219 207 230 213 255C216 268 209 276 197 276Z',
    fill: fur.back,
  },
  { path: 'M168 276C161 254 178 243 193 248C208 253 208 276 195 276Z', fill: fur.side },
  { path: 'M172 276C165 276 165 268 173 267L195 266C203 267 203 276 196 276Z', fill: fur.light },
  { path: 'M70 276C63 276 63 268 71 267L106 264C114 266 113 276 106 276Z', fill: fur.light },
  {
    path: 'M106 224C91 218 76 228 72 243C62 249 54 258 57 265C60 272 73 272 82 270C99 271 115 263 119 248C121 238 116 228 106 224Z',
    fill: '#CF9150',
  },
  {
    path: 'M57 265C55 258 62 251 71 250C74 258 71 267 66 271C61 271 58 269 57 265Z',
    fill: '#F0E0C6',
  },
  disc(60, 257, 5, 4, '#25211E'),
  { path: 'M67 266C72 270 79 269 83 265', stroke: '#5B391C', width: 1.5 },
  {
    path: 'M81 246C84 250.5 90 250.5 93 246.5M83 249l-1.6 2.6M87 250v2.8M91 248.8l1.6 2.4',
    stroke: '#25211E',
    width: 1.7,
  },
  {
    path: 'M99 225C112 220 126 231 128 248C129 261 119 267 113 262C103 254 107 238 99 225Z',
    fill: fur.dark,
  },
  {
    path: 'M142 235l5 5M153 231l5 6M165 230l4 6M177 233l4 5M148 246l4 5',
    stroke: fur.dark,
    width: 1.4,
  },
];

export const street: readonly Shape[] = [
  rect(0, 0, 480, 176, '#ECE6D7'),
  disc(396, 42, 20, 20, '#E8C374'),
  { path: 'M0 132C56 98 104 116 160 106S296 82 360 104S440 112 480 98V178H0Z', fill: '#C8CDB5' },
  ...house(176, 98, 60, '#D8B596', '#8B4836'),
  ...house(242, 106, 54, '#BAC4C6', '#53606A'),
  ...house(304, 92, 58, '#D9CCA8', '#7A5A3C'),
  rect(0, 172, 480, 70, '#8C8A87'),
  rect(0, 170, 480, 4, '#B9B1A0'),
  ...dashes,
  ...tree,
  ...car,
  rect(0, 240, 480, 60, '#D9D1BF'),
  rect(0, 238, 480, 6, '#B7AE9A'),
  ...slabs,
  ...lamp,
  ...dog,
];
