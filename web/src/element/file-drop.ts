import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Opens a file that is dropped on an element. While one is over it, it has the attribute `dropping`. */
export class FileDrop implements ReactiveController {
  private readonly host: HTMLElement;
  private readonly open: (file: File) => void;

  constructor(host: ReactiveControllerHost & HTMLElement, open: (file: File) => void) {
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
    const file = event.dataTransfer?.files[0];
    this.onEnd();
    if (!file) return;
    event.preventDefault();
    this.open(file);
  };
}
