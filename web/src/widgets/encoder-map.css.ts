import { css } from 'lit';

/** The map in its three forms: a column of parts, a rail of pictures, layers lying side by side. */
export const encoderMapStyles = css`
  .map {
    --path: 1.6px solid var(--residual);
    font-size: 11px;
    line-height: 14px;
  }
  .map h2 {
    margin: 0 0 8px;
    font-size: 11px;
    font-weight: 400;
    color: var(--ink-2);
  }
  .map button {
    display: block;
    position: relative;
    box-sizing: border-box;
    width: 100%;
    margin-bottom: 10px;
  }
  .map button:hover .name {
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .map .line {
    display: flex;
    justify-content: space-between;
    margin-bottom: 2px;
    white-space: nowrap;
  }
  .map .shape {
    color: var(--ink-2);
  }
  .map .folded .name {
    color: var(--ink-2);
  }
  .map canvas.thumbnail {
    height: 20px;
  }
  .map .heads-line canvas.thumbnail {
    height: 14px;
    margin-bottom: 3px;
  }
  /* The residual stream runs beside the folded parts, with a mark at each. */
  .map .stream {
    position: relative;
    margin-bottom: 8px;
  }
  .map .stream button {
    width: 116px;
  }
  .map .stream::after {
    content: '';
    position: absolute;
    top: 24px;
    left: 120px;
    bottom: -10px;
    width: 10px;
    border-top: var(--path);
    border-right: var(--path);
    border-radius: 0 6px 0 0;
  }
  .map .stream.after::after {
    top: -10px;
    bottom: 24px;
    border-top: 0;
    border-bottom: var(--path);
    border-radius: 0 0 6px 0;
  }
  .map .stream .folded::after {
    content: '';
    position: absolute;
    top: 50%;
    left: 127px;
    z-index: 1;
    width: 5.2px;
    height: 5.2px;
    box-sizing: border-box;
    margin-top: -2.6px;
    border: var(--path);
    border-radius: 50%;
    background: var(--paper);
  }
  .map .unfolded {
    position: relative;
    margin: 0 0 10px -12px;
    padding: 8px 12px 0;
    border-radius: 8px;
    background: var(--sheet);
  }
  .map .unfolded h3 {
    display: flex;
    justify-content: space-between;
    width: 116px;
    margin: 0 0 4px;
    font-size: 12px;
    font-weight: 700;
  }
  .map .unfolded h3 span {
    font-size: 11px;
    font-weight: 400;
    color: var(--ink-2);
  }
  .map .projections {
    display: grid;
    grid-template-columns: repeat(3, 1fr);
    gap: 3px;
    width: 116px;
  }
  .map .projections canvas.thumbnail {
    height: 28px;
  }
  .map .sublayer {
    position: relative;
    padding-bottom: 1px;
  }
  .map .sublayer::after {
    content: '';
    position: absolute;
    top: 2px;
    left: 120px;
    bottom: 20px;
    width: 10px;
    border: var(--path);
    border-left: 0;
    border-radius: 0 6px 6px 0;
    pointer-events: none;
  }
  .map .sublayer + .sublayer::after {
    top: -14px;
  }
  /* The tab that points at the stage: what lies on it is what the stage shows. */
  .map .group {
    position: relative;
    width: 116px;
    isolation: isolate;
  }
  .map .staged::before,
  .map .staged::after {
    content: '';
    position: absolute;
    inset: -5px -37px -6px -12px;
    z-index: -1;
    background: var(--line);
    clip-path: polygon(
      0 0,
      calc(100% - 11px) 0,
      100% 50%,
      calc(100% - 11px) 100%,
      0 100%
    );
  }
  .map .staged::after {
    inset: -4px -36px -5px -12px;
    background: var(--paper);
  }
  .map .picture {
    display: block;
    position: relative;
  }
  .map .chosen {
    position: absolute;
    top: -2px;
    bottom: -2px;
    box-sizing: border-box;
    border: 2px solid var(--weight);
    border-radius: 2px;
    pointer-events: none;
  }
  .map .hue-value .chosen {
    border-color: var(--value);
  }
  .map :is(.hue-query, .hue-key, .hue-value, .hue-weight, .hue-norm, .hue-feed-forward) .name {
    color: var(--hue);
  }
  .map .hue-query {
    --hue: var(--query);
  }
  .map .hue-key {
    --hue: var(--key);
  }
  .map .hue-value {
    --hue: var(--value);
  }
  .map .hue-weight {
    --hue: var(--weight);
  }
  .map .hue-norm {
    --hue: var(--norm);
  }
  .map .hue-feed-forward {
    --hue: var(--feed-forward);
  }
  .map .reads {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
    width: 116px;
    color: var(--ink-2);
  }
  .map .reads b {
    font: 700 14px / 1 var(--serif);
    color: var(--ink);
  }

  .map.rail {
    width: 44px;
  }
  .map.rail :is(h2, h3, .reads),
  .map.rail :is(.stream, .sublayer)::after,
  .map.rail .stream .folded::after {
    display: none;
  }
  .map.rail button:not(.folded) .line {
    display: none;
  }
  .map.rail :is(.stream button, .group, .projections) {
    width: 44px;
  }
  .map.rail .unfolded {
    margin: 0 -4px 10px;
    padding: 4px;
    border-radius: 4px;
  }
  /* Side by side they would be too narrow to be hit. */
  .map.rail .projections {
    display: block;
  }
  .map.rail .projections canvas.thumbnail {
    height: 14px;
  }
  .map.rail .staged::before {
    inset: -5px -17px -6px -4px;
  }
  .map.rail .staged::after {
    inset: -4px -16px -5px -4px;
  }

  .map.tiles {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(64px, 1fr));
    gap: 4px;
  }
  .map.tiles button {
    min-width: 0;
    margin: 0;
    padding: 4px 6px 6px;
    border-radius: 5px;
  }
  .map.tiles [aria-current='true'] {
    background: var(--sheet);
  }
  .map.tiles [aria-current='true'] .name {
    font-weight: 700;
    color: var(--ink);
  }
  .map.tiles canvas.thumbnail {
    height: 8px;
  }
  .map.tiles .heads-line canvas.thumbnail {
    height: 10px;
    margin-bottom: 2px;
  }
`;
