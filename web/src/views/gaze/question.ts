import { nothing, type TemplateResult } from 'lit';
import type { Action } from '../../state/actions';
import { percent } from '../../state/format';
import { swapOf } from '../../state/presets';
import { argmax } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import { otherRequest } from '../../state/what-if/twins';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { type GuessPlace, guessOf, type Question, questionBox } from '../kit/question';
import { ranked } from './caption';
import { rowsOf } from './row';

/** A guess about a sentence: of the word that looks and the head that it looks with. */
const sharpestIn = ({ trace, state }: FigureContext, text: string, places: readonly number[]) =>
  ({
    id: 'sharpest',
    of: [text, trace.encoding.tokens[state.token]?.piece, state.layer, state.head].join(' '),
    values: places.map(String),
  }) satisfies GuessPlace;

/** What came of a guess, once the sentence that it was about is on show. */
function answeredQuestion(m: FigureContext): Question | null {
  const { tokens, text } = m.trace.encoding;
  const place = sharpestIn(m, text, [...tokens.keys()]);
  if (guessOf(m.state, place) === null) return null;
  const { token, of } = rowsOf(m.trace, m.state, m.state.token);
  const row = of(token);
  const right = argmax(row);
  return {
    ...place,
    options: tokens.map(({ piece }) => piece),
    right,
    asks: msg`What does ${wordName(tokens, token)} see most sharply now?`,
    why: msg`It gets ${percent(row[right] ?? 0)} of the attention.`,
  };
}

/** What another last word will change; null where there is none, or its run is not there yet. */
function nextQuestion(m: FigureContext): Question | null {
  const swap = swapOf(m.state.sentence);
  const other = otherRequest(m.state);
  const twin = other && traceFor(m.state, other);
  const { encoding } = m.trace;
  const { tokens } = encoding;
  if (!swap || twin?.encoding.tokens.length !== tokens.length) return null;
  const { token, of } = rowsOf(m.trace, m.state, m.state.token);
  const there = argmax(rowsOf(twin, m.state, token).of(token));
  const most = ranked(of(token)).filter((i) => i !== there);
  const places = [there, ...most.slice(0, 2)].sort((a, b) => a - b);
  const looks = wordName(tokens, token);
  return {
    ...sharpestIn(m, swap.text, places),
    asks: swap.label.includes(' ')
      ? msg`If the sentence were “${swap.label}”, what would ${looks} see most sharply?`
      : msg`If the last word were “${swap.label}”, what would ${looks} see most sharply?`,
    options: places.map((i) => tokens[i]?.piece ?? ''),
    right: places.indexOf(there),
    why: '',
  };
}

/** Asks what another last word will change, and then lets it be seen. */
export function question(m: FigureContext): TemplateResult | typeof nothing {
  const answered = answeredQuestion(m);
  if (answered) return questionBox(answered, m.state, m.dispatch);
  // Until the other sentence has been read, the question that was answered stays.
  const isRead = m.trace.encoding.text === m.state.sentence;
  const asked = isRead ? nextQuestion(m) : m.kept<Question | null>('question', null);
  if (!asked || asked.options.length < 2) return nothing;
  const text = swapOf(m.state.sentence)?.text ?? '';
  return questionBox(asked, m.state, (action: Action) => {
    m.keep('question', asked);
    m.dispatch(action);
    m.dispatch({ type: 'sentence', text });
  });
}
