import { css } from 'lit';

/// Looks of what can be pressed or filled in. Sheets take them from the palette, as `${look.act}`.

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

/** What is in the middle of its button. */
export const centred = css`
  display: grid;
  place-items: center;
`;

/** A word that can be chosen, or is. */
export const offered = css`
  text-decoration: underline;
  text-underline-offset: 4px;
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

/** A field for a text of several lines. */
export const textArea = css`
  box-sizing: border-box;
  width: 100%;
  padding: 8px;
  border: 1px solid var(--line);
  background: var(--sheet);
  color: inherit;
  font: 13px / 1.4 var(--sans);
`;

/** A button that acts on a picture. */
export const act = css`
  min-height: 32px;
  padding: 4px 12px;
  ${outlined}
`;

/** A number that can be asked. */
export const askable = css`
  min-height: 24px;
  text-decoration: underline dotted 1px;
  text-underline-offset: 3px;
`;

/** A control under the pointer. */
export const lifted = css`
  border-color: var(--ink);
  background: var(--sheet);
`;

/** A control that was taken. */
export const taken = css`
  border-color: var(--ink);
  color: var(--ink);
`;

/** A control that is pressed, among others with a frame. */
export const pressed = css`
  border-color: var(--ink);
  font-weight: 700;
`;
