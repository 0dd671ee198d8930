/// What load-file.ts is in dist/index.html, where a file is an element that does not run.
import { textInPage } from '../model/packed';
import { hasFile } from '../model/parts';
import { msg, told } from '../words/msg';

/** The elements come last in the page. */
const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve(null);
    else document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });

export async function loadFile(name: string): Promise<void> {
  await parsed();
  if (hasFile(name)) return;
  const script = document.createElement('script');
  script.textContent = await textInPage(`fovea-${name}.js`).catch(() => '');
  if (!hasFile(name)) document.head.append(script);
  // What it draws is another task.
  await new Promise((resolve) => setTimeout(resolve));
  if (!hasFile(name))
    throw told(
      new Error(),
      () => msg`This copy of the page is cut off before the part that draws this.`,
    );
}
