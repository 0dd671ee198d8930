/// <reference types="vite/client" />

/** A file's bytes, decoded with each call from the text that scripts/vite/bytes.mjs makes of them. */
declare module '*?bytes' {
  const bytes: () => Uint8Array<ArrayBuffer>;
  export default bytes;
}

/** A file's bytes in base64. */
declare module '*?base64' {
  const text: string;
  export default text;
}

/** The page's languages, and what each calls itself, as scripts/vite/languages.mjs finds them. */
declare module 'fovea-languages' {
  export const languages: Readonly<Record<string, string>>;
}

/** The kinds of sentences that the shipped model misreads, as scripts/vite/model-card.mjs finds them in its card. */
declare module 'fovea-model-card' {
  type Kind = { readonly kind: string; readonly of: number; readonly right: number };
  export const card: { readonly name: string; readonly hard: readonly Kind[] };
}

/** Some 500 sentences, and pairs of marked ones below their headings, as scripts/vite/sentences.mjs finds them. */
declare module 'fovea-sentences' {
  export const sentences: readonly string[];
  export const pairs: readonly string[];
}

/** The sections of the article in their order, as scripts/vite/sections.mjs finds them. */
declare module 'fovea-sections' {
  export const sections: readonly { readonly id: string; readonly title: string }[];
}

/** What gets their words, where they are chunks of the page. */
declare module 'fovea-languages/files' {
  export const files: Readonly<Record<string, () => Promise<unknown>>>;
}

/** What the folders of web/src/views say of themselves, as scripts/vite/views.mjs finds them. */
declare module 'fovea-views' {
  export const views: readonly import('./state/views').ViewDescriptor[];
}

/** By view, in the order of their questions, what the page alone knows of it. */
declare module 'fovea-views/questions' {
  export const found: Readonly<Record<string, import('./state/views').PageMeta>>;
}

/** By its id what draws a view, in fovea.js and in each other file. */
declare module 'fovea-views/drawn' {
  type Drawn = import('./views/view').View<unknown>;
  export const figures: Readonly<Record<string, Drawn | import('./views/kit/step-view').Draw>>;
  /** Steps that a view shows together, each alone. */
  export const steps: readonly Drawn[];
}
/** Beside the worker, its script, which the build adds (scripts/vite/workers.mjs). */
declare module '*?worker&inline' {
  export const script: string;
}
declare module 'fovea-views/learn' {
  export const figures: Readonly<Record<string, CustomElementConstructor>>;
}
declare module 'fovea-views/figures' {
  type Figure = import('./views/kit/hosted-figure').HostedFigure;
  export const figures: Readonly<Record<string, Figure>>;
}
declare module 'fovea-views/relatives' {
  type Figure = import('./views/kit/hosted-figure').HostedFigure;
  export const figures: Readonly<Record<string, Figure>>;
}
declare module 'fovea-views/class' {
  type Figure = import('./views/kit/hosted-figure').HostedFigure;
  export const figures: Readonly<Record<string, Figure>>;
}
declare module 'fovea-views/published' {
  type Figure = import('./views/kit/hosted-figure').HostedFigure;
  export const figures: Readonly<Record<string, Figure>>;
}
declare module 'fovea-views/practice' {
  type Figure = import('./views/kit/hosted-figure').HostedFigure;
  export const figures: Readonly<Record<string, Figure>>;
}

/** By language, the words that a file brings itself. */
declare module 'fovea-languages/practice' {
  export const words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
declare module 'fovea-languages/class' {
  export const words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** gifenc has no types of its own. */
declare module 'gifenc' {
  type Palette = number[][];
  interface FrameOptions {
    readonly palette?: Palette;
    /** In milliseconds. */
    readonly delay?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    readonly dispose?: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(rgba: Uint8Array, colors: number): Palette;
  export function applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
}
