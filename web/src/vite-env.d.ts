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

/** The languages that the page has beside English, as scripts/vite/languages.mjs finds them. */
declare module 'fovea-languages' {
  export const languages: readonly string[];
}

/** The sections of the article in their order, as scripts/vite/sections.mjs finds them. */
declare module 'fovea-sections' {
  export const sections: readonly { readonly id: string; readonly title: string }[];
}

/** What gets their words, where they are chunks of the page. */
declare module 'fovea-languages/files' {
  export const files: Readonly<Record<string, () => Promise<unknown>>>;
}
