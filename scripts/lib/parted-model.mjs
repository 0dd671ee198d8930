// A model file in two parts, for dist/split: the first has all layers and the vectors of a few
// sentences' words, from which the page draws its first picture (web/src/model/parted-file.ts).

/** What stands before a part's bytes: the length of its header, and the header. */
function part(file, ranges, more = {}) {
  const json = Buffer.from(JSON.stringify({ size: file.length, ranges, ...more }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const bytes = ranges.map(([begin, end]) => file.subarray(begin, end));
  return Buffer.concat([length, json, ...bytes]);
}

/** Ranges in order, those that touch as one. */
function merged(ranges) {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  const result = [];
  for (const [begin, end] of sorted)
    if (result.at(-1)?.[1] === begin) result.at(-1)[1] = end;
    else result.push([begin, end]);
  return result;
}

function otherThan(ranges, size) {
  const ends = [0, ...ranges.map(([, end]) => end)];
  const begins = [...ranges.map(([begin]) => begin), size];
  return begins.map((begin, i) => [ends[i], begin]).filter(([from, to]) => from < to);
}

/** The whole words of sentences, by id; all must be pieces of the vocabulary. */
function idsOf(sentences, vocabulary) {
  const words = new Set(sentences.flatMap((text) => text.toLowerCase().split(' ')));
  return [...words].map((word) => {
    const id = vocabulary.indexOf(word === '[mask]' ? '[MASK]' : word);
    if (id < 0)
      throw new Error(`"${word}" is no piece of the model: it cannot be in its first part`);
    return id;
  });
}

/** Both parts of a safetensors file with int8 vectors of words and sinusoidal positions. */
export function partsOfModel(file, sentences) {
  const length = Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata, ...tensors } = JSON.parse(file.subarray(8, 8 + length));
  const ids = idsOf(sentences, metadata.vocab.split('\n'));
  const begin = 8 + length;
  const ranges = Object.entries(tensors).flatMap(([name, { shape, data_offsets: offsets }]) => {
    const [from, to] = offsets.map((offset) => begin + offset);
    if (name.startsWith('cls.')) return [];
    if (!name.startsWith('embeddings.word_embeddings.')) return [[from, to]];
    const row = (to - from) / shape[0];
    return ids.map((id) => [from + id * row, from + (id + 1) * row]);
  });
  const first = merged([[0, begin], ...ranges]);
  return [part(file, first, { sentences }), part(file, otherThan(first, file.length))];
}
