// Draws how often answers are right by how probable they are, from what
// `fovea eval SENTENCES --model MODEL --json` prints: node scripts/calibration-figure.mjs < JSON > SVG
import { text } from 'node:stream/consumers';

const side = 300;
const left = 46;
const top = 12;
const most = 9;

const style = `
  svg { font: 12px system-ui, sans-serif; --ink: #1f2328; --soft: #59636e; --grid: #d9dee3; --page: #fff; --mark: #0b5cad; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --soft: #9aa5b1; --grid: #333b44; --page: #0d1117; --mark: #6cb6ff; }
  }
  .page { fill: var(--page); } .grid { stroke: var(--grid); fill: none; } .even { stroke: var(--soft); stroke-dasharray: 4 4; }
  .tick { fill: var(--soft); } .label { fill: var(--ink); } .answers { fill: var(--mark); fill-opacity: .75; }
`;

const x = (share) => left + share * side;
const y = (share) => top + (1 - share) * side;

const word = (at, down, kind, content, anchor = 'middle', more = '') =>
  `<text x="${at}" y="${down}" class="${kind}" text-anchor="${anchor}"${more}>${content}</text>`;

function ticks() {
  return [0, 0.25, 0.5, 0.75, 1]
    .map(
      (share) =>
        `<path class="grid" d="M${x(0)} ${y(share)}H${x(1)}M${x(share)} ${y(0)}V${y(1)}"/>` +
        word(x(share), y(0) + 18, 'tick', share) +
        word(x(0) - 6, y(share) + 4, 'tick', share, 'end'),
    )
    .join('');
}

/** A disc for each bin, its area as the number of its answers. */
function discs(bins) {
  const largest = Math.max(...bins.map(({ answers }) => answers));
  return bins
    .filter(({ answers }) => answers > 0)
    .map(({ answers, confidence, right }) => {
      const radius = Math.max(2, most * Math.sqrt(answers / largest)).toFixed(1);
      const says = `${answers} answers of mean probability ${confidence.toFixed(2)}: ${right.toFixed(2)} right`;
      const at = `cx="${x(confidence).toFixed(1)}" cy="${y(right).toFixed(1)}"`;
      return `<circle class="answers" ${at} r="${radius}"><title>${says}</title></circle>`;
    })
    .join('');
}

const { calibration } = JSON.parse(await text(process.stdin));
const middle = top + side / 2;
console.log(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + side + 16} ${top + side + 44}" role="img" ` +
    `aria-label="How often answers are right, by their probability"><style>${style}</style>` +
    `<rect class="page" width="100%" height="100%"/>${ticks()}` +
    `<path class="grid even" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>${discs(calibration.bins)}` +
    word(x(0.5), y(0) + 36, 'label', 'probability of the answer') +
    word(12, middle, 'label', 'share right', 'middle', ` transform="rotate(-90 12 ${middle})"`) +
    '</svg>',
);
