import { FoveaEncoder } from './element/fovea-encoder';

// Two posts on one page may each bring the script along.
if (!customElements.get('fovea-encoder')) customElements.define('fovea-encoder', FoveaEncoder);
