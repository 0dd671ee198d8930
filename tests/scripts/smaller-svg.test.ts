import { expect, it } from 'vitest';
import { smallerSvg } from '../../scripts/lib/smaller-svg.mjs';

const font = 'font-family="Charter, serif"';

it('a picture is written with fewer digits, without what says nothing', () => {
  const path = '<path d="M1.23456 2L-0.04 3.96" stroke="none" stroke-width="2" fill="#fff"></path>';
  const line =
    '<line x1="0.5" stroke="#000" stroke-width="1" stroke-linecap="butt" transform="scale(0.25)"></line>';
  const texts = `<text x="1" ${font} font-weight="400">a</text><text x="2" ${font}> b </text>`;
  const svg = `<svg width="10"><g opacity="0.5">\n  <g fill="red" stroke-width="3">${path}</g></g><g></g>${line}${texts}</svg>`;
  expect(smallerSvg(svg)).toBe(
    `<svg ${font} width="10"><g opacity="0.5"><path d="M1.2 2L0 4" fill="#fff"/></g>` +
      '<line x1=".5" stroke="#000" transform="scale(0.25)"/><text x="1">a</text><text x="2"> b </text></svg>',
  );
});
