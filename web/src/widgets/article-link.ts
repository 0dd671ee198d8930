import { html, type TemplateResult } from 'lit';

/** The section of the article that is about a view, by the view's id; the whole article for any other. */
export const articleSections: Readonly<Record<string, string>> = {
  gaze: 'attention',
  routing: 'attention',
  attention: 'attention',
  twins: 'attention',
  tokens: 'tokens',
  embedding: 'vectors',
  'embedding-map': 'vectors',
  position: 'positions',
  projections: 'projections',
  scores: 'scores',
  scale: 'scores',
  softmax: 'softmax',
  sum: 'sum',
  matrix: 'all-at-once',
  heatmap: 'all-at-once',
  heads: 'heads',
  concat: 'heads',
  output: 'heads',
  residual: 'residual',
  norms: 'residual',
  'attention-norm': 'residual',
  'feed-forward-norm': 'residual',
  'feed-forward': 'feed-forward',
  expand: 'feed-forward',
  activate: 'feed-forward',
  compress: 'feed-forward',
  stack: 'stack',
  block: 'stack',
  order: 'stack',
  training: 'learning',
  gradients: 'learning',
  prediction: 'prediction',
  cost: 'cost',
  tiles: 'cost',
  bench: 'bugs',
  'what-if': 'bugs',
  recurrence: 'before',
  masks: 'relatives',
  decoder: 'relatives',
  'cross-attention': 'relatives',
  'next-word': 'relatives',
  family: 'relatives',
  patches: 'relatives',
  experts: 'relatives',
  effects: 'questions',
  glossary: 'glossary',
};

/** A link into the article, which is beside the page and English. */
export function articleLink(view: string, text: string, looks = ''): TemplateResult {
  const section = articleSections[view];
  return html`<a class="link ${looks}" hreflang="en" href=${section ? `article.html#${section}` : 'article.html'}>${text}</a>`;
}
