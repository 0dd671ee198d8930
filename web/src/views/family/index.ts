import { html, nothing, type TemplateResult } from 'lit';
import { relatives as shipped } from '../../relatives/client';
import { moveRadio } from '../../widgets/keys';
import { explained } from '../../widgets/terms';
import { msg } from '../../words/msg';
import { askingOf, derived, told } from '../kit/derivation';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { questionBox } from '../kit/question';
import { numbersTable } from '../kit/text-figure';
import { blockOf } from './block';
import { captionOf, effectOf, lackText, madeOf, toldOfChosen } from './caption';
import { familyDerivations } from './derivations';
import { chosenIn, requestOf } from './run';
import { familyStyles } from './styles.css';
import { differences, liveWiring, parts, relatives, type Wiring } from './wirings';
import { nameOf, toldOf } from './words';

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
    ${own ? nothing : html`<button type="button" class="act" aria-pressed=${isChosen} @click=${() => press(m, wiring)}>${isChosen ? msg`rebuilt` : msg`rebuild this model this way`}<span class="unseen">: ${wiring.name}</span></button>`}
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

/** Opens the small model of our own that is wired as Mixtral's are. */
async function openExperts({ target }: Event): Promise<void> {
  const detail = await shipped().file('experts');
  target?.dispatchEvent(new CustomEvent('fovea-open', { detail, bubbles: true, composed: true }));
}

const withExperts = (m: FigureContext): TemplateResult | typeof nothing =>
  m.model.config.num_local_experts
    ? nothing
    : html`<p class="about">${msg`We trained a small encoder of this design: rotary positions, shared keys, RMSNorm, SwiGLU and experts.`}
        <button type="button" class="link underlined" @click=${openExperts}>${msg`Open it in all views`}</button></p>`;

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
