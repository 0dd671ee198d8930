import type { Dispatch } from '../state/actions';
import type { HeadPlace } from '../state/state';

/** Previews a head while the pointer or the keyboard focus is on its control. */
export function previewOf({ layer, head }: HeadPlace, dispatch: Dispatch) {
  return {
    show: () => dispatch({ type: 'preview', at: { layer, head } }),
    leave: () => dispatch({ type: 'preview', at: null }),
  };
}
