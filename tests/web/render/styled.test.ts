// @vitest-environment happy-dom
import { html, render } from 'lit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Styles, styled } from '../../../web/src/render/styled';

afterEach(() => vi.restoreAllMocks());

describe('styled', () => {
  const host = document.createElement('div');
  const draw = (styles: Styles) => render(html`<p style=${styled(styles)}></p>`, host);
  const style = () => (host.querySelector('p') as HTMLElement).style;

  it('sets, changes and takes away properties', () => {
    draw({ left: '4px', fontSize: '12px' });
    expect([style().left, style().fontSize]).toEqual(['4px', '12px']);
    draw({ left: '5px', fontSize: undefined });
    expect([style().left, style().fontSize]).toEqual(['5px', '']);
  });

  it('never writes a style attribute, which a strict policy would block', () => {
    const write = vi.spyOn(Element.prototype, 'setAttribute');
    render(html`<p style=${styled({ left: '4px' })}></p>`, document.createElement('div'));
    expect(write.mock.calls.filter(([name]) => name === 'style')).toEqual([]);
  });
});
