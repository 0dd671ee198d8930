import { html, nothing, type TemplateResult } from 'lit';
import { npz, table } from '../../numbers/formats';
import { relation } from '../../relatives/head-relations';
import { styled } from '../../render/styled';
import { download } from '../../widgets/sharing';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { askingOf, derived, plainly, told } from '../kit/derivation';
import { folded } from '../kit/folded';
import type { FigureContext, HostedFigure } from '../kit/hosted-figure';
import { awaitsAnswer, isChapter, questionBox } from '../kit/question';
import { headDetail } from './detail';
import { findHead } from './find';
import { headGrid } from './grid';
import { effectOf, habits, headName, headOf, type Study, spreadOf } from './habits';
import { begin, cancel, type Progress, readerTexts, type Source, sourceOf, studyFor } from './run';
import { ofThisSentence } from './start';
import { corpusStyles } from './styles.css';
import { longestColumn, parseReaderTexts } from './texts';
import {
  asksFor,
  caption,
  chapterAsks,
  clearestHabit,
  derivations,
  headTold,
  limits,
  questionOf,
} from './words';

const button = (text: string, act: () => void) =>
  html`<button type="button" class="act" @click=${act}>${text}</button>`;

function bring(m: FigureContext, name: string, text: string): void {
  const brought = parseReaderTexts(name, text);
  m.keep('column', null);
  m.keep('brought', brought.texts.some((each) => each.length > 0) ? brought : null);
}

async function bringFile(m: FigureContext, file: File | undefined): Promise<void> {
  if (file) bring(m, file.name, await file.text());
}

/** Which texts: the page's own, or the reader's, pasted, chosen or dropped. */
function sourceFields(m: FigureContext, { texts }: Source): TemplateResult {
  const brought = readerTexts(m);
  const paste = (event: Event) => {
    const { value } = event.target as HTMLTextAreaElement;
    if (value.trim()) bring(m, msg`your text`, value);
  };
  const chosen = (event: Event) => void bringFile(m, (event.target as HTMLInputElement).files?.[0]);
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    void bringFile(m, event.dataTransfer?.files[0]);
  };
  const column = (event: Event) =>
    m.keep('column', Number((event.target as HTMLSelectElement).value));
  const at = m.kept<number | null>('column', null) ?? (brought ? longestColumn(brought) : 0);
  return html`<div class="source" @dragover=${(event: Event) => event.preventDefault()} @drop=${dropped}>
    <p class="fields"><span>${
      brought
        ? msg`${grouped(texts.length)} {0:sentence|sentences} from ${brought.name}`
        : msg`the page’s own ${grouped(texts.length)} sentences`
    }</span>
      ${brought && brought.columns.length > 0 ? html`<label>${msg`column`} <select @change=${column}>${brought.columns.map((name, i) => html`<option value=${i} ?selected=${i === at}>${name}</option>`)}</select></label>` : nothing}
      ${brought ? button(msg`the page’s own sentences`, () => m.keep('brought', null)) : nothing}
      <label class="file">${msg`open a text or CSV file`} <input type="file" accept=".txt,.csv,.tsv,text/plain,text/csv" @change=${chosen} /></label></p>
    <textarea rows="2" aria-label=${msg`Your own sentences, one per line`} placeholder=${msg`or paste sentences here, one per line, or drop a file`} @change=${paste}></textarea>
  </div>`;
}

function progressLine(m: FigureContext, source: Source, progress: Progress<Study>) {
  const { share, problem, answer } = progress;
  const again = () => begin(m, source);
  if (problem) return html`<p role="alert">${problem}</p>`;
  if (share !== null)
    return html`<p class="fields"><progress max="1" .value=${share}></progress>
      <span>${msg`${grouped(Math.round(share * source.texts.length))} of ${grouped(source.texts.length)} sentences …`}</span>
      ${button(msg`cancel`, () => cancel(m, 'study'))}</p>`;
  if (answer || source.texts.length === 0) return nothing;
  return html`<p class="fields">${button(msg`study these sentences`, again)}</p>`;
}

const rowOf = (study: Study, head: number): readonly number[] => [
  ...habits.map(({ relation }) => study.weight(head, relation)),
  spreadOf(study, head),
  effectOf(study, head),
];

/** As a table: like the rows that `fovea heads --csv` prints, counted from 0. */
function csvOf(study: Study): string {
  const rows = Array.from({ length: study.count }, (_, head) => [
    Math.floor(head / study.perLayer),
    head % study.perLayer,
    ...rowOf(study, head).map((x) => (Number.isNaN(x) ? '' : Number(x.toPrecision(9)))),
  ]);
  const names = habits.map(({ column }) => column);
  return table([['layer', 'head', ...names, 'entropy', 'effect'], ...rows]);
}

