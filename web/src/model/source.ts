import { msg, told } from '../words/msg';
import { fetchForbidden, unreachable } from './content-policy';

/** A model file that the core reads piece by piece. */
export interface Source {
  readonly size: number;
  /** Returns fewer bytes than requested if the file cannot be read. */
  read(offset: number, length: number): Uint8Array;
}

export function sourceOf(bytes: Uint8Array): Source {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}

/** Available in workers only, so TypeScript's DOM types do not have it. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** Bytes fetched from a blob at a time: many of the requested pieces are small. */
const window = 2 ** 22;

/**
 * A file on disk, read synchronously inside a worker. `progress` is called with the number of bytes
 * read so far.
 */
export function sourceOfBlob(blob: Blob, progress: (bytes: number) => void): Source {
  const reader = new FileReaderSync();
  let begin = 0;
  let held = new Uint8Array(0);
  const fetch = (offset: number, length: number) => {
    begin = offset;
    const end = offset + Math.max(length, window);
    try {
      held = new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, end)));
    } catch {
      held = new Uint8Array(0); // the file has changed or gone
    }
    progress(Math.min(end, blob.size));
  };
  return {
    size: blob.size,
    read(offset, length) {
      if (offset < begin || offset + length > begin + held.length) fetch(offset, length);
      return held.subarray(offset - begin, offset - begin + length);
    },
  };
}

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
