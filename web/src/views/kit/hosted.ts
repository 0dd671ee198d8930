import type { CSSResultGroup, TemplateResult } from 'lit';
import type { Dispatch } from '../../state/actions';
import type { State } from '../../state/state';
import type { Size, View } from '../view';

/** Views of the second file bring their styles with them. */
const styles: CSSResultGroup = [];

/**
 * A view that an element of the second file draws: `passed` is what it gets as properties, `element`
 * its tag with them. Until that file is there, what stands inside the tag is seen.
 */
export const hostedView = <Passed>(
  id: string,
  passed: (state: State, size: Size) => Passed,
  element: (passed: Passed, dispatch: Dispatch) => TemplateResult,
): View<Passed> => ({
  ...{ id, styles },
  layout: passed,
  caption: () => null,
  words: () => '',
  speech: () => '',
  render: (scene, _, dispatch) => element(scene, dispatch),
});
