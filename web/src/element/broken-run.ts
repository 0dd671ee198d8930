import { html, nothing, type TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { firstView } from '../state/timeline';
import { formatHash } from '../state/url';
import { hostedWants } from '../state/what-if/answers';
import { linkButton } from '../widgets/controls';
import { msg } from '../words/msg';

type Link = TemplateResult | typeof nothing;

/** From the bench to the broken run in the page's other views. It takes the place of the reader's own run. */
export function openBrokenRun(state: State, dispatch: Dispatch): Link {
  const request = hostedWants(state).opens;
  if (!request) return nothing;
  const open = () => {
    dispatch({ type: 'run', run: request.run });
    dispatch({ type: 'choose', choice: { sentence: request.text, view: firstView } });
  };
  return html`<p>${linkButton(msg`Open the broken run in the other views`, open, 'underlined')}</p>`;
}

/** The same as a link to the page at an address. */
export function brokenRunAt(page: string, state: State): Link {
  const request = hostedWants(state).opens;
  if (!request) return nothing;
  const run = { ...state, sentence: request.text, ...request.run, view: firstView };
  return html`<a href="${page}${formatHash(run)}">${msg`Open the broken run in Fovea ↗`}</a>`;
}
