/// <reference types="vite/client" />

/** The bytes of a file as text, by vite.bytes.mjs. */
declare module '*?packed' {
  const text: string;
  export default text;
}

declare module '*?base64' {
  const text: string;
  export default text;
}
