import { css, html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import * as look from '../../render/palette.css';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { percent } from '../../state/format';
import { likelihood } from '../../state/prediction';
import { msg } from '../../words/msg';
import { svgMarks } from '../kit/svg-marks';
import type { View } from '../view';
import { captionFor, cellCaption } from './caption';
import { standingArches } from './figure-marks';
import { placed, swapHandle, wordHandles } from './handles';
import { type Amount, between, layoutOpening, type OpeningScene } from './opening-layout';
import { attentionStyles } from './styles.css';

/** The opening: words and arches, large, with what is written among them. */
const openingStyles = css`
  .opening .plane {
    position: relative;
  }
  .opening .arches {
    ${look.overlay}
  }
  .opening .piece {
    height: 40px;
    line-height: 38px;
  }
  .opening.rows .word .piece {
    height: 28px;
    line-height: 25px;
  }
  .opening :is(.amount, .of-what, .change, .guess, .about) {
    position: absolute;
    margin: 0;
  }
  .opening .amount {
    font-size: 13px;
    line-height: 20px;
    ${look.ofHead}
    text-align: center;
    pointer-events: none;
    -webkit-text-stroke: 5px var(--paper);
    paint-order: stroke fill;
  }
  .opening .amount.inside {
    font-size: 15px;
    color: var(--paper);
    -webkit-text-stroke: 0;
  }
  .opening .beside-pin {
    padding: 0 2px;
    background: var(--paper);
  }
  .opening.rows .amount {
    font-weight: 400;
    line-height: 28px;
    text-align: end;
  }
  .opening.rows .amount.most {
    font-size: 17px;
    font-weight: 700;
  }
  .opening :is(.of-what, .change, .guess span) {
    ${look.quiet}
  }
  .opening .of-what {
    ${look.ellipsis}
    line-height: 28px;
  }
  .opening .change {
    text-align: center;
    white-space: nowrap;
  }
  .opening .guess {
    padding-top: 20px;
    text-align: center;
    pointer-events: none;
  }
  .opening .guess .stem {
    position: absolute;
    top: 0;
    height: 18px;
    border-left: 1px solid var(--ink-2);
  }
  .opening .guess > span:not(.odds) {
    display: block;
  }
  .opening .guess b {
    font: 700 26px / 34px var(--serif);
  }
  .opening .guess .odds {
    font-size: 15px;
  }
  .opening.rows .guess {
    padding: 0;
    text-align: end;
    white-space: nowrap;
  }
  .opening.rows .guess b {
    font: 700 20px / 28px var(--serif);
  }
  .opening.rows .guess .odds {
    font-size: 12px;
  }
  .opening .pill {
    font-size: 15px;
    line-height: 26px;
  }
  .opening.rows .pill {
    padding: 0 16px;
    border-radius: 18px;
    line-height: 34px;
  }
  .opening .about {
    font-size: 13px;
    line-height: 19px;
    color: var(--ink-2);
  }
`;

const px = (x: number) => `${x}px`;

function amount({ token, share, at, inside, besidePin }: Amount, { top }: OpeningScene) {
  const classes = [
    'amount',
    inside && 'inside',
    besidePin && 'beside-pin',
    token === top && 'most',
  ];
  return html`<span
    class=${classes.filter(Boolean).join(' ')}
    data-tensor="weights"
    data-token=${token}
    style=${placed(at)}
  >${percent(share)}</span>`;
}

/** Heights of a row, and of the guess in rows. */
const [rowHeight, guessHeight] = [28, 52];

/** In rows the words say what the numbers are where the largest is, unless the guess or the swap is there. */
function ofWhat({ kind, amounts, top, row, width, guess, swap }: OpeningScene) {
  const at = amounts.find(({ token }) => token === top)?.at;
  if (kind === 'columns' || !at) return nothing;
  const below = at.top - (guess?.at.top ?? Number.NEGATIVE_INFINITY);
  const toSwap = Math.abs(at.top + 14 - ((swap?.box.top ?? Number.POSITIVE_INFINITY) + 22));
  if ((below > -rowHeight && below < guessHeight) || toSwap < 36) return nothing;
  const left = at.left + (at.width ?? 0) + 8;
  return html`<span class="of-what" style=${placed({ ...at, left, width: width - left })}>
    ${msgHtml`of what “${row.tokens[row.focus]?.piece}” takes`}
  </span>`;
}

function guess({ guess: of, kind }: OpeningScene) {
  if (!of) return nothing;
  const { best, at } = of;
  return html`<p class="guess" style=${placed(at)}>
    ${of.stem !== null ? html`<i class="stem" style=${styled({ left: px(of.stem) })}></i>` : nothing}
    <span>${kind === 'columns' ? msg`the model’s guess for this word` : msg`the model’s guess`}</span>
    <b>${best.piece}</b> <span class="odds">${likelihood(best.probability)}</span>
  </p>`;
}

function swap(scene: OpeningScene, dispatch: Dispatch) {
  if (!scene.swap) return nothing;
  const { box } = scene.swap;
  const beneath = { left: box.left - 20, width: (box.width ?? 0) + 40, top: box.top + 40 };
  return html`${swapHandle(scene, box, dispatch)}
  ${
    scene.kind === 'columns'
      ? html`<span class="change" style=${placed(beneath)}>${msg`change the word`}</span>`
      : nothing
  }`;
}

/** What the arches are, for whoever has never seen a head. */
function about({ about: said }: OpeningScene) {
  return said ? html`<p class="about" style=${placed(said.at)}>${said.text}</p>` : nothing;
}

function render(scene: OpeningScene | null, _: number, dispatch: Dispatch): TemplateResult {
  if (!scene) return html`<div class="figure opening" aria-hidden="true"></div>`;
  const { kind, width, height, amounts } = scene;
  return html`<div class="figure opening ${kind}">
    <div class="plane" style=${styled({ width: px(width), height: px(height) })}>
      <svg class="art marks arches" width=${width} height=${height} aria-hidden="true">
        ${svgMarks(standingArches(scene), 0)}
      </svg>
      ${wordHandles(scene, dispatch)} ${amounts.map((each) => amount(each, scene))}
      ${ofWhat(scene)} ${guess(scene)} ${swap(scene, dispatch)} ${about(scene)}
    </div>
  </div>`;
}

/** The first thing that a new reader sees: the words, their arches, and what the model makes of them. */
export const openingView: View<OpeningScene | null> = {
  id: 'opening',
  styles: [attentionStyles, openingStyles],
  layout: layoutOpening,
  between,
  caption: (_, state) => captionFor(state),
  words: () => nothing,
  speech: (_, state) => cellCaption(state) || (captionFor(state)?.join(' ') ?? ''),
  render,
};
