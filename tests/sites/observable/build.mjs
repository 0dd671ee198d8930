// Framework asks npm for the newest version of each library that a page could load. This page loads none, so the answers
// of one day stand in: folders of its cache.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const versions = [
  ...['@observablehq/plot@0.6.17', '@observablehq/sample-datasets@1.0.1', 'apache-arrow@21.2.0'],
  ...['arquero@8.0.3', 'd3@7.9.2', 'd3-dsv@3.0.2', 'echarts@6.1.0', 'htl@1.0.0', 'leaflet@1.9.4'],
  ...['lodash@4.18.1', 'mapbox-gl@3.32.0', 'parquet-wasm@0.8.0', 'react@19.3.1'],
  ...['react-dom@19.3.1', 'topojson-client@3.1.0'],
];
for (const each of versions) mkdirSync(`src/.observablehq/cache/_npm/${each}`, { recursive: true });
const env = { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: 'true' };
execFileSync('node_modules/.bin/observable', ['build'], { env });
