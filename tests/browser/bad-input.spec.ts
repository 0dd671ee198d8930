import { readFileSync } from 'node:fs';
import { expect, test, thoroughUnless } from './fixtures';
import { modelPath } from './native-trace';
import { prependToWorker } from './worker';

test('an empty text is answered where it was entered; the picture stays', async ({
  explorer,
  site,
}) => {
  await explorer.open(site.origin);
  const before = await explorer.numbers('weights');
  await explorer.type('');
  await expect(explorer.root.locator('.messages')).toContainText('There is no text');
  expect(await explorer.numbers('weights')).toEqual(before);
  await explorer.root.getByRole('textbox', { name: 'Sentence' }).fill('dog bites man');
  await expect(explorer.root.locator('.messages')).not.toContainText('no text');
  await expect(explorer.words()).toHaveCount(3);
});

test('ten thousand words are cut at the model’s limit, and it says so', async ({
  explorer,
  site,
}) => {
  await explorer.open(site.origin);
  await explorer.type('dog '.repeat(10_000));
  const messages = explorer.root.locator('.messages');
  await expect(messages).toContainText('The model takes at most 64 tokens');
  await expect(messages).toContainText('the last 9936 of 10000 are left out');
});

test('signs that the model has never seen are read as unknown', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  await explorer.type('🐕 🦴 🏃');
  await expect(explorer.root.locator('.messages')).toContainText('not in the vocabulary');
  await expect(explorer.words().first()).toHaveText('[UNK]');
});

test('an encoder that ends without a word is replaced', async ({ explorer, site, page }) => {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    Object.assign(window, { workers });
    // Nothing is painted in a worker of its own.
    Reflect.deleteProperty(window, 'OffscreenCanvas');
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
      }
    };
  });
  await explorer.open(site.origin);
  const end = () =>
    page.evaluate(() => {
      const { workers } = window as unknown as { workers: Worker[] };
      workers.at(-1)?.terminate();
      return workers.length;
    });
  expect(await end()).toBe(1);
  await explorer.type('dog bites man');
  await expect(explorer.words()).toHaveText(['dog', 'bites', 'man']);
  expect(await end()).toBe(2);
  expect(explorer.complaints).toEqual([]);
});

test('markup is text', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  await explorer.type('<script>document.title="x"</script><img src=x onerror=alert(1)>');
  await expect.poll(() => explorer.words().count()).toBeGreaterThan(11);
  await expect(page).not.toHaveTitle('x');
  await expect(explorer.root.locator('img, script')).toHaveCount(0);
  expect(explorer.complaints).toEqual([]);
});

/** A file that begins so. */
const beginning = (start: string) =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(64)]);

/** A header that gives its first tensor another shape than the file has numbers for. */
function shaped(shape: readonly number[]): Buffer {
  const tensor = { dtype: 'F32', shape, data_offsets: [0, 16] };
  const header = JSON.stringify({ __metadata__: { config: '{}', vocab: 'a' }, w: tensor });
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([size, Buffer.from(header), Buffer.alloc(16)]);
}

for (const [name, bytes, says] of [
  ['zeros', Buffer.alloc(4096), /the header is empty/],
  ['nothing', Buffer.alloc(0), /the file is empty/],
  [
    'text',
    Buffer.from('not a model at all, but a letter to a friend'),
    /this is not a \.safetensors file: its first 8 bytes announce a header of \d+ bytes/,
  ],
  [
    'PyTorch',
    beginning('PK\x03\x04'),
    /a \.safetensors file but a PyTorch file; safetensors\.torch\.save_file converts it/,
  ],
  ['llama.cpp', beginning('GGUF\x03'), /this is not a \.safetensors file but a llama\.cpp file/],
  ['JSON', Buffer.from('{"model_type": "bert"}'), /a JSON file; choose it together with/],
  [
    'a negative shape',
    shaped([-1e12, -1e12]),
    /"w": shape is \[-1000000000000, -1000000000000\], but must be a list of whole numbers, none of them negative/,
  ],
  [
    'a huge shape',
    shaped([1e12, 1e12]),
    /"w": the shape .* has more elements than can be addressed/,
  ],
] as const) {
  test(`a model file of ${name} is refused where it was opened${thoroughUnless(name === 'zeros' || name === 'PyTorch')}`, async ({
    explorer,
    site,
  }) => {
    await explorer.open(site.origin);
    const before = await explorer.numbers('weights');
    const input = explorer.root.locator('.model-line input[type=file]');
    await input.setInputFiles({ name: 'm.safetensors', mimeType: '', buffer: bytes });
    await expect(explorer.root.locator('.model-line').getByRole('alert')).toContainText(says);
    expect(await explorer.numbers('weights')).toEqual(before);
    await explorer.type('dog bites man');
    await expect(explorer.words()).toHaveText(['dog', 'bites', 'man']);
  });
}

test('the opening of a model is cancelled: the former one stays and answers @thorough', async ({
  explorer,
  site,
  page,
}) => {
  // A file that takes a minute to be read.
  await prependToWorker(
    page,
    `File.prototype.slice = function (...at) {
      for (const end = Date.now() + 60_000; Date.now() < end; );
      return Blob.prototype.slice.apply(this, at);
    };`,
  );
  await explorer.open(site.origin);
  const before = await explorer.numbers('weights');
  const file = { name: 'm.safetensors', mimeType: '', buffer: readFileSync(modelPath) };
  await explorer.root.locator('.model-line input[type=file]').setInputFiles(file);
  await expect(explorer.root.getByRole('progressbar', { name: 'Reading the model' })).toBeVisible();
  await explorer.button('Cancel').click();
  await expect(explorer.root.getByRole('progressbar')).toHaveCount(0);
  expect(await explorer.numbers('weights')).toEqual(before);
  await explorer.type('dog bites man');
  await expect(explorer.words()).toHaveText(['dog', 'bites', 'man']);
  expect(explorer.complaints).toEqual([]);
});
