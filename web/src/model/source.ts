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
