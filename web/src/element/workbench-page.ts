import { html, nothing, type TemplateResult } from 'lit';
import { awaitsGuess } from '../state/tour/veil';
import { hasMap, isStill, viewOf } from '../state/views';
import { linkButton } from '../widgets/controls';
import { ledger } from '../widgets/ledger';
import { lossBar } from '../widgets/loss-bar';
import { type Loads, waiting } from '../widgets/notices';
import { msg } from '../words/msg';
import { openBrokenRun } from './broken-run';
import {
  bar,
  headsArea,
  mapArea,
  type Page,
  reading,
  scales,
  sentenceArea,
  side,
  still,
  tourOf,
  viewsOf,
  wordsColumn,
} from './page';
import { isAlone } from './stage-size';

interface Workbench {
  readonly page: Page;
  /** The same for what is drawn after the picture. */
  readonly beside: Page;
  /** What is on the stage, and what it says. */
  readonly picture: unknown;
  readonly words: unknown;
  readonly figure: Loads;
  /** To the picture. */
  skip(): void;
}

/** The way through the timeline, where there is something to play. */
function time({ page }: Workbench): TemplateResult | typeof nothing {
  const { state } = page;
  if (isStill(state)) return nothing;
  const veil = awaitsGuess(state);
  return html`<footer class="time" ?inert=${veil}>
    ${veil ? html`<p class="waits">${msg`Waiting for your guess`}</p>` : nothing}
    ${page.timeline()}
  </footer>`;
}

function stage(bench: Workbench): TemplateResult {
  const { page, beside, picture } = bench;
  const { state, dispatch, form } = page;
  const veil = awaitsGuess(state);
  const [wide, narrow] = [form === 'wide', form === 'narrow'];
  const stale = state.status.kind === 'error' ? 'stale' : '';
  // Without the map there is no heading before the picture's own.
  const title = hasMap(state) ? nothing : msg(viewOf(state.view)?.title ?? '');
  return html`<main class="stage ${stale}" tabindex="-1">
    ${title === nothing ? nothing : html`<h2 class="unseen">${title}</h2>`}
    ${wide ? nothing : tourOf(page)} ${sentenceArea(page)} ${form === 'rail' ? headsArea(beside) : nothing}
    ${narrow && !veil ? [viewsOf(page), still(beside, () => reading(beside.state))] : nothing}
    ${waiting(state, bench.figure)} ${veil ? nothing : [ledger(state, dispatch, 'above'), lossBar(state, dispatch)]}
    <div class="view">${picture}</div>
    ${veil ? nothing : ledger(state, dispatch, 'below')} ${narrow ? headsArea(beside) : nothing} ${openBrokenRun(state, dispatch)} ${wide && !veil ? still(beside, () => scales(beside)) : nothing}
  </main>`;
}

/** A view that has the page for itself. */
function alone({ page, picture }: Workbench): TemplateResult {
  const { form } = page;
  return html`${bar(page)}
    <main class="stage" tabindex="-1">
      ${sentenceArea(page)} ${form === 'narrow' ? viewsOf(page) : nothing}
      <div class="view">${picture}</div>
    </main>`;
}

/** The page once the opening has been left, unless a lesson is held. */
export function workbenchPage(bench: Workbench): TemplateResult {
  const { page, beside, words, skip } = bench;
  if (isAlone(page.state)) return alone(bench);
  const told = page.form === 'wide' ? wordsColumn(page, words) : nothing;
  return html`${linkButton(msg`Skip to the picture`, skip, 'skip')}
    ${time(bench)} ${bar(page)} ${hasMap(page.state) ? mapArea(beside) : nothing} ${stage(bench)}
    ${side(page.state.tour ? page : beside, told)}`;
}
