import type { Cell } from '../../state/dataflow/cell';
import { nameOf } from '../../state/dataflow/naming';
import type { State } from '../../state/state';
import { written } from '../../widgets/why-list';
import { msg } from '../../words/msg';
import { tipOf } from '../kit/legend';
import type { Drawn } from '../kit/product';
import type { Scene } from '../kit/scene';
import { readoutOf, type StepContext, stepContextOf } from '../kit/step-context';
import type { Size } from '../view';
import {
  brokenAnswer,
  evidenceOf,
  healedOf,
  isMended,
  onBench,
  openCase,
  type Suspect,
  suspectsOf,
  symptomOf,
  verdictOf,
} from './bench';
import type { Picture } from './case';
import { cases, type NamedCase, unknownCase } from './cases';
import { drawMatrix, type OnBench } from './matrix';
import { drawRows } from './rows';

export interface Question {
  readonly cell: Cell;
  readonly text: string;
}

/** What is to be read beside the picture, made of what was measured. */
export interface Report {
  /** A number in which the bug shows when it is asked why. */
  readonly question: Question;
  /** What the picture is of, where it does not say so itself. */
  readonly of: string;
  readonly symptom: string;
  readonly answer: string;
  readonly verdict: string;
  /** Empty while the encoder is broken. */
  readonly healed: string;
}

/** The case on the bench, ready to be drawn. */
export interface BenchScene {
  readonly width: number;
  readonly state: State;
  /** Undefined where the address names a case that there is not; `problem` says so. */
  readonly bug: NamedCase | undefined;
  readonly problem: string;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  readonly mended: boolean;
  readonly suspects: readonly Suspect[];
  /** Null while the encoder runs. */
  readonly picture: Scene | null;
  readonly report: Report | null;
}

/** From this width on the picture has its text at the right. */
const besideFrom = 760;

export const isWide = (width: number): boolean => width >= besideFrom;

/** Of a wide bench the picture has this share. */
export const pictureWidth = (width: number): number =>
  isWide(width) ? Math.floor(width * 0.54) : width;

const draw = (on: OnBench, picture: Picture): Drawn =>
  picture.kind === 'matrix' ? drawMatrix(on, picture) : drawRows(on, picture);

const ofPicture = (picture: Picture): string =>
  picture.kind === 'matrix'
    ? msg`weights of layer ${picture.layer + 1}, head ${picture.head + 1}`
    : '';

/** The number that the case would have asked why, in the run on show. */
function questionOf(m: StepContext, cell: Cell): Question {
  const { what, where } = nameOf(cell, m.context);
  const value = written(cell.name, m.values.at(cell));
  return { cell, text: msg`Why ${value}? (${[what, where].filter(Boolean).join(', ')})` };
}

function reportOf(on: OnBench, bug: NamedCase, of: string): Report {
  const { m, evidence, mended } = on;
  const { state } = m;
  return {
    of,
    question: questionOf(m, bug.ask(mended ? evidence.right : evidence.broken)),
    symptom: symptomOf(bug, evidence),
    answer: mended ? '' : brokenAnswer(evidence),
    verdict: verdictOf(state, evidence),
    healed: mended ? healedOf(bug, evidence) : '',
  };
}

function pictureOf(on: OnBench, picture: Picture): Scene {
  const { marks, bottom } = draw(on, picture);
  const { m, width } = on;
  const readout = readoutOf(m);
  return {
    ...{ width, height: Math.ceil(bottom), view: 'bench', marks, readout },
    title: msg`What is measured`,
    caption: ['', ''],
    tip: tipOf(marks, m.state.point, readout, width),
    spelt: [],
    words: m.tokens.map(({ piece }) => piece),
    tables: m.state.tables,
  };
}

export function benchScene(state: State, { width, height }: Size): BenchScene {
  const bug = openCase(state);
  const empty = {
    ...{ width, state, bug, mended: isMended(state), count: cases.length },
    problem: bug ? '' : unknownCase(state.case),
    number: cases.findIndex(({ id }) => id === state.case) + 1,
    suspects: bug ? suspectsOf(state, bug) : [],
    ...{ picture: null, report: null },
  };
  const evidence = evidenceOf(state);
  const m = evidence && stepContextOf(onBench(state), pictureWidth(width));
  if (!bug || !evidence || !m) return empty;
  const picture = bug.picture(evidence);
  const on = { m, evidence, mended: empty.mended, width: pictureWidth(width), room: height };
  return {
    ...empty,
    picture: pictureOf(on, picture),
    report: reportOf(on, bug, ofPicture(picture)),
  };
}
