/** Window pixels per CSS pixel of an element, which differ where the page is scaled. */
export const zoomOf = (element: HTMLElement): number =>
  element.getBoundingClientRect().width / element.offsetWidth || 1;

/** A picture that leaves: a copy of it, where it was, and what it fades or shrinks to. */
interface Leaving {
  readonly copy: HTMLElement;
  readonly box: DOMRect;
  readonly zoom: number;
  readonly end: Keyframe;
  readonly timing: KeyframeAnimationOptions;
}

/** Lays the copy over the page where its original was, until it has gone. */
export function leave(page: ParentNode & Node, { copy, box, zoom, end, timing }: Leaving): void {
  const px = (length: number) => `${length / zoom}px`;
  copy.inert = true;
  copy.className = 'leaving';
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, {
    position: 'fixed',
    left: px(box.left),
    top: px(box.top),
    width: px(box.width),
    height: px(box.height),
    transformOrigin: '0 0',
    pointerEvents: 'none',
  });
  page.appendChild(copy);
  const remove = () => copy.remove();
  copy.animate([{ transform: 'none', opacity: 1 }, end], timing).finished.then(remove, remove);
}
