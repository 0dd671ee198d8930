// @vitest-environment happy-dom
import { html } from 'lit';
import { expect, it, vi } from 'vitest';
import { LanguageLoadingElement } from '../../../web/src/element/language-loading-element';
import { loadFile } from '../../../web/src/element/load-file';

vi.mock('../../../web/src/element/load-file', () => ({ loadFile: vi.fn() }));
const load = vi.mocked(loadFile);

class Speaking extends LanguageLoadingElement {
  wanted = 'en';

  protected override language(): string {
    return this.wanted;
  }

  override render() {
    return html`drawn`;
  }
}
customElements.define('test-speaking', Speaking);

it('a language that could not be had is tried again when it is chosen again, and not before', async () => {
  load.mockRejectedValue(new Error('offline'));
  const element = document.createElement('test-speaking') as Speaking;
  document.body.append(element);
  await element.updateComplete;
  const turn = async (language: string) => {
    element.wanted = language;
    element.requestUpdate();
    await element.updateComplete;
    expect(element.renderRoot.textContent).toContain('drawn');
    return load.mock.calls.length;
  };
  expect(await turn('de')).toBe(1);
  expect(await turn('de')).toBe(1);
  expect(await turn('en')).toBe(1);
  expect(await turn('de')).toBe(2);
});
