import type { PartName } from '../model/parts';
import { runsRelaxedSimd } from '../model/relaxed-simd';
import { beside } from './beside';

function hint(name: PartName): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = beside.address(name);
  document.head.append(link);
}

let hinted = false;

/** Has the browser fetch the core and the model while the figure's code is on its way. */
export function hintAtFiles(ofModel: boolean): void {
  if (hinted) return;
  hinted = true;
  hint(runsRelaxedSimd() ? 'core-relaxed' : 'core');
  if (ofModel) hint('model');
}
