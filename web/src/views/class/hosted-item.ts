import type { Action } from '../../state/actions';
import { readSettings, withSettings } from '../../state/settings';
import type { State } from '../../state/state';
import { type HostedWants, nothingWanted } from '../../state/what-if/ask';
import { hosted } from '../kit/hosted';
import type { FigureContext } from '../kit/hosted-figure';
import { guessesIn, type Item } from './assignment';

/** How a figure that asks is opened: its settings, and where in them the answers are. */
const figures = {
  ask: {
    view: 'practice',
    settings: ({ id, seed }: Item) => ({ set: id, seed: String(seed), class: '2' }),
    said: 'said',
  },
  hand: {
    view: 'by-hand',
    settings: ({ id, seed }: Item) => ({ blank: id, seed: String(seed), class: '2' }),
    said: 'typed',
  },
  bug: { view: 'bench', settings: () => ({ class: '2' }), said: '' },
} as const;

/** Where the class keeps what the figure on show wants computed. */
const wantedName = 'wanted';

/** What is to be computed for the item on show. */
export const wantedIn = (m: FigureContext): Partial<HostedWants> => m.kept(wantedName, {});

/** What is on show is left: nothing is to be computed for it any more. */
export const leaveItem = (m: FigureContext): void => {
  if (Object.keys(wantedIn(m)).length > 0) m.keep(wantedName, {});
};

/** The figure of an item in the class, with what has been said; `say` takes what is said next. */
export function hostedItem(
  m: FigureContext,
  item: Item & { readonly kind: keyof typeof figures },
  said: string,
  say: (said: string) => void,
  extra: Readonly<Record<string, string>> = {},
): unknown {
  const { view, settings, said: name } = figures[item.kind];
  const values = { ...settings(item), ...(name && said ? { [name]: said } : {}), at: '', ...extra };
  const isBug = item.kind === 'bug';
  const state: State = {
    ...m.state,
    ...{ view, settings: withSettings('', values) },
    ...(isBug ? { case: item.id, guesses: guessesIn(said) } : {}),
    // On paper many are side by side, and nothing is to be computed for them.
    wanted: { ...nothingWanted, ...(extra.sheet ? {} : wantedIn(m)), view },
  };
  const dispatch = (action: Action): void => {
    if (action.type === 'want') {
      m.keep(wantedName, action.wanted);
      return;
    }
    if (action.type !== 'choose' || action.choice.view !== undefined) {
      m.dispatch(action);
      return;
    }
    const { guesses, settings: chosen } = action.choice;
    if (isBug && guesses) say(guesses.join(';'));
    else if (name && chosen !== undefined) say(readSettings(chosen).get(name) ?? '');
  };
  return hosted(`fovea-${view}`, { state, width: m.size.width, height: 0, dispatch });
}
