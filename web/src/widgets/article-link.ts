import { found } from 'fovea-views/questions';
import { html, type TemplateResult } from 'lit';

/** A link into the article, which is beside the page and English; to all of it without a section. */
export const sectionLink = (
  section: string | undefined,
  text: string,
  looks = '',
): TemplateResult =>
  html`<a class="link ${looks}" hreflang="en" href=${section ? `article.html#${section}` : 'article.html'}>${text}</a>`;

/** A link to what the article says about a view. */
export const articleLink = (view: string, text: string, looks = ''): TemplateResult =>
  sectionLink(found[view]?.section, text, looks);
