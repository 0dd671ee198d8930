import type { Model, Trainer } from 'fovea-learn-wasm';
import { encodeText } from '../model/bytes';
import { type Encoding, ownRun, type Token } from '../model/protocol';
import type { StepLook, Target } from './protocol';

/** A text of these pieces, and where each is in it. */
function textOf(pieces: readonly string[]): Pick<Encoding, 'text'> & { spans: number[][] } {
  let text = '';
  const spans = pieces.map((piece, i) => {
    const joined = piece.startsWith('##');
    if (i > 0 && !joined) text += ' ';
    const begin = text.length;
    text += joined ? piece.slice(2) : piece;
    return [begin, text.length];
  });
  return { text, spans };
}

/** The sentence with the hidden words where masks stand. */
function laidOut(
  ids: readonly number[],
  targets: readonly Target[],
  vocabulary: readonly string[],
) {
  const masked = [...ids.keys()].filter((token) => vocabulary[ids[token] ?? -1] === '[MASK]');
  const words = ids.map((id, token) => {
    const hidden = targets.find((each) => each.token === token && !each.reference);
    return vocabulary[masked.includes(token) && hidden ? hidden.piece : id] ?? '';
  });
  const { text, spans } = textOf(words);
  const tokens = ids.map((id, token): Token => {
    const [begin = 0, end = 0] = spans[token] ?? [];
    return { id, piece: vocabulary[id] ?? '', begin, end };
  });
  return { text, tokens, masked };
}

type Seen = Pick<StepLook, 'encoding' | 'targets' | 'before' | 'readable'>;

/**
 * A sentence of the batch of the step to come.
 * @param model the model as it is before the step
 */
export function lookAhead(trainer: Trainer, model: Model, vocabulary: readonly string[]): Seen {
  trainer.beginStep();
  const { ids, targets, tensors, data } = trainer.look();
  const laid = laidOut(ids, targets, vocabulary);
  const { text, masked } = laid;
  // Without masks: a hidden piece may make one word with its neighbour, and then there are fewer tokens.
  const { tokens } = encodeText(model, { text, masked: [], run: ownRun, loss: undefined });
  const isSame = (id: number, i: number) => masked.includes(i) || id === tokens[i]?.id;
  return {
    // The wasm types leave open what memory an array is of.
    encoding: {
      ...laid,
      tensors,
      data: data as Float32Array<ArrayBuffer>,
      dropped: 0,
      milliseconds: 0,
    },
    targets,
    before: trainer.answers(),
    readable: tokens.length === ids.length && ids.every(isSame),
  };
}
