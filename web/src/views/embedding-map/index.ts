import { html } from 'lit';
import { otherRequest } from '../../state/what-if/twins';
import { msg } from '../../words/msg';
import { plainly } from '../kit/derivation';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { waysText, wordSpeech } from './caption';
import { renderMap } from './render';
import { mapScene, spaceOf, wordTable } from './scene';
import { mapStyles } from './styles.css';

function sceneOf(m: FigureContext) {
  const table = m.state.parameters.get(wordTable);
  const space = table && spaceOf(table, m.model.vocabulary);
  return space ? mapScene(m, space) : space;
}

/** Why vectors: the vocabulary in a plane, a word's neighbours, and a word's way through the layers. */
export const figure: HostedFigure = {
  styles: mapStyles,
  wants({ state }) {
    const other = otherRequest(state);
    return { traces: other ? [other] : [], tensors: ['embedding.tokens'] };
  },
  draw(m) {
    const scene = sceneOf(m);
    if (scene) return renderMap(m, scene);
    return html`<p class="remark">${
      scene === null
        ? msg`This vocabulary has too few of the words mapped here.`
        : msg`Reading the embedding table …`
    }</p>`;
  },
  speech(m) {
    const scene = sceneOf(m);
    return scene?.isGuessed ? `${wordSpeech(scene)} ${plainly(waysText(scene.ways))}` : '';
  },
};
