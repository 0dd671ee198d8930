import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { type Scale, signedScale } from '../render/color';
import { counted, positive, signed, weight } from '../state/format';
import type { WeightChain } from '../state/weight-chain';
import { msg, msgParts } from '../words/msg';
import { vectorStrip } from './vector-strip';
import { divisorOf, operandGrid, operands, whyInWords } from './why-list';

/** Places of the tree's nodes: the root at the left, operands to the right, back in time. */
const title = 0;
/** Where the drawing begins without its title. */
const untitled = 130;
const root = 178;
const branch = 278;
const products = { x: 516, width: 124, above: 30, below: 16 };
const strips = { x: 670, width: 112, height: 12 };
const source = { x: 868, width: 92 };
const upper = 46;
const lower = 118;
const height = 146;

/** From here on the rows that query and key were projected from fit as well. */
const sourceFrom = 1040;

function link(x1: number, y1: number, x2: number, y2: number, role = ''): SVGTemplateResult {
  const m = (x1 + x2) / 2;
  return svg`<path class="joint ${role}" d="M${x1} ${y1}C${m} ${y1} ${m} ${y2} ${x2} ${y2}"></path>`;
}

function node(x: number, y: number, value: string, name: string, style = ''): SVGTemplateResult {
  return svg`<text class="node ${style}" x=${x} y=${y} text-anchor="middle">${value}</text>
    <text class="t11 m" x=${x} y=${y + 16} text-anchor="middle">${name}</text>`;
}

/** Width of a bold number, 16 px high unless told. */
function numberWidth(text: string, size = 16): number {
  return text.length * size * 0.54;
}

/** Centres of scaled and score, so that the links between the numbers of the chain are equally long. */
function chainPlaces(n: WeightChain) {
  const [power, scaled, score] = [positive(n.power), signed(n.scaled, 3), signed(n.score, 3)].map(
    (text) => numberWidth(text),
  ) as [number, number, number];
  const start = branch + power / 2;
  const link = (products.x - 6 - start - scaled - score) / 3;
  const first = start + link + scaled / 2;
  return { scaled: first, score: first + scaled / 2 + link + score / 2, link, power };
}

/** Index of the product that counts most. */
function largestOf(values: readonly number[]): number {
  return values.reduce((best, v, i) => (Math.abs(v) > Math.abs(values[best] ?? 0) ? i : best), 0);
}

/** All e^s side by side, as long as their share of the sum. */
function sumBar(n: WeightChain): SVGTemplateResult {
  const order = n.terms.map((_, j) => j).sort((a, b) => powerOf(n, b) - powerOf(n, a));
  const [x, width, y] = [branch + 58, 300, lower - 13];
  let edge = x;
  const bars = order.map((j, place) => {
    const share = (powerOf(n, j) / n.sum || 0) * width;
    const bar = svg`<rect class=${place ? 'rest' : ''} x=${edge} y=${y}
      width=${Math.max(0.3, share - 1)} height="12"></rect>`;
    edge += share;
    return bar;
  });
  return svg`<g class="sum-bar">${bars}</g>
    <text class="t11 m" x=${x} y=${y + 27}>${sumInWords(n, order)}</text>`;
}

const powerOf = (n: WeightChain, j: number) => n.terms[j]?.power ?? 0;

/** `17.801 “animal” + 9.377 “it” + 3.382 “the” + 3.595 from eight words`. */
function sumInWords(n: WeightChain, order: readonly number[]): string {
  const named = order
    .slice(0, 3)
    .map((j) => `${positive(powerOf(n, j))} ${msg`“${n.terms[j]?.word}”`}`);
  const rest = order.slice(3);
  if (rest.length === 0) return named.join('  +  ');
  const left = rest.reduce((total, j) => total + powerOf(n, j), 0);
  const others = msg`${positive(left)} from ${counted(rest.length)} {1:word|words}`;
  return [...named, others].join('  +  ');
}

