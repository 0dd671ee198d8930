// The types of the npm package's element, made of what its comments say.

const comment = (text, indent) => {
  const lines = [];
  for (const word of text.replaceAll('*/', '* /').split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 90) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return [
    `${indent}/**`,
    ...lines.map((line) => `${indent} * ${line}`.trimEnd()),
    `${indent} */`,
  ].join('\n');
};

const documented = (each, line) => `${comment(each.text, '  ')}\n  ${line}`;

const handler = ({ name, type }) => `'on${name}'?: (event: ${type}) => void;`;

/** `element.d.ts`: the element's class, its attributes, its events. */
export function elementTypes({ attributes, events, methods }) {
  const values = attributes.map((each) => documented(each, `${each.name}?: ${each.type};`));
  const properties = attributes.map((each) =>
    documented(each, `${each.name}: ${each.type} | null | undefined;`),
  );
  const calls = methods.map((each) =>
    documented(each, `${each.name}(${each.parameters ?? ''}): ${each.type};`),
  );
  return `// Made of the element's own documentation. Importing 'fovea' defines the element in browsers.
import type { Tensor } from './core.js';

export type { Tensor };

/** Values of the element's attributes. */
export interface FoveaAttributes {
${values.join('\n')}
}

/** Detail of \`fovea-change\`: the value that each attribute would have. */
export type FoveaChange = { readonly [Name in keyof FoveaAttributes]-?: string | number | boolean };

export interface FoveaEventMap {
${events.map((each) => documented(each, `'${each.name}': ${each.type};`)).join('\n')}
}

export interface FoveaEncoder extends HTMLElement {
${[...properties, ...calls].join('\n')}
  addEventListener<K extends keyof FoveaEventMap>(
    type: K,
    listener: (this: FoveaEncoder, event: FoveaEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'fovea-encoder': FoveaEncoder;
  }
}
`;
}

/** `react.d.ts`: the element in JSX, of React 19. */
export const reactTypes = ({ events }) => `// import type {} from 'fovea/react';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { FoveaAttributes, FoveaEncoder, FoveaEventMap } from './element.js';

type Events = {
${events.map(({ name }) => `  ${handler({ name, type: `FoveaEventMap['${name}']` })}`).join('\n')}
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'fovea-encoder': DetailedHTMLProps<HTMLAttributes<FoveaEncoder>, FoveaEncoder> &
        FoveaAttributes &
        Events;
    }
  }
}
`;

/** `vue.d.ts`: the element in templates of Vue 3. */
export const vueTypes = ({ events }) => `// import type {} from 'fovea/vue';
import type { DefineComponent } from 'vue';
import type { FoveaAttributes, FoveaEventMap } from './element.js';

type Events = {
${events
  .map(({ name }) => {
    const camel = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    return `  ${handler({ name: camel[0].toUpperCase() + camel.slice(1), type: `FoveaEventMap['${name}']` })}`;
  })
  .join('\n')}
};

declare module 'vue' {
  interface GlobalComponents {
    'fovea-encoder': DefineComponent<FoveaAttributes & Events>;
  }
}
`;
