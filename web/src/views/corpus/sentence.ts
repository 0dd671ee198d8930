import { html, nothing, svg, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { weight } from '../../state/format';
import { wordName } from '../../state/word-names';
import { moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import { textWidth } from '../kit/frame';

/** A line from a word to one that it looks at. */
export interface Arch {
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

/** A sentence with arches over it, whose words can be pressed. */
export interface Drawing {
  readonly pieces: readonly string[];
  readonly arches: readonly Arch[];
  readonly name: string;
  readonly pressed?: (word: number) => boolean;
  press(word: number): void;
}

/** The size of letters that are as wide as those of a word at most, and what is beside a word. */
const letters = 14.8;
const beside = 12;

/** Arches with less of a word's weight are not drawn. */
const least = 0.12;

const tallest = 74;
const thickest = 6;

/** The arches of a head's weights, n × n. */
export const archesOf = (weights: Float32Array, n: number): readonly Arch[] =>
  Array.from(weights, (each, i) => ({
    query: Math.floor(i / n),
    key: i % n,
    weight: each,
  })).filter((arch) => arch.weight >= least);

/** An arch leaves its word a little to the left of where others arrive. */
function line({ query, key, weight: share }: Arch, middles: readonly number[], height: number) {
  const [from = 0, to = 0] = [middles[query], middles[key]];
  const width = (share * thickest).toFixed(1);
  if (query === key)
    return svg`<circle cx=${from} cy=${height - 4} r=${(1 + 3 * share).toFixed(1)} class="self" />`;
  const rise = Math.min(tallest, 12 + Math.abs(to - from) * 0.42);
  const top = height - rise * 1.3;
  return svg`<path d=${`M${from - 2},${height}C${from - 2},${top} ${to + 2},${top} ${to + 2},${height}`} stroke-width=${width} />
    <circle cx=${to + 2} cy=${height} r=${(1.2 + share * 2).toFixed(1)} />`;
}

/** Words in a row, as wide as they are; arches above, the thicker the larger the weight. */
export function sentenceArches({ pieces, arches, name, press, pressed }: Drawing): TemplateResult {
  const widths = pieces.map((piece) => Math.max(24, textWidth(piece, letters, true) + beside));
  let end = 0;
  const middles = widths.map((width) => {
    end += width;
    return end - width / 2;
  });
  const far = Math.max(
    0,
    ...arches.map(({ query, key }) => Math.abs((middles[query] ?? 0) - (middles[key] ?? 0))),
  );
  const height = Math.round(Math.min(tallest, 12 + far * 0.42)) + 8;
  const words = pieces.map(
    (piece, i) => html`<button type="button" class="word" data-stop tabindex=${i === 0 ? 0 : -1}
      aria-pressed=${pressed ? pressed(i) : nothing} aria-label=${wordName(
        pieces.map((each) => ({ piece: each })),
        i,
      )}
      style=${styled({ width: `${widths[i]}px` })} @click=${() => press(i)}>${piece}</button>`,
  );
  return html`<div class="arched" tabindex="-1"><div style=${styled({ width: `${end}px` })}>
    <svg role="img" aria-label=${archesTold(pieces, arches)} width=${end} height=${height}>${arches.map((arch) => line(arch, middles, height - 2))}</svg>
    <div class="words" role="group" aria-label=${name} @keydown=${moveFocus}>${words}</div></div></div>`;
}

/** The strongest of them in words. */
function archesTold(pieces: readonly string[], arches: readonly Arch[]): string {
  const strongest = [...arches].sort((a, b) => b.weight - a.weight).slice(0, 3);
  const told = strongest.map(({ query, key, weight: share }) => {
    const [from, to] = [pieces[query] ?? '', pieces[key] ?? ''];
    return `${from} → ${to} ${weight(share, 2)}`;
  });
  return told.length > 0 ? told.join(', ') : msg`no arch`;
}
