/// What load-learn.ts is in dist/index.html, where the second file is an element that does not run.
import { type LearnFile, missing } from './learn-file';

/** The element comes last in the page. */
const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve(null);
    else document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });

export async function loadLearn(): Promise<LearnFile> {
  await parsed();
  if (!globalThis.foveaLearn) {
    const script = document.createElement('script');
    script.textContent = document.getElementById('fovea-learn')?.textContent ?? '';
    document.head.append(script);
  }
  if (!globalThis.foveaLearn)
    throw missing('This copy of the page ends before the part that trains.');
  return globalThis.foveaLearn;
}
