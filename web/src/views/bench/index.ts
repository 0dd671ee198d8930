import { later, msg } from '../../words/msg';
import { type HostedFigure, viewFigure } from '../kit/hosted-figure';
import { mixMarks } from '../kit/keyframes';
import { stepStyles } from '../kit/styles.css';
import type { Caption, View } from '../view';
import { benchWants, brokenRequest, isMended, onShow } from './bench';
import { renderBench } from './render';
import { type BenchScene, benchScene } from './scene';
import { benchStyles } from './styles.css';

const asks = later('One line of its code is wrong. Which one?');

function caption({ report }: BenchScene): Caption | null {
  return report && [report.symptom, report.healed || msg(asks)];
}

function speech({ report, number, count }: BenchScene): string {
  if (!report) return '';
  const { symptom, answer, verdict, healed } = report;
  return verdict
    ? `${verdict} ${healed}`.trim()
    : msg`Case ${number} of ${count}. ${symptom} ${answer} ${msg(asks)}`;
}

/** Broken encoders to be mended: a symptom, a guess, the wrong line and the right one, the picture healed. */
export const benchView: View<BenchScene> = {
  id: 'bench',
  styles: [stepStyles, benchStyles],
  layout: benchScene,
  between(from, to, share) {
    const [before, after] = [from.picture, to.picture];
    if (!before || !after || from.bug !== to.bug) return to;
    const words = { from: before.words, to: after.words };
    const marks = mixMarks(before.marks, after.marks, share, words);
    return { ...to, picture: { ...after, marks } };
  },
  lasts: 600,
  changes: (before, after) => before.case === after.case && isMended(before) !== isMended(after),
  caption,
  words: () => '',
  speech,
  render: renderBench,
};

export const figure: HostedFigure = viewFigure(benchView, ({ state }) => ({
  ...benchWants(state),
  onShow: onShow(state) ?? undefined,
  opens: brokenRequest(state) ?? undefined,
}));
