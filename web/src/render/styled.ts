import { noChange } from 'lit';
import { type AttributePart, Directive, directive } from 'lit/directive.js';

/** CSS properties by camelCase name; undefined removes one. */
export type Styles = Readonly<Record<string, string | undefined>>;

/**
 * `style=${styled({left: '4px'})}`: sets properties on the element's style object, from the first
 * rendering on. Lit's own `styleMap` begins with a `style` attribute, which a page whose
 * Content-Security-Policy forbids inline styles throws away.
 */
class StyledDirective extends Directive {
  private set: Styles = {};

  render(_styles: Styles): typeof noChange {
    return noChange;
  }

  override update(part: AttributePart, [styles]: [Styles]): typeof noChange {
    const { style } = part.element as HTMLElement;
    // The browser takes what is set again for a change, and parses it.
    for (const name of Object.keys({ ...this.set, ...styles }))
      if (styles[name] !== this.set[name]) Reflect.set(style, name, styles[name] ?? '');
    this.set = styles;
    return noChange;
  }
}

export const styled = directive(StyledDirective);
