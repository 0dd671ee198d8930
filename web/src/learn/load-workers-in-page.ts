/// What load-workers.ts is in dist/index.html, where the workers' script is an element.
import { EncoderError } from '../model/worker-host';
import type { LoadWorkers } from './client';

const missing = {
  code: 'missing-file',
  message: 'This copy of the page ends before the part that trains: it was not saved whole.',
};

export const loadWorkers: LoadWorkers = async () => {
  const script = document.getElementById('fovea-learn')?.textContent;
  if (!script) throw new EncoderError(missing);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return () => new Worker(url);
};
