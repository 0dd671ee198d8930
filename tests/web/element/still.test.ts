// @vitest-environment happy-dom
import type { LitElement } from 'lit';
import { expect, it } from 'vitest';
import { stillOf, stillParts } from '../../../web/src/element/still';

/** A host with a stage, and what it says to those who listen. */
function hostOf(said: string): LitElement {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<div class="view"></div><div class="unseen" aria-live="polite">${said}</div>`;
  return Object.assign(host, { renderRoot: root }) as unknown as LitElement;
}

const link = 'https://example.org/a(b)/#view=softmax&sentence=%22a%22';

it('says what is seen with its numbers, and names the view once', () => {
  const still = stillOf(hostOf('  “it” gives .72\n to “animal”. '), 'softmax', link);
  expect(still?.alt).toBe('Softmax: scores to weights. “it” gives .72 to “animal”.');
  expect(stillOf(hostOf('Layer 4. Softmax: scores to weights. .72'), 'softmax', link)?.alt).toBe(
    'Layer 4. Softmax: scores to weights. .72',
  );
});

it('escapes what is said and where it is, in HTML and in Markdown', () => {
  const still = { alt: 'a "b" <c> [d]_e', link, width: 40, height: 30 };
  const [html, markdown, alt] = stillParts(still).map(({ text }) => text);
  expect(html).toBe(
    '<a href="https://example.org/a(b)/#view=softmax&amp;sentence=%22a%22"><img src="fovea.png" width="40" height="30" alt="a &quot;b&quot; &lt;c&gt; [d]_e"></a>',
  );
  expect(markdown).toBe(
    '[![a "b" \\<c> \\[d\\]\\_e](fovea.png)](https://example.org/a%28b%29/#view=softmax&sentence=%22a%22)',
  );
  expect(alt).toBe(still.alt);
});

it('is nothing where there is no stage', () => {
  const host = hostOf('');
  host.renderRoot.querySelector('.view')?.remove();
  expect(stillOf(host, 'softmax', link)).toBeNull();
});
