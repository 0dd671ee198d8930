import { signed } from '../../state/format';

/** `1`, `.64`, `−.29`; in German `0,64`. */
export const cosineText = (x: number): string =>
  signed(x)
    .replace(/^(−?)0\./, '$1.')
    .replace(/^1[.,]00$/, '1');
