import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { droppedFiles } from './dropped-files';

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
    if (!dataTransfer?.files.length) return;
    event.preventDefault();
    this.open(droppedFiles(dataTransfer));
  };
}
