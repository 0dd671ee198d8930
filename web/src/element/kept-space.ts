import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { keepSpace, spaceFor } from '../render/kept-space';
import type { Figure } from './figure';

/** How long a figure keeps its former height after its first picture, in milliseconds. */
const patience = 1000;

type Host = ReactiveControllerHost &
  HTMLElement & { readonly height: number | null | undefined; readonly renderRoot: ParentNode };

/** Keeps the room that a figure is going to need, or that its poster has, until it is drawn. */
export class KeptSpace implements ReactiveController {
  private readonly host: Host;
  private readonly figure: Figure;
  private timer = 0;
  private drawn = false;

  constructor(host: Host, figure: Figure) {
    this.host = host;
    this.figure = figure;
    host.addController(this);
  }

  hostUpdate(): void {
    const { host, figure } = this;
    if (this.drawn) return;
    this.drawn = !!figure.state.trace;
    // What is there now, a poster perhaps, is as high as it is; the host has not been redrawn yet.
    const pixels = this.drawn
      ? host.offsetHeight
      : spaceFor(figure.state.view, figure.width || host.offsetWidth);
    keepSpace(host, host.height ? 0 : pixels);
    if (this.drawn) this.wait();
  }

  hostDisconnected(): void {
    clearTimeout(this.timer);
  }

  private wait(): void {
    this.timer = window.setTimeout(() => {
      // What another file draws is an element that is not defined before that has come.
      if (this.host.renderRoot.querySelector('.view :not(:defined)')) this.wait();
      else keepSpace(this.host, 0);
    }, patience);
  }
}
