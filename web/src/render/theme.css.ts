import { css, unsafeCSS } from 'lit';
import { type Palette, palettes } from './color';

/** A palette as custom properties, and the text colours that depend on the theme (`cssInk`). */
function declarations(palette: Palette, blackWhite: string, whiteBlack: string) {
  const colors = Object.entries(palette).map(([name, value]) => `--${name}: ${value};`);
  const inks = `--black-white: ${blackWhite}; --white-black: ${whiteBlack};`;
  return unsafeCSS(`${colors.join(' ')} ${inks}`);
}

const light = declarations(palettes.light, 'black', 'white');
const dark = declarations(palettes.dark, 'white', 'black');

/**
 * The tokens of the house style, for the shadow root of the page's element. The element reflects
 * its theme as an attribute: `theme="light"`, `theme="dark"`, or anything else to follow the page
 * around it, whose theme is in the attribute `shade`, and the system where there is none.
 */
export const themeStyles = css`
  :host {
    ${light}
    color-scheme: light;
    --serif: Charter, 'Bitstream Charter', 'Iowan Old Style', 'Palatino Linotype', Georgia,
      'DejaVu Serif Condensed', serif;
    --sans: 'Avenir Next', 'Segoe UI Variable Text', 'Segoe UI', 'Helvetica Neue',
      'DejaVu Sans Condensed', system-ui, sans-serif;
    --ease: cubic-bezier(0.2, 0, 0, 1);
    background: var(--paper);
    color: var(--ink);
    font: 13px / 1.35 var(--sans);
    font-stretch: condensed;
    font-variant-numeric: tabular-nums lining-nums;
    /* What text inherits from the page around it. */
    direction: ltr;
    letter-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-spacing: normal;
    overflow-wrap: normal;
    word-break: normal;
    hyphens: manual;
    list-style: none;
    cursor: auto;
    text-rendering: auto;
    font-kerning: auto;
    font-feature-settings: normal;
  }
  @media (prefers-color-scheme: dark) {
    :host {
      ${dark}
      color-scheme: dark;
    }
  }
  :host([shade='light']),
  :host([theme='light']) {
    ${light}
    color-scheme: light;
  }
  :host([shade='dark']:not([theme='light'])),
  :host([theme='dark']) {
    ${dark}
    color-scheme: dark;
  }
`;
