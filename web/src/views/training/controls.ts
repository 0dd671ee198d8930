import { html, nothing, type TemplateResult } from 'lit';
import type { LearnSettings } from '../../learn/protocol';
import { msgHtml } from '../../render/msg-html';
import { linkButton } from '../../widgets/controls';
import { grouped, inLanguage } from '../../words/language';
import { later, msg } from '../../words/msg';
import type { Acts } from './acts';
import { paceOf, secondsLeft, stepOf } from './run';
import { isUsual, switches, turned } from './settings';
import { shownStep, type Training } from './training';

/** A time to come or gone: `8 s`, `2 min`, `1 h 20 min`. */
export function duration(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

type Part = TemplateResult | typeof nothing;

const sizes = [
  {
    id: 'tiny',
    about: later('a small encoder on a small corpus: a minute or two'),
  },
  { id: 'small', about: later('a small encoder on the whole corpus: several minutes') },
  { id: 'shipped', about: later('the encoder this page ships with, on fewer sentences: hours') },
] as const;

const icons = {
  play: 'M7 4.5v15l13-7.5Z',
  pause: 'M6 4.5h4v15h-4ZM14 4.5h4v15h-4Z',
  step: 'M5 5v14l9-7ZM16 5h3v14h-3Z',
  reset: 'M12 4a8 8 0 1 0 8 8h-2.6a5.4 5.4 0 1 1-5.4-5.4V10l5-4.5-5-4.5Z',
};

function iconButton(
  icon: keyof typeof icons,
  name: string,
  act: () => void,
  off = false,
  looks = '',
): TemplateResult {
  return html`<button type="button" class="icon ${looks}" aria-label=${name} title=${name} aria-disabled=${off} @click=${() => off || act()}>
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d=${icons[icon]} fill="currentColor"></path></svg>
  </button>`;
}

export function transport({ run }: Training, acts: Acts): TemplateResult {
  const { phase } = run;
  const playing = phase === 'playing';
  const still = phase !== 'paused' && !playing;
  return html`<div class="transport" role="group" aria-label=${msg`Training`}>
    ${playing ? iconButton('pause', msg`Pause`, () => acts.pause(), false, 'main') : iconButton('play', msg`Play`, () => acts.play(), still, 'main')}
    ${iconButton('step', msg`One step`, () => acts.step(), still)}
    ${iconButton('reset', msg`Start again`, () => acts.begin(run.settings), phase === 'starting')}
  </div>`;
}

const phases = {
  starting: later('getting ready'),
  paused: later('paused'),
  playing: later('learning'),
  finished: later('finished'),
  failed: later('ended'),
};

/** How far the run is, in one line. */
export function progress({ run }: Training): TemplateResult {
  const pace = paceOf(run);
  const left = run.phase === 'finished' ? null : secondsLeft(run);
  const { info } = run;
  const step = html`<span data-value="step">${grouped(stepOf(run))}</span>`;
  const parts = [
    html`<b>${info ? msgHtml`step ${step} of ${grouped(info.steps)}` : msgHtml`step ${step}`}</b>`,
    msg(phases[run.phase]),
    pace
      ? msgHtml`<span data-value="pace">${grouped(Math.round(pace.tokensPerSecond))}</span> tokens a second`
      : nothing,
    left !== null && left > 0 ? msg`about ${duration(left)} left` : nothing,
  ];
  return html`<p class="progress">${parts.map((part) => (part === nothing ? nothing : html`<span>${part}</span>`))}</p>`;
}

function sizeChoice(settings: LearnSettings, acts: Acts): TemplateResult {
  return html`<fieldset class="sizes-choice">
    <legend>${msg`size`}</legend>
    ${sizes.map(
      ({ id, about }) => html`<label title=${msg(about)}><input
        type="radio"
        name="size"
        .checked=${settings.size === id}
        @change=${() => acts.begin({ ...settings, size: id })}
      />${msg(id)}</label>`,
    )}
  </fieldset>`;
}

const numberIn = (event: Event): number => Number((event.target as HTMLInputElement).value);

/** The seed typed, from 0 on; null where there is none, as in an empty field. */
function seedIn({ value }: HTMLInputElement): number | null {
  const seed = Math.floor(value.trim() === '' ? Number.NaN : Number(value));
  return seed >= 0 && seed < 2 ** 31 ? seed : null;
}

function numbers(settings: LearnSettings, rate: number | undefined, acts: Acts): TemplateResult {
  const seed = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const typed = seedIn(input);
    if (typed === null) input.value = String(settings.seed);
    else acts.begin({ ...settings, seed: typed });
  };
  const peak = (event: Event) => {
    const { rate: _, ...others } = settings;
    const value = numberIn(event);
    acts.begin(value > 0 && value <= 1 ? { ...others, rate: value } : others);
  };
  return html`<label>${msg`seed`} <input class="number" type="number" min="0" max="2147483647" step="1" .value=${String(settings.seed)} @change=${seed} /></label>
    <label>${msg`rate`} <input class="number" type="number" min="0.00001" max="1" step="any" placeholder=${msg`default`} .value=${String(settings.rate ?? '')} @change=${peak} /></label>
    ${rate === undefined ? nothing : html`<span>${msgHtml`now <b>${inLanguage(rate.toPrecision(2))}</b>`}</span>`}`;
}

