/// What load-file.ts is in dist/split: a file is one of the parts.
import { parts } from '../model/parts';
import { hasFile } from './file-globals';

export const loadFile = async (name: string): Promise<void> => {
  if (!hasFile(name)) await parts().run(name);
};
