import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The files of a folder and of those in it, with their paths. */
async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const read = () =>
    new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  const entries: FileSystemEntry[] = [];
  // A browser hands over so many entries at a time.
  for (let some = await read(); some.length > 0; some = await read()) entries.push(...some);
  const inside = entries.map((entry) =>
    entry.isDirectory
      ? filesIn(entry as FileSystemDirectoryEntry)
      : new Promise<File>((resolve, reject) =>
          (entry as FileSystemFileEntry).file(resolve, reject),
        ).then((file) => Object.assign(file, { path: entry.fullPath })),
  );
  return (await Promise.all(inside)).flat();
}

/** The files that are dropped, and those of folders that are. To be called while the event is handled. */
async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const all = Array.from(files);
  const folders = Array.from(items ?? []).flatMap((item) => {
    const entry = item.webkitGetAsEntry?.();
    return entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : [];
  });
  if (folders.length === 0) return all;
  const names = new Set(folders.map(({ name }) => name));
  const inside = await Promise.all(folders.map(filesIn));
  // A folder stands among the files too, as one without bytes.
  return [...all.filter(({ name }) => !names.has(name)), ...inside.flat()];
}

/** Opens files that are dropped on an element. While some are over it, it has the attribute `dropping`. */
export class FileDrop implements ReactiveController {
  private readonly host: HTMLElement;
  private readonly open: (files: Promise<readonly File[]>) => void;

  constructor(
    host: ReactiveControllerHost & HTMLElement,
    open: (files: Promise<readonly File[]>) => void,
  ) {
    this.host = host;
    this.open = open;
    host.addController(this);
  }

  hostConnected(): void {
    this.host.addEventListener('dragover', this.onOver);
    this.host.addEventListener('dragleave', this.onEnd);
    this.host.addEventListener('drop', this.onDrop);
  }

  hostDisconnected(): void {
    this.host.removeEventListener('dragover', this.onOver);
    this.host.removeEventListener('dragleave', this.onEnd);
    this.host.removeEventListener('drop', this.onDrop);
  }

  private readonly onOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.host.toggleAttribute('dropping', true);
  };

  private readonly onEnd = (): void => {
    this.host.toggleAttribute('dropping', false);
  };

  private readonly onDrop = (event: DragEvent): void => {
    const { dataTransfer } = event;
    this.onEnd();
    // A figure that takes the file prevents what the browser would do with it.
    if (!dataTransfer?.files.length || event.defaultPrevented) return;
    event.preventDefault();
    this.open(droppedFiles(dataTransfer));
  };
}
