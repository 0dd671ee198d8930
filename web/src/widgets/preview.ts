import type { Dispatch } from '../state/actions';
import type { HeadPlace } from '../state/state';

/** For a head's control: shown while the pointer or the keyboard is on it, then the chosen one again. */
export function previewOf({ layer, head }: HeadPlace, dispatch: Dispatch) {
  return {
    show: () => dispatch({ type: 'preview', at: { layer, head } }),
    leave: () => dispatch({ type: 'preview', at: null }),
  };
}
