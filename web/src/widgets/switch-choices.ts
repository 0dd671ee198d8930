import { html, nothing, type TemplateResult } from 'lit';
import { styled } from '../render/styled';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { answersTo } from '../state/what-if/answers';
import type { Ask } from '../state/what-if/ask';
import { runOf } from '../state/what-if/history';
import { guessOf, guessText, presentReading, sameGuess } from '../state/what-if/reading';
import { equalRun } from '../state/what-if/run-text';
import { headsAsk, layersAsk, valuesAsk } from '../state/what-if/switch-asks';
import {
  isMuted,
  type Scope,
  type Switch,
  valueAt,
  valuesFor,
  withHeadMuted,
  withSwitch,
} from '../state/what-if/switches';
import { msg } from '../words/msg';

export const scopeName = (scope: Scope, layer: number): string =>
  ({ text: '', layer: msg`layer ${layer + 1}`, all: msg`all layers` })[scope];

/** The outcome of one of an ask's runs in words; empty where there is no prediction, or none yet. */
export function outcomeText(state: State, ask: Ask | null, index: number): string {
  const outcome = ask && answersTo(state, ask)[index];
  return outcome ? guessText(guessOf(state, outcome)) : '';
}

interface ChoiceButton {
  readonly value: string;
  readonly scope: Scope;
  readonly name: string;
  /** What the model reads then; empty while that is not known. */
  readonly outcome: string;
  readonly chosen: boolean;
  choose(): void;
}

export const choiceButton = (of: ChoiceButton): TemplateResult => html`<button
  type="button"
  class="choice"
  data-value=${of.value}
  data-scope=${of.scope}
  aria-pressed=${of.chosen}
  aria-label=${[of.name, of.outcome].filter(Boolean).join(', ')}
  @click=${() => !of.chosen && of.choose()}
>${of.outcome || '…'}</button>`;

/** Rows of buttons below the columns' names, which are left out where there is one. */
function choiceGrid(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly [name: string, cells: readonly unknown[]])[],
): TemplateResult {
  const gridTemplateColumns = `minmax(44px, auto) repeat(${columns.length}, minmax(0, 1fr))`;
  const heads = [html`<span></span>`, columns.map((column) => html`<small>${column}</small>`)];
  return html`<div class="choices" role="group" aria-label=${name} style=${styled({ gridTemplateColumns })}>
    ${columns.length > 1 ? heads : nothing}
    ${rows.map(([title, cells]) => [html`<span>${title}</span>`, cells])}
  </div>`;
}

/** Each value in each scope: a button with what the model then reads. */
export function valueChoices(state: State, of: Switch, dispatch: Dispatch): TemplateResult {
  const { model, layer } = state;
  const { id, scopes } = of;
  const title = msg(of.title);
  const ask = valuesAsk(state, of);
  const run = runOf(state);
  const textOf = (index: number) =>
    ask && index >= ask.count ? msg`run it` : outcomeText(state, ask, index);
  const cell = (value: string, name: string, scope: Scope, index: number) => {
    const next = model ? withSwitch(run, id, value, { scope, layer }, model.config) : run;
    const place = scopeName(scope, layer);
    return choiceButton({
      ...{ value, scope, outcome: textOf(index), chosen: equalRun(next, run) },
      name: [`${title}: ${msg(name)}`, place].filter(Boolean).join(', '),
      choose: () => dispatch({ type: 'run', run: next }),
    });
  };
  const values = model ? valuesFor(of, model.config) : [];
  const rows = values.map(({ value, name }, i): [string, unknown[]] => [
    msg(name),
    scopes.map((scope, j) => cell(value, name, scope, i * scopes.length + j)),
  ]);
  return choiceGrid(
    title,
    scopes.map((scope) => scopeName(scope, layer)),
    rows,
  );
}

interface Toggle {
  readonly text: string;
  readonly name: string;
  readonly on: boolean;
  readonly outcome: string;
  /** It turns the model's guess into another word. */
  readonly turns: boolean;
  press(): void;
}

