import { html, nothing, type TemplateResult } from 'lit';
import { msg } from '../../words/msg';
import type { Part, Wiring } from './wirings';
import { shortOf, toldOf } from './words';

/** Draws the parts of a wiring, those among `marked` as others than the live model's. */
class Block {
  private readonly wiring: Wiring;
  private readonly marked: readonly Part[];

  constructor(wiring: Wiring, marked: readonly Part[]) {
    this.wiring = wiring;
    this.marked = marked;
  }

  private box(part: Part, look: string, beside?: Part): TemplateResult {
    const { wiring, marked } = this;
    const of = [part, ...(beside ? [beside] : [])];
    const told = of.map((each) => toldOf(wiring, each)).join('; ');
    const differs = of.some((each) => marked.includes(each));
    return html`<div class="part ${look} ${differs ? 'differs' : ''}" title=${told}>
      ${shortOf(wiring, part)}${beside && wiring[beside] !== 'own' ? html`<small>${shortOf(wiring, beside)}</small>` : nothing}
      ${differs ? html`<span class="unseen">${msg`(differs)`}</span>` : nothing}
    </div>`;
  }

  private norm(): TemplateResult {
    const { wiring, marked } = this;
    const differs = marked.includes('norm') || marked.includes('place');
    return html`<div class="part norm ${differs ? 'differs' : ''}" title="${toldOf(wiring, 'norm')}; ${toldOf(wiring, 'place')}">${wiring.norm}</div>`;
  }

  /** A part with the path around it and its norm, before or after. */
  private sublayer(part: TemplateResult): TemplateResult {
    const isPre = this.wiring.place === 'pre';
    return html`<div class="around">${isPre ? this.norm() : nothing}${part}<div class="plus" aria-hidden="true">+</div></div>
      ${isPre ? nothing : this.norm()}`;
  }

  draw(): TemplateResult {
    const { wiring } = this;
    const inScores = wiring.positions === 'rotary' || wiring.positions === 'bias';
    const attention = html`${inScores ? this.box('positions', 'positions') : nothing}${this.box('mask', 'attention', 'keys')}`;
    return html`<div class="block">
      ${this.box('reads', 'end')} ${inScores ? nothing : this.box('positions', 'positions')}
      <div class="layer">
        ${this.sublayer(attention)}
        ${wiring.cross === 'yes' ? this.sublayer(this.box('cross', 'attention')) : nothing}
        ${this.sublayer(this.box('network', 'network'))}
        <small class="times">× N</small>
      </div>
      ${wiring.place === 'pre' ? this.norm() : nothing} ${this.box('says', 'end')}
    </div>`;
  }
}

/** One block, from its input down to its output. */
export const blockOf = (wiring: Wiring, marked: readonly Part[]): TemplateResult =>
  new Block(wiring, marked).draw();
