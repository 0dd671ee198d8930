import { css } from 'lit';

/// Looks that many sheets share. A rule takes one by its name, `${look.quiet}`, and adds its own.

/** What a chapter asks, above the picture while the page scrolls. */
export const pinned = css`
  position: sticky;
  z-index: 3;
  top: 0;
  max-height: 46vh;
  margin-bottom: 12px;
  padding: 8px 0;
  overflow-y: auto;
  border-bottom: 1.5px solid var(--ink);
  background: var(--paper);
`;

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

/** What has the keyboard. */
export const focusRing = css`
  outline: 2px solid var(--ink);
  outline-offset: 2px;
`;

/** What leads somewhere. */
export const underlined = css`
  text-decoration: underline;
  text-underline-offset: 3px;
`;

/** What is chosen in a row of words. */
export const chosenWord = css`
  text-decoration: underline;
  text-underline-offset: 4px;
  text-decoration-thickness: 2px;
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

/** What is pressed, or right. */
export const inverted = css`
  background: var(--ink);
  color: var(--paper);
`;

/** A file's field, of which its label alone is seen. */
export const behindLabel = css`
  position: absolute;
  width: 1px;
  height: 1px;
  opacity: 0;
`;

/** The button that goes on. */
export const onward = css`
  min-height: 44px;
  padding: 8px 20px;
  border-radius: 4px;
  background: var(--ink);
  color: var(--paper);
  font: 600 15px var(--sans);
`;

/** A button with a frame. */
export const outlined = css`
  border: 1px solid var(--ink-2);
  border-radius: 3px;
`;

/** A field or a menu that is part of a sentence. */
export const menuLine = css`
  border: 0;
  border-bottom: 1px dotted var(--ink-2);
  border-radius: 0;
  background: none;
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

/** A slider in the colour of text. */
export const slider = css`
  margin: 0;
  accent-color: var(--ink);
  touch-action: pan-y;
`;

/** What a field says while it is empty. */
export const placeholder = css`
  color: var(--ink-2);
  opacity: 1;
`;

/** Figures that stand below one another. */
export const tabular = css`
  font-stretch: condensed;
  font-variant-numeric: tabular-nums lining-nums;
`;

/** What is in the middle of its button. */
export const centred = css`
  display: grid;
  place-items: center;
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

/** A word that can be chosen, or is. */
export const offered = css`
  text-decoration: underline;
  text-underline-offset: 4px;
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

/** One of a row of tabs. */
export const tab = css`
  min-height: 32px;
  border-bottom: 2px solid transparent;
  color: var(--ink-2);
`;

/** A field that is a line, with the keyboard in it. */
export const focusLine = css`
  border-bottom: 2px solid var(--ink);
  margin-bottom: -1px;
  outline: 0;
`;

/** An answer that was not given, once another was. */
export const settled = css`
  border-color: var(--line);
  color: var(--ink-2);
  cursor: default;
`;

/** An option of a question. */
export const option = css`
  padding: 4px 12px;
  border: 1.5px solid var(--ink);
  border-radius: 4px;
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
