// The article's formulas as MathML, which browsers draw and screen readers speak without a script.

const tag =
  (name) =>
  (...parts) =>
    `<${name}>${parts.join('')}</${name}>`;

const row = tag('mrow');
const i = tag('mi');
const o = tag('mo');
const n = tag('mn');
/** Words in a formula, with spaces that MathML does not drop. */
const text = (words) => `<mtext>${words.replaceAll(' ', '\u00a0')}</mtext>`;
const sub = tag('msub');
const sup = tag('msup');
const root = tag('msqrt');
const over = tag('mfrac');
const under = tag('munder');

/** A vector or a matrix: upright and bold, as print has it. */
const bold = (name) => `<mi class="bold" mathvariant="normal">${name}</mi>`;
const word = (name) => `<mi mathvariant="normal">${name}</mi>`;
const of = (...parts) => row(o('('), ...parts, o(')'));
const is = o('=');
const plus = o('+');
const minus = o('−');
const dot = o('·');
const dK = sub(i('d'), i('k'));
const at = (name, ...index) => sub(bold(name), row(...index.map((each) => i(each))));
const sumOver = (index) => under(o('∑'), i(index));
const transposed = (name) => sup(bold(name), i('T'));
const matrix = (name) => sub(bold('W'), i(name));

const formulas = {
  attention: row(
    text('new word'),
    is,
    sumOver('j'),
    sub(i('w'), i('j')),
    dot,
    text('what word '),
    i('j'),
    text(' passes on'),
    o(','),
    sumOver('j'),
    sub(i('w'), i('j')),
    is,
    n(1),
  ),
  tokens: row(
    text('next piece'),
    is,
    under(text('longest '), row(i('s'), o('∈'), i('V'))),
    text(' that begins the rest of the word'),
  ),
  embedding: row(
    at('e', 'i'),
    is,
    root(i('d')),
    dot,
    bold('E'),
    o('['),
    sub(word('id'), i('i')),
    o(']'),
  ),
  position: row(
    sub(i('p'), row(i('t'), o(','), n(2), i('m'))),
    is,
    word('sin'),
    of(i('t'), o('/'), sup(n(10000), row(n(2), i('m'), o('/'), i('d')))),
    o(','),
    sub(i('p'), row(i('t'), o(','), n(2), i('m'), plus, n(1))),
    is,
    word('cos'),
    of(i('t'), o('/'), sup(n(10000), row(n(2), i('m'), o('/'), i('d')))),
  ),
  projections: row(
    bold('Q'),
    is,
    bold('X'),
    matrix('Q'),
    o(','),
    bold('K'),
    is,
    bold('X'),
    matrix('K'),
    o(','),
    bold('V'),
    is,
    bold('X'),
    matrix('V'),
  ),
  scores: row(
    sub(i('s'), row(i('i'), i('j'))),
    is,
    over(row(at('q', 'i'), dot, at('k', 'j')), root(dK)),
  ),
  softmax: row(
    sub(i('w'), row(i('i'), i('j'))),
    is,
    over(
      sup(i('e'), sub(i('s'), row(i('i'), i('j')))),
      row(sumOver('m'), sup(i('e'), sub(i('s'), row(i('i'), i('m'))))),
    ),
  ),
  sum: row(at('z', 'i'), is, sumOver('j'), sub(i('w'), row(i('i'), i('j'))), at('v', 'j')),
  matrix: row(
    word('Attention'),
    of(bold('Q'), o(','), bold('K'), o(','), bold('V')),
    is,
    word('softmax'),
    of(over(row(bold('Q'), transposed('K')), root(dK))),
    bold('V'),
  ),
  heads: row(
    word('MultiHead'),
    of(bold('X')),
    is,
    o('['),
    sub(bold('Z'), n(1)),
    o(';'),
    o('…'),
    o(';'),
    sub(bold('Z'), i('h')),
    o(']'),
    matrix('O'),
  ),
  norm: row(
    word('LayerNorm'),
    of(bold('x')),
    is,
    bold('γ'),
    o('⊙'),
    over(row(bold('x'), minus, i('μ')), root(row(sup(i('σ'), n(2)), plus, i('ε')))),
    plus,
    bold('β'),
  ),
  residual: row(
    sup(bold('x'), o('′')),
    is,
    word('LayerNorm'),
    of(bold('x'), plus, word('f'), of(bold('x'))),
  ),
  'feed-forward': row(
    word('FFN'),
    of(bold('x')),
    is,
    word('max'),
    of(n(0), o(','), bold('x'), matrix('1'), plus, sub(bold('b'), n(1))),
    matrix('2'),
    plus,
    sub(bold('b'), n(2)),
  ),
  stack: row(
    sup(bold('X'), of(i('l'), plus, n(1))),
    is,
    sub(word('Layer'), i('l')),
    of(sup(bold('X'), of(i('l')))),
    o(','),
    i('l'),
    is,
    n(0),
    o('…'),
    i('L'),
    minus,
    n(1),
  ),
  loss: row(
    i('loss'),
    is,
    minus,
    word('ln'),
    sub(i('p'), text('right')),
    o(','),
    over(row(o('∂'), i('loss')), row(o('∂'), sub(i('z'), i('m')))),
    is,
    sub(i('p'), i('m')),
    minus,
    o('['),
    i('m'),
    text(' is right'),
    o(']'),
  ),
  prediction: row(i('p'), is, word('softmax'), of(bold('h'), transposed('E'), plus, bold('b'))),
  cost: row(
    text('one layer: '),
    n(4),
    i('n'),
    sup(i('d'), n(2)),
    plus,
    n(2),
    i('n'),
    i('d'),
    sub(i('d'), text('ff')),
    plus,
    n(2),
    sup(i('n'), n(2)),
    i('d'),
  ),
  mask: row(
    sub(i('s'), row(i('i'), i('j'))),
    is,
    minus,
    o('∞'),
    text(' where '),
    i('i'),
    text(' may not look at '),
    i('j'),
  ),
  axes: row(
    over(
      sup(i('e'), sub(i('s'), row(i('i'), i('j')))),
      row(sumOver('m'), sup(i('e'), sub(i('s'), row(i('i'), i('m'))))),
    ),
    o('≠'),
    over(
      sup(i('e'), sub(i('s'), row(i('i'), i('j')))),
      row(sumOver('m'), sup(i('e'), sub(i('s'), row(i('m'), i('j'))))),
    ),
  ),
  whole: row(
    sup(bold('X'), of(n(0))),
    is,
    root(i('d')),
    bold('E'),
    o('['),
    word('ids'),
    o(']'),
    plus,
    bold('P'),
    o(','),
    sup(bold('X'), of(i('l'), plus, n(1))),
    is,
    sub(word('Layer'), i('l')),
    of(sup(bold('X'), of(i('l')))),
  ),
  recurrence: row(
    at('h', 't'),
    is,
    word('tanh'),
    of(matrix('x'), at('x', 't'), plus, matrix('h'), sub(bold('h'), row(i('t'), minus, n(1)))),
  ),
  cross: row(
    word('softmax'),
    of(over(row(bold('X'), matrix('Q'), sup(of(bold('M'), matrix('K')), i('T'))), root(dK))),
    bold('M'),
    matrix('V'),
  ),
};

/** A formula on a line of its own. */
export function formula(name) {
  if (!Object.hasOwn(formulas, name)) throw new Error(`the article has no formula "${name}"`);
  return `<math display="block">${formulas[name]}</math>`;
}
