import { msg, told } from '../words/msg';
import { fetchForbidden, unreachable } from './content-policy';

/** What is fetched of a page's models: figures with the same address share the bytes. */
const files = new Map<string, Promise<Blob>>();

async function refusal(url: string): Promise<Error> {
  const forbidden = await fetchForbidden(url);
  const reason = () => forbidden ?? unreachable();
  return told(new Error(), () => msg`The model at ${url} could not be loaded: ${reason()}.`);
}

async function read(response: Response, progress: (share: number) => void): Promise<Blob> {
  const size = Number(response.headers.get('content-length'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    length += part.value.length;
    // What is sent compressed has another length.
    if (length <= size) progress(length / size);
  }
  return new Blob(parts);
}

async function fetchFile(url: string, progress: (share: number) => void): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw await refusal(url);
  }
  if (response.ok) return read(response, progress);
  throw told(
    new Error(),
    () => msg`The model at ${url} could not be loaded: its server says ${response.status}.`,
  );
}

/** The model file at an address. Rejects with a sentence that says why it cannot be had. */
export function fetchModel(address: string, progress: (share: number) => void): Promise<Blob> {
  const url = new URL(address, document.baseURI).href;
  const file = files.get(url) ?? fetchFile(url, progress);
  files.set(url, file);
  file.catch(() => files.delete(url));
  return file;
}