const toggleButton = ({ text, name, on, outcome, turns, press }: Toggle): TemplateResult =>
  html`<button
    type="button"
    class="toggle ${turns ? 'turns' : ''}"
    aria-pressed=${on}
    aria-label=${`${name}${outcome && `; ${on ? msg`without it` : msg`with it`}: ${outcome}`}`}
    title=${`${name}${outcome && `; ${on ? msg`without it` : msg`with it`}: ${outcome}`}`}
    @click=${press}
  >${text}</button>`;

const layersOf = (state: State): readonly number[] =>
  Array.from({ length: state.model?.config.num_hidden_layers ?? 0 }, (_, layer) => layer);

/** What each toggle would do, for the line below them. */
function turning(state: State, ask: Ask | null, index: number) {
  const outcome = ask && answersTo(state, ask)[index];
  const present = presentReading(state);
  const guess = outcome && guessOf(state, outcome);
  return {
    outcome: outcomeText(state, ask, index),
    turns:
      guess !== null && guess !== undefined && present !== null && guess.piece !== present.piece,
    changes: guess ? present !== null && !sameGuess(guess, present) : false,
  };
}

function told(state: State, ask: Ask | null): string {
  if (!ask) return '';
  const known = answersTo(state, ask).length;
  if (known < ask.count) return msg`Measuring each: ${known} of ${ask.count}`;
  const all = Array.from({ length: ask.count }, (_, i) => turning(state, ask, i));
  const turn = all.filter(({ turns }) => turns).length;
  const change = all.filter(({ changes }) => changes).length;
  const reads = presentReading(state);
  if (!reads) return '';
  if (turn === 0)
    return msg`No single head flips “${reads.piece}”; ${change} of ${ask.count} change its probability.`;
  return msg`Pressing any of the ${turn} in bold, of ${ask.count}, flips “${reads.piece}”.`;
}

/** One toggle for each head, by layers. */
export function headToggles(state: State, dispatch: Dispatch): TemplateResult {
  const { model } = state;
  const heads = model?.config.num_attention_heads ?? 0;
  const ask = headsAsk(state);
  const run = runOf(state);
  const toggle = (layer: number, head: number) => {
    if (!model) return nothing;
    const muted = isMuted(run, layer, head, model.config);
    return toggleButton({
      text: String(head + 1),
      name: muted
        ? msg`layer ${layer + 1}, head ${head + 1}, muted`
        : msg`layer ${layer + 1}, head ${head + 1}`,
      on: !muted,
      ...turning(state, ask, layer * heads + head),
      press: () =>
        dispatch({ type: 'run', run: withHeadMuted(run, layer, head, !muted, model.config) }),
    });
  };
  return html`<div class="toggles" role="group" aria-label=${msg`heads`} style=${styled({ gridTemplateColumns: `auto repeat(${heads}, minmax(0, 24px))` })}>
      ${layersOf(state).map((layer) => [
        html`<small>${layer + 1}</small>`,
        Array.from({ length: heads }, (_, head) => toggle(layer, head)),
      ])}
    </div>
    <p>${told(state, ask)}</p>`;
}

/** Each layer used or skipped. */
export function layerChoices(state: State, dispatch: Dispatch): TemplateResult {
  const { model } = state;
  const ask = layersAsk(state);
  const run = runOf(state);
  const present = presentReading(state);
  const cell = (layer: number, value: 'on' | 'off') => {
    if (!model) return nothing;
    const chosen = valueAt(run, 'layers', layer, model.config) === value;
    const next = withSwitch(run, 'layers', value, { scope: 'layer', layer }, model.config);
    const outcome = chosen ? present && guessText(present) : outcomeText(state, ask, layer);
    const name = value === 'on' ? msg`layer ${layer + 1}: used` : msg`layer ${layer + 1}: skipped`;
    return choiceButton({
      value,
      scope: 'layer',
      name,
      outcome: outcome ?? '',
      chosen,
      choose: () => dispatch({ type: 'run', run: next }),
    });
  };
  return choiceGrid(
    msg`layers`,
    [msg`used`, msg`skipped`],
    layersOf(state).map((layer) => [
      msg`layer ${layer + 1}`,
      [cell(layer, 'on'), cell(layer, 'off')],
    ]),
  );
}
