import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { signedScale } from '../render/color';
import { msgHtml } from '../render/msg-html';
import { positive, signed, weight } from '../state/format';
import type { WeightChain } from '../state/weight-chain';
import { msgParts } from '../words/msg';
import { vectorStrip } from './vector-strip';
import { divisorOf, operandGrid, operands, whyInWords } from './why-numbers';

const operandHeight = 17;
const listHead = 136;
const titleHeight = 32;
const listFoot = 44;

/** Lists narrower than this set query and key on a line of their own. */
const roomy = 290;
const ownLine = 34;

/** Height of the titled list, which is known before it is drawn, because arches pass beside it. */
export function foldHeight(n: WeightChain, width: number): number {
  const lines = Math.ceil(n.dK / operandGrid(n, width).columns);
  return listHead + (width < roomy ? ownLine : 0) + lines * operandHeight + listFoot;
}

function elbow(x: number, from: number, to: number): SVGTemplateResult {
  return svg`<path class="joint" d="M${x} ${from}V${to - 5}q0 5 5 5h4"></path>`;
}

function listArt(n: WeightChain, width: number, titled: boolean): TemplateResult {
  const down = width < roomy ? ownLine : 0;
  const start = down ? 36 : 36 + signed(n.score, 3).length * 7 + 22;
  const strip = (Math.min(width, 420) - start - 18) / 2;
  const box = { y: 112 + down, width: strip, height: 13 };
  const second = start + strip + 18;
  const rule = n.shift === 0 ? 'eˢ ÷ Σ eˢ' : `eˢ⁻ᵐ ÷ Σ eˢ⁻ᵐ, m = ${signed(n.shift, 3)}`;
  const top = titled ? 0 : titleHeight;
  const height = listHead + down - 4;
  const divided = n.divisor === 1 ? '' : ` = ${signed(n.score, 3)} ÷ ${divisorOf(n)}`;
  const asked = svg`<tspan class="weight">${weight(n.weight)}</tspan>`;
  const from = svg`<tspan class="query">${n.from}</tspan>`;
  const to = svg`<tspan class="key">${n.to}</tspan>`;
  return html`<svg
    width=${width}
    height=${height - top}
    viewBox="0 ${top} ${width} ${height - top}"
    role="img"
    aria-label=${whyInWords(n)}
  >
    ${titled ? svg`<text class="title" y="24">${n.changed && width >= roomy ? msgParts`Why was it ${asked} ?` : msgParts`Why ${asked} ?`}</text>` : ''}
    <text class="b" y="54">
      <tspan class="weight">${weight(n.weight, 4)}</tspan> = ${positive(n.power)} ÷
      ${positive(n.sum)}
    </text>
    ${down ? '' : svg`<text class="serif m" x=${width} y="54" text-anchor="end">${rule}</text>`}
    ${elbow(5, 60, 76)}
    <text class="b" x="18" y="81">s = ${signed(n.scaled, 3)}${divided}</text>
    ${elbow(23, 87, 119)}
    <text class="b" x="36" y="124">${signed(n.score, 3)} =${down ? ' q · k' : ''}</text>
    <text class="t11 m" x=${start} y=${106 + down}>${msgParts`query of ${from}`}</text>
    <text class="t11 m" x=${second} y=${106 + down}>${msgParts`key of ${to}`}</text>
    ${vectorStrip(n.query, signedScale('query', n.bounds.query), { x: start, ...box })}
    <text class="b" x=${start + strip + 9} y=${123 + down} text-anchor="middle">·</text>
    ${vectorStrip(n.key, signedScale('key', n.bounds.key), { x: second, ...box })}
  </svg>`;
}

/** The indented list: each line opens one number of the line above. */
export function whyList(n: WeightChain, width: number, titled: boolean): TemplateResult {
  return html`${listArt(n, width, titled)}${operands(n, operandGrid(n, width))}
    <p class="source">
      ${msgHtml`Query and key are <i>x</i>&nbsp;·&nbsp;<i>W</i><sub>Q</sub> and
      <i>x</i>&nbsp;·&nbsp;<i>W</i><sub>K</sub>; <i>x</i> is ${n.from} and ${n.to}, ${n.input}.`}
    </p>`;
}