/** The products as bars on one zero line, the largest one boxed and spelled out. */
function productBars(n: WeightChain): SVGTemplateResult {
  const { x, width } = products;
  const cell = width / n.dK;
  const most = largestOf(n.products);
  const high = Math.max(1e-12, ...n.products);
  const low = Math.max(1e-12, ...n.products.map((p) => -p));
  const unit = Math.min(products.above / high, products.below / low);
  const y = upper - 4;
  const bars = n.products.map((p, i) => {
    const size = Math.abs(p) * unit || 0;
    return svg`<rect class=${p < 0 ? 'below' : ''} x=${x + i * cell + cell * 0.13}
      y=${p < 0 ? y : y - size} width=${cell * 0.74} height=${size}></rect>`;
  });
  // What the room between the bars and the strips holds.
  const digits = Math.abs(n.products[most] ?? 0) < 100 ? 3 : 2;
  const [q, k, p] = [n.query[most] ?? 0, n.key[most] ?? 0, n.products[most] ?? 0];
  return svg`<g class="products">${bars}</g>
    <path class="zero" d="M${x} ${y}h${width}"></path>
    <text class="t11 m" x=${x + width / 2} y=${upper + 31} text-anchor="middle">${n.scoreChanged ? msg`changed; the products are` : msg`${n.dK} products add up`}</text>
    <text class="t11" x=${x + width / 2} y=${upper + 47} text-anchor="middle"
      >${msg`no. ${most + 1}: ${signed(q, digits)} × ${signed(k, digits)} = ${signed(p, digits)}`}</text>`;
}

function boxes(n: WeightChain): SVGTemplateResult {
  const most = largestOf(n.products);
  const cell = strips.width / n.dK;
  const box = (y: number) =>
    svg`<rect class="box" x=${strips.x + most * cell - 1.5} y=${y - 2} width=${cell + 2.4} height="16"></rect>`;
  return svg`${box(28)}${box(74)}`;
}

interface Leaf {
  readonly y: number;
  /** Above or below the strip. */
  readonly nameY: number;
  readonly role: 'query' | 'key';
  readonly letter: 'Q' | 'K';
  readonly word: string;
  readonly id: number;
  readonly vector: ArrayLike<number>;
  readonly scale: Scale;
  readonly input: ArrayLike<number>;
}

function leaf(n: WeightChain, at: Leaf, withSource: boolean): SVGTemplateResult {
  const { x, width } = strips;
  const word = svg`<tspan class=${at.role}>${at.word}</tspan>`;
  return svg`${link(products.x + products.width + 6, upper - 4, x - 4, at.y + 6, at.role)}
    <text class="t11 m" x=${x} y=${at.nameY}>${at.role === 'query' ? msgParts`query of ${word}` : msgParts`key of ${word}`}</text>
    <g class="mark" data-role=${at.role}>
      ${vectorStrip(at.vector, at.scale, { x, y: at.y, width, height: strips.height })}
    </g>
    ${link(x + width + 4, at.y + 6, x + width + 20, at.y + 6)}
    <text class="serif" x=${x + width + 24} y=${at.y + 10}><tspan font-style="italic">x</tspan>
      · <tspan font-style="italic">W</tspan><tspan class="t11" dy="3">${at.letter}</tspan></text>
    ${withSource ? sourceOf(n, at) : ''}`;
}

function sourceOf(n: WeightChain, at: Leaf): SVGTemplateResult {
  const { x, width } = source;
  const box = { x, y: at.y, width, height: strips.height };
  const after = x + width + 4;
  return svg`${link(x - 20, at.y + 6, x - 4, at.y + 6)}
    ${vectorStrip(at.input, signedScale('residual', n.bounds.input), box)}
    <text class="t11 m" x=${x} y=${at.nameY}>${at.word}, ${n.input}</text>
    ${link(after, at.y + 6, after + 12, at.y + 6)}
    <text class="t12" x=${after + 16} y=${at.y + 10}>${msg`row ${at.id}`}</text>`;
}

