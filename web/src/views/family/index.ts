import { html, nothing, type TemplateResult } from 'lit';
import { likelihood } from '../../state/prediction';
import { moveRadio } from '../../widgets/keys';
import { explained } from '../../widgets/terms';
import { msg, msgParts } from '../../words/msg';
import { nameAt } from '../kit/decoded/words';
import { askingOf, derived, plainly, type Told, tell, told } from '../kit/derivation';
import { type FigureContext, type HostedFigure, numbersTable } from '../kit/hosted-figure';
import { questionBox } from '../kit/question';
import { chosenIn, familyDerivations, guessOf, pressed, requestOf, runOf } from './run';
import { familyStyles } from './styles.css';
import { differences, liveWiring, type Part, parts, relatives, type Wiring } from './wirings';
import { nameOf, reasonOf, shortOf, toldOf } from './words';

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

const list = (texts: readonly string[]): string => texts.join('; ');

/** What the live model says with the relative's wiring; empty where none is pressed in. */
export function effectOf(m: FigureContext): Told {
  const wiring = chosenIn(m);
  return wiring && pressed(m, wiring).can.length > 0 ? effect(m, wiring) : [];
}

function effect(m: FigureContext, wiring: Wiring): Told {
  const trace = runOf(m, wiring);
  if (!trace) return [msg`Running the model …`];
  const [was, is] = [guessOf(m, m.trace), guessOf(m, trace)];
  const word = nameAt(
    trace.encoding.tokens.map(({ piece }) => piece),
    Math.min(m.state.token, trace.encoding.tokens.length - 1),
  );
  if (!was || !is) return [msg`This model predicts no word to compare.`];
  const pressedIn = { text: likelihood(is.probability), key: 'pressed' };
  const live = { text: likelihood(was.probability), key: 'live' };
  if (was.piece === is.piece && was.probability === is.probability)
    return tell(
      msgParts`Nothing changed: at ${word} it says “${is.piece}”, ${pressedIn}, as before.`,
    );
  return tell(
    msgParts`At ${word} it now says “${is.piece}”, ${pressedIn}; as trained, “${was.piece}”, ${live}. Weights fit the design they were learned in: a real relative is trained from scratch.`,
  );
}

/** In how many parts a relative differs. */
export function toldOfChosen(m: FigureContext): string {
  const wiring = chosenIn(m);
  if (!wiring)
    return msg`All are built from the same ${parts.length} parts; filled ones differ from this model, which a button rebuilds that way, as far as its weights allow.`;
  const { can, cannot } = pressed(m, wiring);
  return msg`${wiring.name} differs from this model in ${can.length + cannot.length} of ${parts.length} parts.`;
}

/** What of that the live model takes; empty where nothing is chosen. */
export function madeOf(m: FigureContext): string {
  const wiring = chosenIn(m);
  if (!wiring) return '';
  const { can, cannot } = pressed(m, wiring);
  if (can.length === 0)
    return msg`None of these can be applied to this model’s weights: ${list(cannot.map((part) => reasonOf(wiring, part)))}.`;
  return msg`Applied here: ${list(can.map((part) => toldOf(wiring, part)))}.`;
}

/** The same, and what comes of it. */
export const captionOf = (m: FigureContext): string =>
  [toldOfChosen(m), madeOf(m), plainly(effectOf(m))].filter(Boolean).join(' ');

/** What cannot be pressed in, and why; empty where all can. */
export function lackText(m: FigureContext): string {
  const wiring = chosenIn(m);
  const { can, cannot } = wiring ? pressed(m, wiring) : { can: [], cannot: [] };
  if (!wiring || can.length === 0 || cannot.length === 0) return '';
  const reasons = cannot.map((part) => `${toldOf(wiring, part)} (${reasonOf(wiring, part)})`);
  return msg`Not applied: ${list(reasons)}.`;
}

/** From this width on all stand side by side; below, the live model and one relative. */
const allFrom = 640;

/** From this width on all stand in one row; somewhat below, in two rows alike. */
const oneRow = 1130;
const twoRows = 760;

/** The one that a narrow figure shows first. */
const firstShown = relatives[1] as Wiring;

function press(m: FigureContext, wiring: Wiring): void {
  m.keep('shown', wiring);
  m.choose({ family: chosenIn(m) === wiring ? '' : wiring.id });
}

