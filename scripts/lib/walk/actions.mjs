// What the walk does: each action is plain data, drawn from random numbers and done in a page.
import { namedViews } from '../views.mjs';
import { files } from './files.mjs';
import { press } from './targets.mjs';

export const views = namedViews().map(({ id }) => id);

const upTo = (count) => Array.from({ length: count }, (_, i) => String(i));

/** What fields of an address are set to; null takes one out. */
const values = {
  view: [...views, ...views, 'film', 'nowhere', ''],
  sentence: [
    ...['dog bites man', 'your cat is a lovely cat', 'the [MASK] chased the cat', 'a', ' ', '🐕 ☃'],
    ...['<img src=x onerror=alert(1)>', 'dog '.repeat(300), 'Donaudampfschifffahrt'.repeat(40)],
  ],
  other: ['man bites dog', 'the animal slept', '', 'x '.repeat(200)],
  masked: ['1', '2,3', '99', '-1', '1,1,1', 'a'],
  structure: [
    ...['scale=off', 'positions=off', 'residual=off,norm=none', 'mask=causal', 'softmax=columns'],
    ...['layer@1=off', 'scale=1e30', 'heads=reshaped', 'activation=none', 'nonsense=1', ','],
  ],
  change: [
    ...['layers.2.attention.weights[2,7,:]=0', 'layers.0.attention.scores[:]=1e38', 'x[0]=1'],
    ...['layers.1.attention.query[:]*=0', 'layers.9.attention.query[:]=0', ';;;', '[[[', 'NaN=NaN'],
  ],
  backward: ['1'],
  loss: ['8=animal', '1=dog', '99=animal', '=', '8='],
  pair: ['animal street', 'a a', 'none such'],
  layer: [...upTo(9), '9999', '-1', 'x'],
  head: [...upTo(12), '9999', '-1', 'x'],
  token: [...upTo(14), '9999', '-1', 'x'],
  why: [...upTo(14), '9999', '-1', 'x'],
  cell: [
    ...['layers.2.attention.scores:7,8,2', 'layers.0.feedForward.norm:1,1', 'embedding.output:1,1'],
    ...['layers.9.attention.scores:7,8,2', 'layers.2.attention.scores:1,1,1~embedding.output:99,1'],
  ],
  time: [...upTo(18), '0.5', '3.25', '15.99', '99', '-1', 'NaN'],
  loop: ['1'],
  lang: ['de', 'en', 'xx', 'de-AT'],
  speed: ['0.5', '2', '0'],
  tables: ['1'],
  tour: [...upTo(17), '3.1', '5.-.2.s', '12.s.s.s', '99', '-1'],
  case: ['positions', 'scale', 'heads', 'overflow', 'none'],
  guess: ['1', '2,1,3', '9999'],
  train: [
    'size=tiny',
    'size=tiny,seed=2',
    'size=tiny,experts=4,experts-per-token=2',
    'seed=-1',
    'rate=1e9',
  ],
  study: ['depth=12', 'depth=1,norm=pre,residual=off', 'depth=48,norm=none', 'depth=0'],
  settings: ['mask=causal', 'a=b', 'depth=NaN', '='],
  lesson: ['on', 'captions'],
  theme: ['light', 'dark', 'auto'],
};

/** Where fields are changed in the address that the page has. */
function change(fields) {
  return (page) =>
    page.evaluate((fields) => {
      const said = new URLSearchParams(location.hash.slice(1));
      said.delete('opening');
      for (const [name, value] of Object.entries(fields)) {
        if (value === null) said.delete(name);
        else said.set(name, value);
      }
      location.hash = String(said);
    }, fields);
}

/** A text with some of its characters lost, doubled, or others. */
function mutated(text, random) {
  const letters = [...text];
  for (let left = 1 + random.below(6); left > 0; left--) {
    const at = random.below(letters.length + 1);
    const sign = random.pick([...'&=#%,.;:~[]0189-+aé\u0000', '%E0', '%00', '&view=', '&tour=']);
    letters.splice(at, random.below(4), ...(random.share() < 0.6 ? [sign] : []));
  }
  return letters.join('');
}

const keys = [
  ...[
    ' ',
    'ArrowRight',
    'ArrowLeft',
    'ArrowUp',
    'ArrowDown',
    'Home',
    'End',
    'l',
    '[',
    ']',
    '{',
    '}',
  ],
  ...['z', 'Z', '0', 'b', 'm', 'Escape', 'e', '?', 'Tab', 'Tab', 'Shift+Tab', 'Enter', 'Enter'],
  ...['PageDown', 'PageUp', 'Backspace', 'Delete', 'x', 'Control+a'],
];

const sizes = [
  ...[
    [1440, 900],
    [1440, 900],
    [1920, 1080],
    [1000, 700],
    [768, 1024],
    [390, 844],
    [320, 480],
  ],
  ...[
    [1440, 200],
    [120, 600],
    [33, 300],
    [1, 1],
  ],
];

