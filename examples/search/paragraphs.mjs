// Writes paragraphs to search: node examples/search/paragraphs.mjs 10000 > paragraphs.json
const parts = [
  ['The', 'A', 'One', 'Every', 'No'],
  ['big', 'small', 'old', 'young', 'busy', 'quiet', 'tired', 'hungry', 'wide', 'fast'],
  ['animal', 'dog', 'cat', 'truck', 'ship', 'house', 'lion', 'child', 'street', 'doctor'],
  ['crossed', 'saw', 'left', 'liked', 'chased', 'found', 'passed', 'followed'],
  ['the street', 'the river', 'a garden', 'the old house', 'a small dog', 'the market', 'it'],
  ['because it was late', 'in the morning', 'without a word', 'although it rained', 'and slept'],
];

/** Paragraphs of one to six sentences, the same at every run. */
function* made(count) {
  let seed = 1;
  const below = (limit) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed >>> 16) % limit;
  };
  const sentence = () => `${parts.map((list) => list[below(list.length)]).join(' ')}.`;
  for (let i = 0; i < count; i++) yield Array.from({ length: 1 + below(6) }, sentence).join(' ');
}

export const paragraphs = (count) => [...made(count)];

if (import.meta.filename === process.argv[1])
  console.log(JSON.stringify(paragraphs(Number(process.argv[2] ?? 10_000))));
