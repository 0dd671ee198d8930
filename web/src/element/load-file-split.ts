/// What load-file.ts is in dist/split: a file is one of the parts.
import { hasFile, parts } from '../model/parts';

export const loadFile = async (name: string): Promise<void> => {
  if (!hasFile(name)) await parts().run(name);
};
