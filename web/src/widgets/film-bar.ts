import { css, html, nothing, type TemplateResult } from 'lit';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import { saidInFilm, sceneAt } from '../state/film';
import type { State } from '../state/state';
import { msg } from '../words/msg';
import { explained } from './terms';

export const filmStyles = css`
  .film {
    display: flex;
    align-items: center;
    gap: 24px;
    min-height: 52px;
    padding-bottom: 8px;
  }
  .film p {
    flex: 1;
    margin: 0;
    font: 20px / 26px var(--serif);
    text-align: center;
    text-wrap: balance;
  }
  .told .film {
    display: block;
    min-height: 0;
    padding: 0;
  }
  .told .film p {
    text-align: start;
  }
  .film .voice[aria-pressed='true'] {
    ${look.strong}
  }
`;

/** The film's caption, and the button that has it read aloud, where there is a voice. */
export function filmBar(
  state: State,
  dispatch: Dispatch,
  voiced: boolean,
): TemplateResult | typeof nothing {
  if (!state.film) return nothing;
  const { voice } = state;
  const turn = () => dispatch({ type: 'voice', voice: !voice });
  return html`<div class="film">
    <p aria-live="polite">${explained(saidInFilm(sceneAt(state.time).id, state))}</p>
    ${voiced ? html`<button class="link voice" type="button" aria-pressed=${voice} @click=${turn}>${msg`Read aloud`}</button>` : nothing}
  </div>`;
}