const place = (random) => ({ x: random.share(), y: random.share() });

/** A place in the window, of shares of its width and height. */
async function at(page, { x, y }) {
  const [width, height] = await page.evaluate(() => [innerWidth, innerHeight]);
  return [x * width, y * height];
}

async function drag(page, { from, to }) {
  await page.mouse.move(...(await at(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, to)), { steps: 3 });
  await page.mouse.up();
}

/** The page in a window of that size; the browser's own may be as large as the screen. */
function resize({ size: [width, height] }, session) {
  const screen = { width, height, deviceScaleFactor: 1, mobile: false };
  return session.send('Emulation.setDeviceMetricsOverride', screen);
}

/** What can be done: how often, how an instance is drawn, and how it is done. */
const kinds = {
  press: {
    weight: 34,
    draw: (random) => ({ chosen: [random.share(), random.share()], value: random.share() }),
    run: press,
  },
  key: {
    weight: 14,
    draw: (random) => ({ key: random.pick(keys) }),
    run: (page, { key }) => page.keyboard.press(key),
  },
  click: {
    weight: 5,
    draw: (random) => place(random),
    run: async (page, action) => page.mouse.click(...(await at(page, action))),
  },
  drag: {
    weight: 3,
    draw: (random) => ({ from: place(random), to: place(random) }),
    run: drag,
  },
  point: {
    weight: 3,
    draw: (random) => place(random),
    run: async (page, action) => page.mouse.move(...(await at(page, action))),
  },
  scroll: {
    weight: 2,
    draw: (random) => ({ by: Math.round(1600 * (random.share() - 0.5)) }),
    run: (page, { by }) => page.mouse.wheel(0, by),
  },
  field: {
    weight: 18,
    draw(random) {
      const name = random.share() < 0.4 ? 'view' : random.pick(Object.keys(values));
      const value = random.share() < 0.15 ? null : random.pick(values[name]);
      return { fields: { [name]: value } };
    },
    run: (page, { fields }) => change(fields)(page),
  },
  address: {
    weight: 4,
    draw(random) {
      const some = Object.keys(values).filter(() => random.share() < 0.25);
      const said = new URLSearchParams(some.map((name) => [name, random.pick(values[name])]));
      const hash = random.share() < 0.2 ? random.pick(['', 'opening']) : String(said);
      return { hash: random.share() < 0.5 ? mutated(hash, random) : hash };
    },
    run: (page, { hash }) =>
      page.evaluate((hash) => {
        location.hash = hash;
      }, hash),
  },
  history: {
    weight: 5,
    draw: (random) => ({ by: random.pick([-1, -1, 1, 1, -3, 2]) }),
    run: (page, { by }) => page.evaluate((by) => history.go(by), by),
  },
  reload: {
    weight: 0.1,
    draw: () => ({}),
    run: (page) => page.reload({ waitUntil: 'commit' }),
  },
  type: {
    weight: 3,
    draw: (random) => ({ text: random.pick(values.sentence).slice(0, 40) }),
    run: (page, { text }) => page.keyboard.insertText(text),
  },
  open: {
    weight: 2.5,
    draw: (random) => ({
      file: random.pick(random.share() < 0.5 ? ['demo', 'experts'] : Object.keys(files)),
    }),
    run: openFile,
  },
  window: {
    weight: 2,
    draw: (random) => ({ size: random.pick(sizes) }),
    run: (_, action, session) => resize(action, session),
  },
  system: {
    weight: 1.5,
    draw: (random) =>
      random.pick([
        { colorScheme: 'dark' },
        { colorScheme: 'light' },
        { reducedMotion: 'reduce' },
        { reducedMotion: 'no-preference' },
        { media: 'print' },
        { media: 'screen' },
      ]),
    run: (page, { do: _, ...media }) => page.emulateMedia(media),
  },
  wait: {
    weight: 2,
    draw: (random) => ({ milliseconds: 50 + random.below(350) }),
    run: (page, { milliseconds }) => page.waitForTimeout(milliseconds),
  },
};

/** Drops a file onto the page. */
function openFile(page, { file }) {
  return page.evaluate(drop, {
    text: files[file]().toString('base64'),
    name: `${file}.safetensors`,
  });
}

function drop({ text, name }) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector('fovea-explorer')?.dispatchEvent(event);
}

const weights = Object.entries(kinds).map(([kind, { weight }]) => [weight, kind]);

export function drawAction(random) {
  const kind = random.weighted(weights);
  return { do: kind, ...kinds[kind].draw(random) };
}

/** Does it, and returns it as it is done again: a button by its name instead of by chance. */
export async function doAction({ page, session }, action) {
  const told = await kinds[action.do].run(page, action, session);
  return action.do === 'press' && told ? { do: 'press', ...told } : action;
}
