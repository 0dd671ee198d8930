/// What own-file.ts is in dist/index.html, which holds the files; of fovea.js, what is before the model and after it.
import { msg } from '../words/msg';
import { packedText } from './load-file-in-page';

const isScript = (name: string) => name.startsWith('fovea-');

async function textOf(name: string): Promise<string> {
  if (isScript(name)) return packedText(name.replace(/\.js$/, ''));
  const files: Record<string, readonly string[]> = JSON.parse(await packedText('fovea-own-files'));
  const model = document.getElementById('fovea-model')?.textContent ?? '';
  const parts = files[name];
  if (!parts) throw new Error(msg`this page does not contain ${name}`);
  return parts.join(model);
}

export const ownFile = async (name: string): Promise<Blob> => new Blob([await textOf(name)]);
