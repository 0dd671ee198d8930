import type { Store } from '../state/store';

/** Shows a figure in light colours until the function that it returns is called. */
export function inLightColours(host: HTMLElement, store: Store): () => void {
  const { theme } = store.state;
  const own = host.hasAttribute('theme');
  const show = (as: typeof theme) => store.dispatch({ type: 'theme', theme: as }, 'figure');
  show('light');
  return () => {
    show(theme);
    // What is shown is written to the attribute, where the page has written none.
    if (!own) host.removeAttribute('theme');
  };
}
