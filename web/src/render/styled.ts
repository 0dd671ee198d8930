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
  private set: ReadonlySet<string> = new Set();

  render(_styles: Styles): typeof noChange {
    return noChange;
  }

  override update(part: AttributePart, [styles]: [Styles]): typeof noChange {
    const { style } = part.element as HTMLElement;
    const names = new Set(Object.keys(styles).filter((name) => styles[name] !== undefined));
    for (const name of names) Reflect.set(style, name, styles[name]);
    for (const name of this.set) if (!names.has(name)) Reflect.set(style, name, '');
    this.set = names;
    return noChange;
  }
}

export const styled = directive(StyledDirective);