const words: Readonly<Record<(typeof switches)[number]['id'], string>> = {
  positions: later('positions'),
  residual: later('residual connections'),
  scale: '÷ √dₖ',
  warmup: later('warm-up'),
  norm: later('norm after the sum'),
};

function switchBoxes(settings: LearnSettings, acts: Acts): TemplateResult {
  return html`<fieldset>
    <legend>${msg`with`}</legend>
    ${switches.map(
      ({ id }) => html`<label><input
        type="checkbox"
        .checked=${isUsual(settings, id)}
        @change=${() => acts.begin(turned(settings, id))}
      />${msg(words[id])}</label>`,
    )}
  </fieldset>`;
}

/** The run before: its curves and, of the sentence that was read then, its pictures. */
function formerArea({ formerSeen, showsFormer }: Training, acts: Acts): TemplateResult {
  const hasPictures = formerSeen.size > 0;
  const shows = showsFormer ? msg`Show this run’s pictures` : msg`Show the previous run’s pictures`;
  const kept = hasPictures
    ? msg`the previous run’s curves and pictures are kept, not its weights`
    : msg`the previous run’s curves are kept, not its weights`;
  return html`<span>${kept}</span>
    ${hasPictures ? linkButton(shows, () => acts.showFormer(!showsFormer), 'underlined') : nothing}
    ${linkButton(msg`Remove the previous run from the plots`, () => acts.forget(), 'underlined')}`;
}

/** A change begins a new run; the one before stays on the plots, dashed. */
export function settingsArea(training: Training, acts: Acts): TemplateResult {
  const { run, former } = training;
  const rate = run.trail.at(-1)?.rate;
  return html`<div class="settings">
    ${sizeChoice(run.settings, acts)} ${numbers(run.settings, rate, acts)} ${switchBoxes(run.settings, acts)}
    ${former ? formerArea(training, acts) : nothing}
  </div>`;
}

/** What kind of encoder it is. */
export const shape = (config: {
  hidden_size: number;
  num_hidden_layers: number;
  num_attention_heads: number;
}): string =>
  msg`${config.hidden_size} wide, ${config.num_hidden_layers} layers, ${config.num_attention_heads} heads`;

/** Opening and saving: of the step on show. */
export function fileArea(training: Training, acts: Acts): Part {
  const shown = shownStep(training);
  const chosen = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    input.value = '';
    if (file) acts.continueRun(file);
  };
  const own = shown
    ? html`${linkButton(msg`Open this encoder (step ${grouped(shown.step)})`, () => acts.open(), 'underlined')}
      ${linkButton(msg`Save it (.safetensors)`, () => acts.saveModel(), 'underlined')}
      ${linkButton(msg`Save the run`, () => acts.saveRun(), 'underlined')}`
    : nothing;
  return html`<div class="files">
    ${own}
    <label class="link underlined file">${msg`Continue a saved run`}<input type="file" accept=".safetensors" @change=${chosen} /></label>
  </div>`;
}
