/** Ctrl+P or ⌘P, and no other key with them. */
export const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'p' && !altKey && !shiftKey && ctrlKey !== metaKey;
