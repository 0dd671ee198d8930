/** Maps positions on the page to the picture of one of its parts, in the part's CSS pixels. */
export class PictureFrame {
  readonly width: number;
  readonly height: number;
  private readonly left: number;
  private readonly top: number;
  /** Window pixels per CSS pixel of the part, which differ where the page is scaled. */
  private readonly zoom: number;

  constructor(part: HTMLElement, margin: number) {
    const box = part.getBoundingClientRect();
    this.zoom = box.width / part.offsetWidth || 1;
    this.width = Math.ceil(box.width / this.zoom) + 2 * margin;
    this.height = Math.ceil(box.height / this.zoom) + 2 * margin;
    this.left = box.left - margin * this.zoom;
    this.top = box.top - margin * this.zoom;
  }

  /** A box of the window, in the picture's coordinates. */
  place({ left, top, width, height }: DOMRect): DOMRect {
    const { zoom } = this;
    return new DOMRect(
      (left - this.left) / zoom,
      (top - this.top) / zoom,
      width / zoom,
      height / zoom,
    );
  }

  boxOf(element: Element): DOMRect {
    return this.place(element.getBoundingClientRect());
  }
}
