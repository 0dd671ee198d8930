import { expect, test, thoroughUnless } from './fixtures';
import { post, words } from './post';

interface Scripted extends HTMLElement {
  time: number | null;
  play(): void;
  pause(): void;
  step(by?: 1 | -1): void;
  seek(time: number): void;
  toSVG(): Promise<string>;
  toPNG(scale?: number): Promise<Blob>;
  trace(): { name: string; shape: number[]; data: Float32Array }[];
}

test('a page’s script plays a figure, takes its picture and its numbers, and hears of it', async ({
  page,
  scripts,
}) => {
  const picture = '<img slot="poster" alt="A poster" width="90" height="60">';
  const site = await post(
    scripts,
    `<fovea-encoder id="a" height="500"></fovea-encoder>
     <fovea-encoder id="b" preload="none">${picture}</fovea-encoder>
     <fovea-encoder id="c" preload="eager" model="https://example.org/a.safetensors">
       <p slot="fallback">No figure</p></fovea-encoder>`,
  );
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const name of ['ready', 'error', 'progress', 'change'])
      document.addEventListener(`fovea-${name}`, (event) => {
        const { target, detail } = event as CustomEvent;
        heard.push(`${(target as Element).id} ${name} ${detail.model ?? detail.place ?? ''}`);
      });
  });
  await page.route('https://example.org/**', (route) => route.abort());
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);

  const told = await page.evaluate(async () => {
    const figure = document.getElementById('a') as unknown as Scripted;
    const trace = figure.trace();
    const weights = trace.find(({ name }) => name === 'layers.3.attention.weights');
    const first = weights?.data.subarray(0, 11).reduce((sum, weight) => sum + weight, 0);
    figure.seek(1);
    figure.step(-1);
    const svg = await figure.toSVG();
    const png = await figure.toPNG(1);
    figure.play();
    figure.pause();
    return { names: trace.length, shape: weights?.shape, first, svg, type: png.type };
  });
  expect(told).toMatchObject({ names: 83, shape: [8, 11, 11], type: 'image/png' });
  expect(told.first).toBeCloseTo(1, 5);
  expect(told.svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/,
  );
  await expect(page.locator('#a')).toHaveCSS('height', '500px');
  await expect(page.locator('#a')).not.toHaveAttribute('theme');

  // What styles write and blur is in a saved picture too.
  await page.locator('#a').evaluate((figure) => figure.setAttribute('view', 'gaze'));
  await expect(page.locator('#a fovea-gaze figcaption')).toHaveText(/attention/);
  const blurred = await page
    .locator('#a')
    .evaluate((figure) => (figure as unknown as Scripted).toSVG());
  expect(blurred).toMatch(/<feGaussianBlur stdDeviation="[\d.]+"/);
  expect(blurred).toMatch(/<text[^>]*>street<\/text>/);

  // One waits until it is asked, and shows what the page has for that time.
  const poster = page.locator('#b img');
  await expect(poster).toBeVisible();
  await expect(page.locator('#b .view')).toBeHidden();
  await page.locator('#b').getByRole('button', { name: 'Load the figure' }).click();
  await expect(words(page, 'b')).toHaveCount(11);
  await expect(poster).toBeHidden();

  // One cannot have its model.
  await expect(page.getByText('No figure')).toBeVisible();
  await expect(page.locator('#c').getByRole('alert')).toContainText('Access-Control-Allow-Origin');
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect([...heard].sort()).toEqual([
    'a ready fovea-demo',
    'b ready fovea-demo',
    'c error model',
    'c progress ',
  ]);
  await site.close();
});

test('figures that nobody has scrolled to are printed, light and without controls', async ({
  page,
  scripts,
}) => {
  const site = await post(
    scripts,
    `<fovea-encoder id="a"></fovea-encoder><div style="height: 6000px"></div>
     <fovea-encoder id="b" view="heatmap"></fovea-encoder>`,
  );
  await page.addInitScript(() => {
    window.print = () => document.body.classList.add('printed');
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  const traced = () =>
    page.evaluate(() => (document.getElementById('b') as unknown as Scripted).trace().length);
  expect(await traced()).toBe(0);
  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveClass('printed');
  expect(await traced()).toBe(83);

  const figure = page.locator('#b');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(figure).toHaveCSS('background-color', 'rgb(252, 251, 248)');
  await expect(figure).toHaveCSS('break-inside', 'avoid');
  await expect(figure.getByRole('button', { name: 'Play' })).toBeHidden();
  await page.setViewportSize({ width: 680, height: 900 });
  const reaches = await figure.evaluate(({ shadowRoot }) =>
    Math.max(
      ...[...(shadowRoot?.querySelectorAll('.view svg') ?? [])].map(
        (svg) => svg.getBoundingClientRect().right,
      ),
    ),
  );
  expect(reaches).toBeLessThanOrEqual(680);
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(figure).toHaveCSS('background-color', 'rgb(18, 20, 25)');
  await expect(figure).not.toHaveAttribute('theme');
  await site.close();
});

/** Of A4 inside margins of 15 mm, in pixels. */
const paper = { width: 680, height: 1009 };

test('a figure that is taller than a page breaks between its parts, each of which fits one', async ({
  page,
  scripts,
}) => {
  const site = await post(scripts, '<fovea-encoder id="a" view="heads"></fovea-encoder>');
  await page.goto(site.origin);
  await page.locator('#a fovea-head-roles').getByText('Side by side').first().waitFor();
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const parts = await page.locator('#a .view > *').evaluateAll((all) =>
    all.map((part) => ({
      height: part.getBoundingClientRect().height,
      breaks: getComputedStyle(part).breakInside,
    })),
  );
  expect(parts.filter(({ height }) => height > 0)).toHaveLength(2);
  for (const { height, breaks } of parts) {
    expect(breaks).toBe('avoid');
    expect(height).toBeLessThan(paper.height);
  }
  await site.close();
});

test('picture, caption, guess and scales of a view take one page of A4 or Letter @thorough', async ({
  page,
  site,
  explorer,
}) => {
  await explorer.return();
  const margin = { top: '0.4in', bottom: '0.4in', left: '0.4in', right: '0.4in' };
  for (const view of ['attention', 'heads']) {
    await page.goto(`${site.origin}/?${view}#view=${view}`);
    await expect(explorer.root.locator('button.word:visible')).toHaveCount(11);
    await expect(explorer.root.locator('.prediction')).toContainText('animal');
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format, margin })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g), `${view}, ${format}`).toHaveLength(1);
    }
  }
});

for (const hash of ['#view=attention', '#view=heads', ''])
  test(`the page prints in light colours, and nothing is cut off: ${hash || 'the opening'}${thoroughUnless(hash === '')}`, async ({
    page,
    site,
    explorer,
  }) => {
    if (hash) await explorer.return();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${site.origin}/${hash}`);
    const seen = explorer.root.locator('button.word:visible');
    await expect(seen).toHaveCount(11);
    const form = await explorer.root.getAttribute('form');
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(paper);
    await expect(explorer.root).toHaveCSS('background-color', 'rgb(252, 251, 248)');
    await expect(explorer.button('Play')).toBeHidden();
    for (const word of await seen.all()) {
      const { x = 0, width = paper.width } = (await word.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(paper.width);
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(explorer.root).toHaveAttribute('form', form ?? '');
    await expect(explorer.root).toHaveCSS('background-color', 'rgb(18, 20, 25)');
  });
