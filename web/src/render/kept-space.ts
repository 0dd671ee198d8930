/// How much room a figure keeps before it is drawn, so that the text below it does not move.

/** Below this width of a figure, in pixels, words are laid out as rows. */
export const rowsBelow = 560;

/** "view height height; …", at 360 and at 720 pixels of width. The build measures them and puts them in. */
const measured = '@fovea-sizes@';

const heights = new Map(
  measured.split(';').map((row) => {
    const [view = '', narrow = 0, wide = 0] = row.split(' ');
    return [view, [Number(narrow), Number(wide)] as const];
  }),
);

/** The height, in pixels, that a view will take in a figure of that width; 0 where that is not known. */
export function spaceFor(view: string, width: number): number {
  const [narrow, wide] = heights.get(view) ?? [0, 0];
  return width < rowsBelow ? narrow : wide;
}

/** Keeps so many pixels; 0 gives them back. */
export function keepSpace(host: HTMLElement, pixels: number): void {
  if (pixels > 0) host.style.setProperty('--fovea-space', `${pixels}px`);
  else host.style.removeProperty('--fovea-space');
}
