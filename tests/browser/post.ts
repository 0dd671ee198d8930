import type { Locator, Page } from '@playwright/test';
import { type Site, servePage } from './servers';

/** A plain post on an origin of its own, with the script from another. */
export async function post(scripts: Site, body: string, policy?: string): Promise<Site> {
  const html = `<!doctype html><html lang="en"><title>A post</title><body>
    <h1>A post</h1>${body}<script src="${scripts.origin}/fovea.js"></script></body></html>`;
  return servePage(html, policy ? { 'content-security-policy': policy } : {});
}

/** The words of the figure with that id. */
export const words = (page: Page, id: string): Locator =>
  page.locator(`#${id} .figure button.word`);
