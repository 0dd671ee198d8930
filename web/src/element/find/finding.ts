import type { LitElement } from 'lit';
import type { Dispatch } from '../../state/actions';
import type { State } from '../../state/state';
import { firstView } from '../../state/timeline';
import { openChapter } from '../../state/tour/walk';
import { placeOf } from '../../widgets/view-switch';
import type { Find } from './find-dialog';
import type { Target } from './search';

/** Goes to where an answer is; places of the article are links. */
export function goTo(target: Target, state: State, dispatch: Dispatch): void {
  if ('view' in target)
    dispatch({ type: 'choose', choice: { ...placeOf(target.view), tour: null } });
  else if ('chapter' in target) openChapter(state, dispatch, target.chapter);
  else if ('switch' in target) {
    dispatch({ type: 'choose', choice: { ...placeOf(firstView), tour: null } });
    dispatch({ type: 'panel', panel: { open: true, unfolded: target.switch } });
  }
}

/** What was typed into the field that finds figures, and where its rows lead. */
export class Finding {
  private text = '';
  private readonly host: LitElement;
  private readonly go: (target: Target) => void;

  constructor(host: LitElement, go: (target: Target) => void) {
    this.host = host;
    this.go = go;
  }

  dialog(view: string): Find {
    return {
      ...{ view, text: this.text },
      type: (text) => this.type(text),
      open: (target) => {
        this.host.renderRoot.querySelector<HTMLDialogElement>('dialog.find')?.close();
        this.type('');
        this.go(target);
      },
    };
  }

  private type(text: string): void {
    this.text = text;
    this.host.requestUpdate();
  }
}
