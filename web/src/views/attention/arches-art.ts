import { type SVGTemplateResult, svg } from 'lit';
import { archPath, type Facing, pinPath, type Strand } from '../../render/arches';
import { mix, ramp } from '../../render/motion';
import type { ColumnsScene, RowsScene } from './scene';

/** Strands drawn thinner than this are lightened, so that none looks heavier than it is. */
const faintBelow = 1;
/** Strands at least this thick part from what they pass over by a line of paper. */
const haloFrom = 2;

/** How strongly the arches show: they step back while the scores are made, and return with the weights. */
export function archesPresence(time: number): number {
  const away = ramp(time, 0, 0.2);
  const back = ramp(time, 2.55, 3);
  return mix(1, 0.25, Math.min(away, 1 - back));
}

function strandArt(strand: Strand, hover: number | null, path: string): SVGTemplateResult {
  const dim = hover !== null && hover !== strand.key;
  const classes = `strand${strand.drawn < faintBelow ? ' faint' : ''}${dim ? ' dim' : ''}`;
  const halo =
    strand.drawn < haloFrom
      ? ''
      : svg`<path class="halo" d=${path} stroke-width=${(strand.drawn + 1.6).toFixed(2)}></path>`;
  return svg`${halo}<path class=${classes} d=${path} data-token=${strand.key}
    stroke-width=${strand.drawn.toFixed(2)}></path>`;
}

/** All strands and the pin, standing on the line `base`. */
export function archesArt(scene: ColumnsScene | RowsScene, facing: Facing, base: number) {
  const { arches, hover, facts } = scene;
  const strands = arches.strands.map((s) => strandArt(s, hover, archPath(s, facing, base)));
  const dim = hover !== null && hover !== facts.focus;
  return svg`${strands}
    <path class=${dim ? 'pin dim' : 'pin'} d=${pinPath(arches.pin, facing, base)}></path>`;
}
