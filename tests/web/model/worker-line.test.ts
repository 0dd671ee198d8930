import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../scripts/lib/languages.mjs';
import { EncoderError, reasonOf } from '../../../web/src/model/worker-line';

const refused = new EncoderError({ code: 'file-truncated', message: 'the file ends early' });

describe('why a model was refused', () => {
  afterEach(() => {
    globalThis.foveaLanguage = undefined;
  });

  it('is what the core says', () => {
    expect(reasonOf(refused)).toBe('the file ends early');
    expect(reasonOf(new Error('it is gone'))).toBe('it is gone');
  });

  it('has its kind first in another language', () => {
    globalThis.foveaWords = { de: wordsOf('de') };
    globalThis.foveaLanguage = 'de';
    expect(reasonOf(refused)).toBe(
      'Die Modelldatei endet zu früh. Im Einzelnen, auf Englisch: the file ends early',
    );
    expect(reasonOf(new Error('it is gone'))).toBe('it is gone');
  });
});
