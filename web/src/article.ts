/// The article's script: figures come alive near the screen, questions take guesses, code is copied,
/// print shows all.

/** How close to the screen a figure comes alive. */
const nearness = '600px';

/** Text of a script that is in the page and does not run by itself; empty where it is a file beside. */
const inertText = (id: string): string => document.getElementById(id)?.textContent ?? '';

function runText(text: string): void {
  const script = document.createElement('script');
  script.textContent = text;
  document.head.append(script);
}

/** Files that the element loads from beside itself. In a single file they are in the page, as text. */
const files = ['learn', 'figures', 'relatives'] as const;

/** How the element finds a file that is in the page; nothing where it is beside. */
function fileInPage(name: string): Record<string, () => Promise<unknown>> {
  const text = inertText(`fovea-${name}`);
  return text ? { [name]: async () => runText(text) } : {};
}

let loading: Promise<unknown> | undefined;

function load(): Promise<unknown> {
  globalThis.foveaFiles = Object.assign({}, ...files.map(fileInPage));
  const text = inertText('fovea');
  if (text) runText(text);
  else document.head.append(Object.assign(document.createElement('script'), { src: 'fovea.js' }));
  return customElements.whenDefined('fovea-encoder');
}

/** Whether an element shows what it is asked for, and no more that it loads. */
function isDrawn(element: Element): boolean {
  const root = element.shadowRoot;
  return Boolean(
    root?.querySelector('.view > *') && !root.querySelector('.loading, :not(:defined)'),
  );
}

/** The picture stays until the element is drawn. */
function showWhenDrawn(place: HTMLElement, element: HTMLElement): void {
  if (isDrawn(element)) place.classList.add('drawn');
  else requestAnimationFrame(() => showWhenDrawn(place, element));
}

async function bringToLife(place: HTMLElement): Promise<void> {
  loading ??= load();
  await loading;
  const element = document.createElement('fovea-encoder');
  const attributes: Record<string, string> = JSON.parse(place.dataset.figure ?? '{}');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.setAttribute('page', 'index.html');
  element.setAttribute('article', '');
  place.append(element);
  showWhenDrawn(place, element);
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      void bringToLife(target as HTMLElement);
    }
  },
  { rootMargin: nearness },
);

const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown'];

/** Somebody reads: until then pictures are enough, and nothing is loaded for more. */
const begun = new Promise<unknown>((resolve) => {
  for (const sign of signs) addEventListener(sign, resolve, { once: true, passive: true });
});

/** A button that copies the code beside it; where the browser does not copy, the code is selected. */
function addCopyButton(fold: Element): void {
  const code = fold.querySelector('code');
  if (!code) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? '');
      button.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(code);
    }
  });
  fold.append(button);
}

/** Marks the guess, and opens the answer with its verdict. */
function reveal(ask: HTMLElement, buttons: readonly HTMLButtonElement[], guess: number): void {
  const right = Number(ask.dataset.right);
  buttons.forEach((button, at) => {
    button.setAttribute('aria-pressed', String(at === guess));
    button.classList.toggle('right', at === right);
  });
  const fold = ask.querySelector('details');
  const verdict = ask.querySelector('.verdict');
  if (fold) fold.open = true;
  if (verdict) verdict.textContent = guess === right ? 'Right.' : 'Not this time.';
}

/** The guesses of a question become buttons. */
function askFirst(ask: HTMLElement): void {
  const items = [...ask.querySelectorAll('.guesses li')];
  const buttons = items.map((item, at) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-pressed', 'false');
    button.textContent = item.textContent;
    button.addEventListener('click', () => reveal(ask, buttons, at));
    item.replaceChildren(button);
    return button;
  });
  const verdict = document.createElement('p');
  verdict.className = 'verdict';
  verdict.setAttribute('role', 'status');
  ask.querySelector('.guesses')?.after(verdict);
}

/** What is wider than its place can be scrolled by keys too. */
const wide = new ResizeObserver((entries) => {
  for (const { target } of entries)
    if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
});

/** Folds that were opened for the printer. */
let opened: HTMLDetailsElement[] = [];

addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open], .embed)')];
  for (const fold of opened) fold.open = true;
});

addEventListener('afterprint', () => {
  for (const fold of opened) fold.open = false;
});

void begun.then(() => {
  for (const place of document.querySelectorAll('.live')) near.observe(place);
});
for (const fold of document.querySelectorAll('.embed')) addCopyButton(fold);
for (const ask of document.querySelectorAll<HTMLElement>('.ask[data-right]')) askFirst(ask);
for (const each of document.querySelectorAll('.formula, pre')) wide.observe(each);
