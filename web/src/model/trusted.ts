/** As browsers have it that know trusted types; missing from TypeScript's types. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const policy = types?.createPolicy('fovea', { createScriptURL: (url) => url });

/** The address of one of Fovea's own scripts, as a page takes it that asks for trusted types. */
export const trusted = (url: string): string => policy?.createScriptURL(url) ?? url;
