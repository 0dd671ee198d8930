import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

/** Addresses that are no script: others of the page, of the web, and none, which is the page itself. */
const allowed = /^(https?:|[./]|[\w./-]*$)/;

/** What the figure around an element, or one further out, has in its attribute `article`. */
function articleAround(element: Element): string | null {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return null;
  return root.host.getAttribute('article') ?? articleAround(root.host);
}

class InGlossary extends Directive {
  render(_id: string): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [id]: [string]): unknown {
    // It is not in its figure yet when it is drawn for the first time.
    queueMicrotask(() => {
      const article = articleAround(element);
      if (article === null || !allowed.test(article)) element.removeAttribute('href');
      else element.setAttribute('href', `${article}#${id}`);
    });
    return noChange;
  }
}

/** Makes a link of an `<a>`, into the article's glossary, where a figure says that there is an article. */
export const inGlossary = directive(InGlossary);
