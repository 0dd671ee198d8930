import { html, type TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import { plain } from '../state/format';
import { likelihood } from '../state/prediction';
import type { State } from '../state/state';
import { answersTo } from '../state/what-if/answers';
import type { Ask } from '../state/what-if/ask';
import { runOf } from '../state/what-if/history';
import { guessText, presentReading } from '../state/what-if/reading';
import { lineAsks, scopesAsk } from '../state/what-if/switch-asks';
import {
  numberOf,
  numberValue,
  type Scope,
  type Switch,
  scopeOf,
  valueAt,
  withoutSwitch,
  withSwitch,
} from '../state/what-if/switches';
import { msg } from '../words/msg';
import { type AnswerLine, numberAxis } from './number-axis';
import { outcomeText, scopeName } from './switch-choices';

/** The scope in which a number is set: the one it has been set in, else the one chosen for it. */
export const scopeAt = (state: State, of: Switch): Scope =>
  scopeOf(runOf(state), of.id) ?? state.panel.scope;

/** The probability of what the model reads by itself, for every number; where it turns, to what. */
function answerLine(state: State, ask: Ask | null, look: AnswerLine['look']): AnswerLine | null {
  const { model } = state;
  if (!ask || !model) return null;
  const answers = answersTo(state, ask);
  const turned = answers.findIndex(({ best }) => best !== ask.pieces[0]);
  const there = answers[turned];
  const place = look === 'other' ? msg`in all layers ` : '';
  const text =
    there && `${place}${msg`“${model.vocabulary[there.best]}”`} ${likelihood(there.probability)}`;
  return {
    values: answers.map(({ asked }) => asked[0] ?? 0),
    look,
    note: text ? { at: turned, text } : undefined,
  };
}

/** The knob on its axis, with the lines of both scopes over it. */
export function switchAxis(state: State, of: Switch, width: number, dispatch: Dispatch): unknown {
  const { model, layer } = state;
  if (!model || !of.number) return '';
  const { config } = model;
  const run = runOf(state);
  const { sign, name, own } = of.number;
  const axis = of.number.axis(config);
  const scope = scopeAt(state, of);
  const number = numberOf(of.id, valueAt(run, of.id, layer, config), config);
  const set = (to: number, held: boolean) => {
    const value = numberValue(of.id, to, config);
    const next = withSwitch(
      withoutSwitch(run, of.id, config),
      of.id,
      value,
      { scope, layer },
      config,
    );
    dispatch({ type: 'run', run: next, live: held });
  };
  const looks = ['answer', 'other'] as const;
  const lines = lineAsks(state, of).flatMap(
    (ask, i) => answerLine(state, ask, looks[i] ?? 'other') ?? [],
  );
  return numberAxis({
    ...{ axis, width, number, lines, set },
    name: msg(name),
    said: `${sign} ${plain(number)}${number === axis.own ? msg`, as trained` : ''}`,
    label: (detent) => (detent === axis.own ? own(config) : plain(detent)),
  });
}

/** The scopes of a number, each with what the model reads where it is set there. */
export function scopeChoices(state: State, of: Switch, dispatch: Dispatch): TemplateResult {
  const { model, layer } = state;
  const run = runOf(state);
  const chosen = scopeAt(state, of);
  const ask = scopesAsk(state, of);
  const reads = presentReading(state);
  const present = reads ? guessText(reads) : '';
  const choose = (scope: Scope) => {
    dispatch({ type: 'panel', panel: { scope } });
    if (!model || scopeOf(run, of.id) === null) return;
    const value = valueAt(run, of.id, layer, model.config);
    const bare = withoutSwitch(run, of.id, model.config);
    dispatch({ type: 'run', run: withSwitch(bare, of.id, value, { scope, layer }, model.config) });
  };
  return html`<div class="scopes" role="group" aria-label=${msg`where`}>
    ${of.scopes.map((scope, i) => {
      const name = scopeName(scope, layer);
      const outcome = scope === chosen ? present : outcomeText(state, ask, i);
      return html`<button
        type="button"
        class="choice"
        data-scope=${scope}
        aria-pressed=${scope === chosen}
        aria-label=${[msg`${msg(of.title).replace('_', '')} in ${name}`, outcome].filter(Boolean).join(', ')}
        @click=${() => choose(scope)}
      ><span>${name}</span> <b>${outcome || '…'}</b></button>`;
    })}
  </div>`;
}