function member(m: FigureContext, wiring: Wiring): TemplateResult {
  const live = liveWiring(m.model.config);
  const isChosen = chosenIn(m) === wiring;
  const own = wiring.id === 'live';
  return html`<div class="member ${isChosen ? 'chosen' : ''}">
    <h3>${own ? msg(wiring.name) : wiring.name} <small>${wiring.year}</small></h3>
    ${blockOf(wiring, own ? [] : differences(wiring, live))}
    ${own ? nothing : html`<button type="button" class="act" aria-pressed=${isChosen} @click=${() => press(m, wiring)}>${isChosen ? msg`rebuilt` : msg`rebuild the model this way`}<span class="unseen">: ${wiring.name}</span></button>`}
  </div>`;
}

/** Which relative stands beside the live model, where there is room for one alone. */
function which(m: FigureContext, shown: Wiring): TemplateResult {
  const at = relatives.indexOf(shown);
  const choose = (i: number) => {
    m.keep('shown', relatives[i]);
    m.choose({ family: '' });
  };
  return html`<div class="which" role="radiogroup" aria-label=${msg`Relative`} @keydown=${(event: KeyboardEvent) => moveRadio(event, at, relatives.length, choose)}>
    ${relatives.map(({ name }, i) => html`<button type="button" role="radio" class="link" aria-checked=${i === at} tabindex=${i === at ? 0 : -1} @click=${() => choose(i)}>${name}</button>`)}
  </div>`;
}

function members(m: FigureContext): TemplateResult {
  const live = liveWiring(m.model.config);
  const { width } = m.size;
  if (width >= allFrom)
    return html`<div class="members ${width >= twoRows && width < oneRow ? 'fours' : ''}">${[live, ...relatives].map((wiring) => member(m, wiring))}</div>`;
  const shown = chosenIn(m) ?? m.kept('shown', firstShown);
  return html`${which(m, shown)}<div class="pair">${member(m, live)}${member(m, shown)}</div>`;
}

/** Which relative is nearest to the live model, to be guessed; by how many parts differ. */
function nearest(m: FigureContext): unknown {
  const live = liveWiring(m.model.config);
  const counts = relatives.map((each) => differences(each, live).length);
  const least = Math.min(...counts);
  if (counts.filter((count) => count === least).length > 1) return nothing;
  const names = relatives.map(({ name }) => name);
  return questionBox(
    {
      ...{ id: 'nearest', of: counts.join(' ') },
      asks: msg`Which of them is closest to this model?`,
      options: names,
      right: counts.indexOf(least),
      why: msg`Parts that differ: ${names.map((name, i) => `${name} ${counts[i]}`).join(', ')}.`,
    },
    m.state,
    m.dispatch,
  );
}

function inAllViews(m: FigureContext): TemplateResult | typeof nothing {
  const wiring = chosenIn(m);
  const request = wiring && requestOf(m, wiring);
  if (!request) return nothing;
  const run = () => m.dispatch({ type: 'run', run: request.run });
  return html`<p class="about"><button type="button" class="link underlined" @click=${run}>${msg`Use this design in all views`}</button></p>`;
}

const withExperts = (m: FigureContext): TemplateResult | typeof nothing =>
  m.model.config.num_local_experts
    ? nothing
    : html`<p class="about">${msg`We trained a small encoder of this design: rotary positions, shared keys, RMSNorm, SwiGLU and experts.`}
        <button type="button" class="link underlined" @click=${() => m.dispatch({ type: 'choose', choice: { source: 'experts' } })}>${msg`Open it in all views`}</button></p>`;

function table(m: FigureContext): TemplateResult {
  const all = [liveWiring(m.model.config), ...relatives];
  return numbersTable(
    msg`All parts`,
    ['', ...all.map(({ name }) => msg(name))],
    parts.map((part) => [nameOf(part), ...all.map((wiring) => toldOf(wiring, part))]),
  );
}

function draw(m: FigureContext): TemplateResult {
  const lack = lackText(m);
  const asking = askingOf(m);
  return html`<figure class="family">
    ${members(m)}
    <div class="told-and-asked">
      <div><figcaption>${explained(toldOfChosen(m))}</figcaption>
        <p class="about">${explained(madeOf(m))} ${told(asking, effectOf(m))}</p>
        ${lack ? html`<p class="about">${lack}</p>` : nothing} ${inAllViews(m)} ${chosenIn(m)?.id === 'mixtral' ? withExperts(m) : nothing}</div>
      <div>${nearest(m)}</div>
    </div>
    ${derived(asking, familyDerivations(m))}
    ${table(m)}
  </figure>`;
}

/** The encoder’s relatives as wirings of the same parts, each pressed into the live model as far as its weights allow. */
export const figure: HostedFigure = {
  styles: familyStyles,
  wants(m) {
    const wiring = chosenIn(m);
    const request = wiring && requestOf(m, wiring);
    return request ? { traces: [request] } : {};
  },
  draw,
  speech: captionOf,
};
