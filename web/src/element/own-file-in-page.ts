/// What own-file.ts is in dist/index.html, which holds the files.
import { textInPage } from '../model/packed';
import { msg } from '../words/msg';

export async function ownFile(name: string): Promise<Blob> {
  if (!document.getElementById(name)) throw new Error(msg`this page does not contain ${name}`);
  return new Blob([await textInPage(name)]);
}
