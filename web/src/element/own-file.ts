import { msg } from '../words/msg';

/** A file that is put on other sites; the server has it beside the page. */
export async function ownFile(name: string): Promise<Blob> {
  const { href } = new URL(name, document.baseURI);
  const response = await fetch(href);
  if (!response.ok) throw new Error(msg`${href} was not found (${response.status})`);
  return response.blob();
}
