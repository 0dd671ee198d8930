// A static site's search with `fovea/published`: the model runs in a worker of its own, so the page stays
// responsive. Beside this file are published.js of the npm package (fovea/dist/npm/published.js), the model's
// folder, and paragraphs.json, a list of strings.
import { PublishedModel } from './published.js';

const element = (id) => document.getElementById(id);
const hide = (id, is) => element(id).toggleAttribute('hidden', is);
const say = (text) => element('status').replaceChildren(text);

let model;
let paragraphs = [];
let vectors = [];
let reading;

const progress = (share) => {
  element('progress').value = share;
};

function asReading(is) {
  hide('read', is);
  hide('cancel', !is);
  hide('progress', !is);
  progress(0);
}

async function readAll(signal) {
  const address = new URL('model/', document.baseURI).href;
  say('Opening the model …');
  model ??= await PublishedModel.open(address, { progress, signal });
  const response = await fetch('paragraphs.json', { signal });
  paragraphs = await response.json();
  say(`Reading ${paragraphs.length} paragraphs …`);
  const begin = performance.now();
  vectors = await model.embed(paragraphs, { progress, signal });
  const seconds = (performance.now() - begin) / 1000;
  say(`${paragraphs.length} paragraphs read in ${seconds.toFixed(1)} s.`);
}

element('read').onclick = async () => {
  reading = new AbortController();
  asReading(true);
  try {
    await readAll(reading.signal);
    element('query').disabled = element('find').disabled = false;
    element('query').focus();
  } catch (error) {
    say(reading.signal.aborted ? 'Cancelled.' : error.message);
  } finally {
    asReading(false);
  }
};

element('cancel').onclick = () => reading.abort();

element('search').onsubmit = async (event) => {
  event.preventDefault();
  try {
    const found = await model.search(element('query').value, vectors, { most: 5 });
    const items = found.map(({ index, cosine }) => {
      const item = document.createElement('li');
      item.textContent = `${cosine.toFixed(3)}  ${paragraphs[index]}`;
      return item;
    });
    element('found').replaceChildren(...items);
  } catch (error) {
    say(error.message);
  }
};