function leaves(n: WeightChain, withSource: boolean): SVGTemplateResult {
  const query: Leaf = {
    y: 28,
    nameY: 22,
    role: 'query',
    letter: 'Q',
    word: n.from,
    id: n.fromId,
    vector: n.query,
    scale: signedScale('query', n.bounds.query),
    input: n.fromInput,
  };
  const key: Leaf = {
    y: 74,
    nameY: 99,
    role: 'key',
    letter: 'K',
    word: n.to,
    id: n.toId,
    vector: n.key,
    scale: signedScale('key', n.bounds.key),
    input: n.toInput,
  };
  const x = source.x + source.width + 20;
  return svg`${leaf(n, query, withSource)}
    <text class="b" x=${strips.x + strips.width / 2} y="63" text-anchor="middle">×</text>
    ${leaf(n, key, withSource)}
    ${withSource ? svg`<text class="t11 m" x=${x} y="99">${msg`embedding`}</text>` : ''}`;
}

function chain(n: WeightChain): SVGTemplateResult {
  const y = upper;
  const rootY = upper + 20;
  const at = chainPlaces(n);
  const gap = 5;
  const edge = root + numberWidth(weight(n.weight, 4), 22) / 2 + 2;
  const first = branch + at.power / 2;
  const last = at.score + numberWidth(signed(n.score, 3)) / 2;
  const middle = (at.scaled + at.score) / 2;
  return svg`${node(root, rootY, weight(n.weight, 4), `${n.from} → ${n.to}`, 'root')}
    ${link(edge, rootY - 6, branch - 36, y - 5)}${link(edge, rootY - 6, branch - 36, lower - 8)}
    ${node(branch, y, positive(n.power), msg`e to the ${signed(n.scaled - n.shift, 3)}`)}
    <text class="b" x=${branch} y="88" text-anchor="middle">÷</text>
    ${node(branch, lower - 3, positive(n.sum), msg`sum of ${n.terms.length}`)}
    ${link(branch + 34, lower - 8, branch + 52, lower - 8)}
    ${link(first + gap, y - 5, first + at.link - gap, y - 5)}
    <text class="t11 m" x=${first + at.link / 2} y=${y - 15} text-anchor="middle"
      >${n.shift === 0 ? '' : `− ${signed(n.shift, 3)}`}</text>
    ${node(at.scaled, y, signed(n.scaled, 3), 'scaled')}
    ${link(middle - at.link / 2 + gap, y - 5, middle + at.link / 2 - gap, y - 5)}
    ${node(at.score, y, signed(n.score, 3), 'score')}
    <text class="t11 m" x=${middle} y=${y - 15} text-anchor="middle">${n.divisor === 1 ? '' : `÷ ${divisorOf(n)}`}</text>
    ${link(last + gap, y - 5, products.x - 6, y - 5)}`;
}

function titleArt(n: WeightChain): SVGTemplateResult {
  const asked = svg`<tspan class="weight">${weight(n.weight)}</tspan>`;
  return svg`<text class="title" x=${title} y="30">${n.changed ? msgParts`Why was it ${asked} ?` : msgParts`Why ${asked} ?`}</text>`;
}

/** The tree: weight ← e^s ÷ Σ ← scaled ← score ← products ← query and key. */
export function whyTree(n: WeightChain, width: number, titled: boolean): TemplateResult {
  const left = titled ? title : untitled;
  const right = left + width;
  return html`<svg width=${width} height=${height} viewBox="${left} 0 ${width} ${height}"
      role="img" aria-label=${whyInWords(n)}>
      ${titled ? titleArt(n) : ''}${chain(n)}${sumBar(n)}${productBars(n)}${boxes(n)}
      ${leaves(n, right >= sourceFrom)}
    </svg>
    <details>
      <summary>${msg`all ${n.dK} products`}</summary>
      ${operands(n, operandGrid(n, width))}
    </details>`;
}
