import type { PropertyDeclarations } from 'lit';
import { SpokenElement } from '../../render/spoken-element';
import type { Dispatch } from '../../state/actions';
import type { State } from '../../state/state';

/**
 * What another file than fovea.js draws: an element inside the figure's, which gets what a view has
 * as properties. Colours and fonts are the figure's, by the custom properties that it inherits.
 */
export abstract class HostedElement extends SpokenElement {
  static override properties: PropertyDeclarations = {
    state: { attribute: false },
    width: { type: Number },
    height: { type: Number },
    dispatch: { attribute: false },
  };

  declare state: State | null;
  declare width: number;
  /** What it may fill of the height; 0 where that is not known. */
  declare height: number;
  declare dispatch: Dispatch | null;

  constructor() {
    super();
    this.state = null;
    this.width = 0;
    this.height = 0;
    this.dispatch = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  /** An update that was due when the view was left has no figure to be drawn in. */
  override shouldUpdate(): boolean {
    return this.isConnected && this.width > 0 && this.state !== null;
  }
}
