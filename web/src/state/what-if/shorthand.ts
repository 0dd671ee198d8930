import { type ModelConfig, ownRun, type Run } from '../../model/protocol';
import { msg } from '../../words/msg';
import { equalRun } from './run-text';
import {
  isMuted,
  layersOf,
  type Switch,
  switches,
  valueAt,
  withHeadMuted,
  withoutSwitch,
  withSwitch,
} from './switches';

/** The switches of parts that can be left out; those whose heads and layers are named come last. */
const switchesOfParts = switches.filter(({ without }) => without !== undefined);
const left = [
  ...switchesOfParts.filter(({ kind }) => kind !== 'toggles'),
  ...switchesOfParts.filter(({ kind }) => kind === 'toggles'),
];

/** A number from 1 to `most` as an index; undefined for any other text. */
function indexIn(text: string, most: number): number | undefined {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number - 1 : undefined;
}

/** "3.3" as layer and head. */
function headIn(text: string, config: ModelConfig): readonly [number, number] | undefined {
  const [first = '', second = '', ...more] = text.split('.');
  const layer = indexIn(first, config.num_hidden_layers);
  const head = indexIn(second, config.num_attention_heads);
  return layer === undefined || head === undefined || more.length > 0 ? undefined : [layer, head];
}

function withoutHeads(run: Run, places: readonly string[], config: ModelConfig): Run | string {
  let next = run;
  for (const text of places) {
    const place = headIn(text, config);
    if (!place) return msg`this model has no head “${text}”; the third head of layer 4 is 4.3`;
    next = withHeadMuted(next, ...place, true, config);
  }
  return next;
}

function withoutPart(run: Run, part: string, config: ModelConfig): Run | string {
  const [name = '', of] = part.split('=').map((text) => text.trim());
  const found = left.find(({ id }) => id === name);
  const places = of?.split('+').map((text) => text.trim());
  if (!found) return msg`“${name}” is not one of ${left.map(({ id }) => id).join(', ')}`;
  const {
    id,
    scopes: [scope],
    without: value = 'off',
  } = found;
  if (id === 'heads')
    return places ? withoutHeads(run, places, config) : msg`name the heads, as in heads=4.3`;
  if (!places)
    return id === 'layers'
      ? msg`name the layers, as in layers=2`
      : withSwitch(run, id, value, { scope: scope === 'text' ? 'text' : 'all', layer: 0 }, config);
  if (scope === 'text') return msg`${name} can only be left out everywhere`;
  let next = run;
  for (const text of places) {
    const layer = indexIn(text, config.num_hidden_layers);
    if (layer === undefined) return msg`this model has no layer “${text}”`;
    next = withSwitch(next, id, value, { scope: 'layer', layer }, config);
  }
  return next;
}

/** The run without the parts that a text names, "positions,heads=3.3+4.2"; or what is wrong with it. */
export function withoutParts(run: Run, text: string, config: ModelConfig): Run | string {
  let next = run;
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const found = withoutPart(next, part, config);
    if (typeof found === 'string') return found;
    next = found;
  }
  return next;
}

function partText(run: Run, { id, without }: Switch, config: ModelConfig): string | null {
  const layers = layersOf(config);
  if (id === 'heads') {
    const muted = layers.flatMap((layer) =>
      Array.from({ length: config.num_attention_heads }, (_, head) =>
        isMuted(run, layer, head, config) ? `${layer + 1}.${head + 1}` : [],
      ).flat(),
    );
    return muted.length > 0 ? `heads=${muted.join('+')}` : null;
  }
  const out = layers.filter((layer) => valueAt(run, id, layer, config) === without);
  if (out.length === 0 || withoutSwitch(run, id, config) === run) return null;
  const all = out.length === layers.length && id !== 'layers';
  return all ? id : `${id}=${out.map((layer) => layer + 1).join('+')}`;
}

/** The text that `withoutParts` reads as a run; empty where there is none, or for the model's own. */
export function partsText(run: Run, config: ModelConfig): string {
  const text = left.flatMap((each) => partText(run, each, config) ?? []).join();
  const back = withoutParts(ownRun, text, config);
  return typeof back !== 'string' && equalRun(back, run) ? text : '';
}
