// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it, vi } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import { sentenceEditor } from '../../../web/src/widgets/sentence-editor';

it('says in the reader’s language what the presets show', () => {
  vi.stubGlobal('foveaWords', { de: { order: 'Reihenfolge' } });
  vi.stubGlobal('foveaLanguage', 'de');
  const act = () => {};
  render(sentenceEditor({ state: initialState(), dispatch: act, close: act }), document.body);
  vi.unstubAllGlobals();
  const list = document.querySelector('[aria-label=Reihenfolge]');
  expect(list?.querySelector('.shows')?.textContent).toBe('Reihenfolge');
});
