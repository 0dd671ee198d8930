// @vitest-environment happy-dom
import { html, render } from 'lit';
import { describe, expect, it } from 'vitest';
import { type Styles, styled } from '../../../web/src/render/styled';

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
});