function npzOf(study: Study): Uint8Array<ArrayBuffer> {
  const layers = study.count / study.perLayer;
  const columns = [...habits.map(({ column }) => column), 'entropy', 'effect'];
  const values = Array.from({ length: study.count }, (_, head) => rowOf(study, head)).flat();
  const shape = [layers, study.perLayer, columns.length];
  const counts = Float32Array.of(study.texts, study.tokens, study.measured);
  return npz(columns, 'columns', [
    { name: 'heads', shape, data: Float32Array.from(values) },
    {
      name: 'byRelation',
      shape: [study.count, study.heads.length / study.count],
      data: study.heads,
    },
    { name: 'texts_tokens_measured', shape: [3], data: counts },
  ]);
}

function downloads(study: Study): TemplateResult {
  const save = (name: string, type: string, parts: BlobPart[]) =>
    download(new Blob(parts, { type }), name);
  return html`<p class="fields">${msg`All numbers:`}
    ${button('CSV', () => save('fovea-heads.csv', 'text/csv', [csvOf(study)]))}
    ${button('.npz', () => save('fovea-heads.npz', 'application/octet-stream', [npzOf(study)]))}</p>`;
}

/** All heads in the sentence on show, until what they do in others is known. */
function start(m: FigureContext, alone: Study | null): TemplateResult {
  if (!alone) return html`<p role="status">${msg`Loading …`}</p>`;
  return html`<p class="about">${msg`In this one sentence, the heads do this. What do they do in others?`}</p>
    ${evidence(m, alone, askedAbout(m, alone))}`;
}

/** The relation that is asked about. */
const askedAbout = (m: FigureContext, alone: Study | null): number =>
  alone && isChapter(m.state) ? clearestHabit(alone).habit.relation : relation.far;

/** All heads without what is asked about. */
const evidence = (m: FigureContext, study: Study, asked: number): TemplateResult =>
  html`${headGrid(m, study, { head: null, veiled: asked, press: () => {} })}`;

function result(m: FigureContext, source: Source, study: Study): TemplateResult {
  const asking = askingOf(m);
  const head = headOf(study, m.choices.get('head'));
  const said = m.kept<number | null>('said', null);
  const press = (each: number) => {
    m.keep('piece', '');
    m.choose({ head: each === head ? '' : headName(study, each) });
  };
  return html`<div class="two"><div class="all">
      ${headGrid(m, study, { head, veiled: null, press })}
      <p class="readout">${said === null || said >= study.count ? msg`Press a head to see the sentences in which it is most and least sure.` : told(asking, headTold(study, said))}</p>
      ${derived(asking, derivations(study))}
      <figcaption>${caption(study)}</figcaption></div>
    <div class="chosen">${head === null ? nothing : headDetail(m, { study, source, head, press: (piece) => m.keep('piece', piece) })}
      ${findHead(m, study, press)}
      ${downloads(study)}
      ${folded(m, 'limits', msg`What averages don’t tell you`, () => html`<ul class="limits">${limits(study).map((text) => html`<li>${text}</li>`)}</ul>`, true)}
    </div></div>`;
}

/** The room below a picture for a formula and scales, in pixels; this figure has neither. */
const spare = 72;

function draw(m: FigureContext): TemplateResult {
  const source = sourceOf(m);
  const progress = studyFor(m, source);
  const study = progress.answer;
  const veiled = awaitsAnswer(m.state, asksFor(m, source));
  const { width, height } = m.size;
  const isWide = width >= 900;
  const inPage = isWide && height !== undefined;
  const inColumns = inPage && study && !veiled;
  const room = inColumns
    ? { height: `${height + spare}px` }
    : { minHeight: inPage ? `${height * 0.85}px` : undefined };
  return html`<figure class="corpus ${isWide ? 'wide' : ''} ${inColumns ? 'columns' : ''}" style=${styled(room)}>
    ${sourceFields(m, source)}
    ${progressLine(m, source, progress)}
    ${study && !isChapter(m.state) ? questionBox(questionOf(m, source, study), m.state, m.dispatch) : nothing}
    ${study ? (veiled ? evidence(m, study, askedAbout(m, ofThisSentence(m))) : result(m, source, study)) : start(m, ofThisSentence(m))}
  </figure>`;
}

/** What the heads of a model do over many sentences. */
export const figure: HostedFigure = {
  styles: corpusStyles,
  wants(m) {
    const { answer } = studyFor(m, sourceOf(m));
    const alone = answer && ofThisSentence(m);
    return { question: alone ? chapterAsks(alone, answer) : undefined };
  },
  draw,
  speech(m) {
    const source = sourceOf(m);
    const { answer } = studyFor(m, source);
    if (!answer || awaitsAnswer(m.state, asksFor(m, source))) return '';
    const head = headOf(answer, m.choices.get('head'));
    return head === null ? caption(answer) : plainly(headTold(answer, head));
  },
};
