/// What load-file.ts is in dist/index.html, where a file is an element that does not run.
import type { FileName } from '../state/views';
import { hasFile } from './file-globals';

/** The elements come last in the page. */
const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve(null);
    else document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });

export async function loadFile(name: FileName): Promise<void> {
  await parsed();
  if (hasFile(name)) return;
  const script = document.createElement('script');
  script.textContent = document.getElementById(`fovea-${name}`)?.textContent ?? '';
  document.head.append(script);
  if (!hasFile(name))
    throw new Error('This copy of the page ends before the part that draws this.');
}
