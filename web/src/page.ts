import { FoveaExplorer } from './element/explorer';

customElements.define('fovea-explorer', FoveaExplorer);
