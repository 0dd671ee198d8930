import { css } from 'lit';

export * from './control-looks.css';

/// Looks that many sheets share. A rule takes one by its name, `${look.quiet}`, and adds its own.

/** A drawing over its box; the pointer goes through. */
export const overlay = css`
  position: absolute;
  inset: 0;
  overflow: visible;
  pointer-events: none;
`;

/** The word in focus. */
export const ownWord = css`
  color: var(--query);
  font-weight: 700;
  text-decoration: underline;
  text-underline-offset: 3px;
`;

/** One line, cut where it is too long. */
export const ellipsis = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** A list without its marks. */
export const plainList = css`
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** The heading of a panel. */
export const heading = css`
  margin: 0;
  font: 700 17px / 1.3 var(--serif);
`;

/** Said beside a picture. */
export const quiet = css`
  font-size: 12px;
  color: var(--ink-2);
`;

/** Said at the smallest size that is read. */
export const quietest = css`
  font-size: 11px;
  color: var(--ink-2);
`;

/** What is chosen, or counts most. */
export const strong = css`
  color: var(--ink);
  font-weight: 700;
`;

/** A row of words and controls that wraps. */
export const wrapping = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
`;

/** A row that wraps. */
export const row = css`
  display: flex;
  flex-wrap: wrap;
`;

/** A row from edge to edge. */
export const spread = css`
  display: flex;
  justify-content: space-between;
`;

/** Figures that stand below one another. */
export const tabular = css`
  font-stretch: condensed;
  font-variant-numeric: tabular-nums lining-nums;
`;

/** A card above the page. */
export const onPaper = css`
  border: 1.2px solid var(--ink);
  background: var(--paper);
`;

/** Drawn over what the pointer reaches. */
export const drawnOver = css`
  position: absolute;
  inset: 0;
  pointer-events: none;
`;

/** The box that a drawing is positioned in. */
export const drawingBox = css`
  position: relative;
  max-width: 100%;
`;

/** Two columns where both have room. */
export const twoColumns = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr));
  gap: 0 24px;
  align-items: start;
`;

/** What is said of the word in focus. */
export const ofFocus = css`
  font-weight: 700;
  color: var(--query);
`;

/** What is said of the head that is open. */
export const ofHead = css`
  font-weight: 700;
  color: var(--weight);
`;

/** The page's name. */
export const wordmark = css`
  margin: 0;
  font: italic 700 20px / 1 var(--serif);
`;

/** A line of explanation beside larger text. */
export const hint = css`
  font: 12px / 1.4 var(--sans);
  color: var(--ink-2);
`;

/** A page of text; its sheet says how wide it is. */
export const reading = css`
  margin: 0 auto;
  padding: 12px 0 32px;
  font: 16px / 1.45 var(--serif);
  text-wrap: pretty;
`;

/** The same on paper. */
export const printed = css`
  max-width: none;
  padding: 0;
  font-size: 13px;
`;

/** The ways on, below such a text. */
export const waysOn = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 18px;
  margin: 14px 0;
  font: 14px var(--sans);
`;

/** What cannot be concluded from a picture, as a list below it. */
export const limits = css`
  max-width: 72ch;
  margin: 4px 0;
  padding-inline-start: 20px;
  font: 15px / 1.4 var(--serif);
`;

/** A figure's caption, in whole sentences. */
export const caption = css`
  margin: 10px 0 0;
  font: 17px / 1.35 var(--serif);
`;

/** The line below a picture that says what the pointer is on. */
export const readout = css`
  min-height: 20px;
  margin: 6px 0 0;
`;

/** The answer within a sentence. */
export const answerWord = css`
  font-style: normal;
  color: var(--query);
`;

/** The parts of a figure, one below the other. */
export const panels = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  margin: 0;
`;

/** Drawn around what is lit up. */
export const contour = css`
  fill: none;
  stroke: var(--ink);
  stroke-width: 1.5;
`;

/** Two pictures side by side. */
export const pair = css`
  display: flex;
  gap: 28px;
`;

/** Paragraphs, one below the other. */
export const stacked = css`
  display: grid;
  gap: 8px;
  align-content: start;
`;
