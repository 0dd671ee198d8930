/** A model file, of which the core takes one piece after the other. */
export interface Source {
  readonly size: number;
  /** Fewer bytes than asked for mean that the file cannot be read. */
  read(offset: number, length: number): Uint8Array;
}

export function sourceOf(bytes: Uint8Array): Source {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}

/** Only workers have it, and TypeScript's description of pages leaves it out. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** Bytes that are fetched from a blob at a time: many of the pieces asked for are small. */
const window = 2 ** 22;

/**
 * A file that stays on the disk, read inside a worker. `progress` hears how many of its bytes have
 * been passed.
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
