import { html, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import type { State } from '../../state/state';
import { viewOf } from '../../state/views';
import { msg } from '../../words/msg';
import type { Size, View } from '../view';

/** An element of another file, by its tag. Until that file is there, a word is in its place. */
class Hosted extends Directive {
  private element: (HTMLElement & { requestUpdate?(): void }) | null = null;

  render(tag: string, properties: object): HTMLElement {
    if (this.element?.localName !== tag) {
      this.element = document.createElement(tag);
      this.element.textContent = msg`Loading …`;
    }
    // Its theme is not among the properties: it is drawn again whenever its figure is.
    this.element.requestUpdate?.();
    return Object.assign(this.element, properties);
  }
}

export const hosted = directive(Hosted);

/**
 * A view that another file draws: `<fovea-ID>` gets what a view has as properties, and brings its
 * styles. One that plays gets its state anew at every time.
 */
export const hostedView = (id: string, plays = false): View<Size & { readonly state: State }> => ({
  ...{ id, styles: [] },
  layout: (state, { width, height }) => ({ state, width, height: height ?? 0 }),
  caption: () => null,
  words: () => '',
  speech: () => '',
  render: ({ state, ...size }, time, dispatch, answer) =>
    html`${hosted(`fovea-${id}`, { ...size, state: plays ? { ...state, time } : state, dispatch })}${viewOf(id)?.alone ? nothing : answer}`,
});
