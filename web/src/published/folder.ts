import { type Folder, type ModelFile, mostMemory } from '../model/protocol';
import { memoryOf, modelFileOf, tooLarge } from '../model/published';
import { msg, told } from '../words/msg';

/// A folder as models are published in: config.json, a tokenizer, and weights in one file or in several.

/** A file of the reader's, with its path in the folder that was dropped or chosen. */
export type PickedFile = File & { readonly path?: string };

const pathOf = (file: PickedFile): string =>
  (file.path || file.webkitRelativePath || file.name).replace(/^\/+/, '');

export const isWeights = (name: string): boolean => name.endsWith('.safetensors');

/** Bytes that a folder takes once it is read. */
export async function folderOf(name: string, files: Folder['files']): Promise<Folder> {
  const weights = Object.entries(files).filter(([file]) => isWeights(file));
  const each = await Promise.all(weights.map(([, file]) => memoryOf(file)));
  return { name, files, memory: each.reduce((sum, bytes) => sum + bytes, 0) };
}

/** The files by their names in the folder of the config that lies least deep. */
function named(files: readonly PickedFile[]): { name: string; byName: Record<string, Blob> } {
  const paths = files.map(pathOf);
  const configs = paths.filter((path) => /(^|\/)config\.json$/.test(path));
  const depth = (path: string) => path.split('/').length;
  const [config = ''] = configs.sort((a, b) => depth(a) - depth(b));
  const root = config.replace(/config\.json$/, '');
  const byName: Record<string, Blob> = {};
  for (const [i, file] of files.entries()) {
    const path = paths[i] ?? '';
    if (path.startsWith(root)) byName[path.slice(root.length)] = file;
  }
  // Weights that are alone may have any name.
  const [only, ...more] = Object.keys(byName).filter((path) => /^[^/]*\.safetensors$/.test(path));
  if (only && more.length === 0) byName['model.safetensors'] ??= byName[only] as Blob;
  return { name: root.replace(/\/$/, '').replace(/^.*\//, ''), byName };
}

/** What the config says that decides who reads it. */
interface Config {
  readonly model_type?: unknown;
  readonly architectures?: unknown;
}

async function configOf(file: Blob): Promise<Config> {
  try {
    return JSON.parse(await file.text()) ?? {};
  } catch {
    return {}; // the core says what is wrong with it
  }
}

/** Whether the page's own module reads it: BERT's layers and vocab.txt, without a head that labels. */
function isClassic({ model_type, architectures }: Config, byName: Record<string, Blob>): boolean {
  const others = ['tokenizer.json', 'modules.json', 'model.safetensors.index.json'];
  const isBert = model_type === undefined || model_type === 'bert';
  const labels = /For(Sequence|Token|Question)/.test(String(architectures ?? ''));
  return isBert && !labels && others.every((name) => !(name in byName));
}

/** One model of the files that a reader has chosen or dropped. */
export async function modelOf(files: readonly PickedFile[]): Promise<ModelFile> {
  const { name, byName } = named(files);
  const config = byName['config.json'];
  if (!config || isClassic(await configOf(config), byName)) return modelFileOf(files);
  const folder = await folderOf(name, byName);
  if (folder.memory > mostMemory) throw told(new Error(), () => tooLarge(folder.memory));
  if (!byName['model.safetensors'] && !byName['model.safetensors.index.json'])
    throw told(
      new Error(),
      () =>
        msg`There are no weights beside config.json: model.safetensors, or shards with model.safetensors.index.json.`,
    );
  return folder;
}
