import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import { stopByKey } from '../kit/plot-reader';
import { wordKinds } from '../kit/words';
import type { Acts } from './acts';
import { wordNear } from './map-plot';
import { picture } from './parts';
import type { TrainingScene } from './scene';

type Part = TemplateResult | typeof nothing;

/** The word of the map under the pointer or the keyboard. */
function tip({ map, point }: TrainingScene): Part {
  const word = point === null ? undefined : map?.words[point];
  const [x, y] = map?.places[point ?? 0] ?? [0, 0];
  if (!map || !word) return nothing;
  const beside = x > map.width / 2 ? { right: `${map.width - x + 8}px` } : { left: `${x + 8}px` };
  return html`<span class="tip" style=${styled({ ...beside, top: `${y - 10}px` })}>${word.word}</span>`;
}

function mapReader(scene: TrainingScene, acts: Acts): Part {
  const { map, point } = scene;
  if (!map) return nothing;
  const under = (event: PointerEvent) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    acts.point(wordNear(map, event.clientX - area.left, event.clientY - area.top));
  };
  const press = (event: KeyboardEvent) => {
    const to = stopByKey(event.key, point ?? -1, map.words.length);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    acts.point(Math.max(0, to));
  };
  const at = map.words[point ?? -1];
  return html`<div
    class="plot-reader whole"
    role="slider"
    tabindex="0"
    aria-label=${msg`Word of the map`}
    aria-valuemin="0"
    aria-valuemax=${map.words.length - 1}
    aria-valuenow=${point ?? 0}
    aria-valuetext=${at ? msg`${at.word}, of the ${msg(wordKinds[at.kind]?.name ?? '')}` : msg`no word chosen`}
    @pointermove=${under}
    @pointerdown=${under}
    @pointerleave=${() => acts.point(null)}
    @keydown=${press}
  ></div>`;
}

export function mapPanel(scene: TrainingScene, acts: Acts): TemplateResult {
  const { map, training } = scene;
  const found = map ? training.seen.get(map.step ?? 0)?.map : null;
  const width = training.run.info?.config.hidden_size ?? 0;
  const said = found
    ? msgHtml`Of a word’s five nearest neighbours in all ${width} numbers, <b data-value="own">${percent(found.own)}</b> are of its own kind. The plane shows ${percent(found.share)} of the variance.`
    : training.run.info && training.seen.size > 0
      ? msg`This vocabulary has too few of the words mapped here.`
      : '';
  const about = map
    ? msg`${map.words.length} word vectors, first two principal components`
    : msg`word vectors in a plane`;
  return html`<section class="map" aria-label=${msg`Words finding their kind`}>
    <h3>${msg`Words finding their kind`}</h3>
    <p class="about">${about}</p>
    ${map ? picture(map, html`${mapReader(scene, acts)}${tip(scene)}`) : nothing}
    <p class="about">${said}</p>
  </section>`;
}
