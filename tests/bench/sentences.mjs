// Vectors of 32 texts of 16 to 128 tokens in one page of headless Chromium, by a random model of
// MiniLM's shape: `fovea/published` of the npm package beside transformers.js and onnxruntime-web.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { buildProgram } from '../../scripts/lib/programs.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { withPages } from './pages.mjs';
import { installPeers } from './peers.mjs';
import { compare } from './rounds.mjs';
import { python } from './torch.mjs';

const config = {
  ...{ model_type: 'bert', architectures: ['BertModel'], vocab_size: 30_522 },
  ...{ hidden_size: 384, num_attention_heads: 12, num_hidden_layers: 6, intermediate_size: 1536 },
  ...{
    max_position_embeddings: 512,
    type_vocab_size: 2,
    hidden_act: 'gelu',
    layer_norm_eps: 1e-12,
  },
};
const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const words = Array.from({ length: config.vocab_size - specials.length }, (_, i) =>
  [...(i + 26).toString(26)].map((c) => String.fromCharCode(97 + Number.parseInt(c, 26))).join(''),
);
const pieces = [...specials, ...words];

/** Texts of 16, 16 + 112/31, …, 128 tokens, [CLS] and [SEP] among them, shuffled. */
const texts = Array.from({ length: 32 }, (_, i) => {
  const count = Math.round(16 + (112 * ((i * 13) % 32)) / 31) - 2;
  return Array.from({ length: count }, (_, j) => words[(7919 * i + 104_729 * j) % words.length]);
}).map((each) => each.join(' '));

const special = (id) => ({ SpecialToken: { id, type_id: 0 } });
const tokenizer = {
  version: '1.0',
  added_tokens: specials.map((content, id) => ({
    ...{ id, content, single_word: false, lstrip: false, rstrip: false },
    ...{ normalized: false, special: true },
  })),
  normalizer: {
    ...{ type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true },
    ...{ strip_accents: null, lowercase: true },
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
    pair: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
    special_tokens: Object.fromEntries(
      ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [pieces.indexOf(id)], tokens: [id] }]),
    ),
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##' },
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
  },
};

const tokenizerConfig = {
  ...{ tokenizer_class: 'BertTokenizer', do_lower_case: true, model_max_length: 512 },
  ...{ pad_token: '[PAD]', unk_token: '[UNK]', cls_token: '[CLS]' },
  ...{ sep_token: '[SEP]', mask_token: '[MASK]' },
};

/** The folder that both read: the weights as safetensors and as ONNX. */
async function writeModel() {
  const folder = buildPath('bench-sentences');
  rmSync(folder, { recursive: true, force: true });
  for (const inside of ['1_Pooling', 'onnx']) mkdirSync(`${folder}/${inside}`, { recursive: true });
  const write = (name, value) => writeFileSync(`${folder}/${name}`, JSON.stringify(value));
  write('config.json', config);
  write('tokenizer.json', tokenizer);
  write('tokenizer_config.json', tokenizerConfig);
  write('modules.json', [
    { idx: 0, path: '', type: 'sentence_transformers.models.Transformer' },
    { idx: 1, path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
    { idx: 2, path: '2_Normalize', type: 'sentence_transformers.models.Normalize' },
  ]);
  write('1_Pooling/config.json', {
    word_embedding_dimension: config.hidden_size,
    pooling_mode_mean_tokens: true,
  });
  const [vocabulary, weights] = ['vocab.txt', 'model.safetensors'].map(
    (name) => `${folder}/${name}`,
  );
  writeFileSync(vocabulary, `${pieces.join('\n')}\n`);
  const made = ['--config', `${folder}/config.json`, '--vocab', vocabulary, '--dtype', 'f32'];
  await run([buildPath('release/fovea'), 'init', ...made, '--seed', '1', '--out', weights]);
  const script = projectPath('tests/bench/torch_sentences.py');
  await run([python, script, weights, `${folder}/onnx/model.onnx`]);
}

/** The model's files, and the program of the page. */
export async function prepare() {
  await installPeers();
  await writeModel();
  await buildProgram('published', buildPath('bench-page'));
}

export async function sentences(browser, milliseconds) {
  return withPages(browser, async (open) => {
    const page = await open();
    const { times, tokens, padded } = await page.evaluate(
      async ([all, most]) => (await import('./page-sentences.mjs')).measure(all, most),
      [texts, milliseconds],
    );
    return compare(times, 'transformers.js').map((result) => ({
      ...{ suite: 'sentences', model: 'MiniLM', n: tokens, padded, ...result },
      tokensPerSecond: (1000 * tokens) / result.ms,
    }));
  });
}
