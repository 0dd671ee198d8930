import { later } from '../words/msg';
import type { PartId } from './dataflow/label';

/** A file that is loaded when something of it is wanted: fovea-NAME.js. */
export type FileName = 'learn' | 'figures' | 'relatives';

/** What a view is, apart from how it is drawn: everything that differs from view to view. */
export interface ViewDescriptor {
  /** As the address and the `view` attribute write it. */
  readonly id: string;
  readonly title: string;
  /** Name of its tick on the timeline; only steps of the timeline have one. */
  readonly tick?: string;
  /** The view that shows this step when the timeline comes to it; its own where it is left out. */
  readonly figure?: string;
  /** How long its motion takes, where it is a step: so many times a usual step. Default: 1. */
  readonly lasts?: number;
  /** What it plays where it is no step: a view's stretch of the timeline, or all of it. */
  readonly plays?: string | 'everything';
  /** It shows encoders of its own, and nothing of the model at hand is beside it. Default: false. */
  readonly alone?: boolean;
  /** The file that draws it, where fovea.js does not: fovea-learn.js, fovea-figures.js or fovea-relatives.js. */
  readonly file?: FileName;
  /** The view whose settings are its own too. Default: it has its own. */
  readonly settingsOf?: string;
  /** What fovea-figures.js draws below it, `<fovea-ID-more>`. Default: nothing. */
  readonly more?: true;
  /** It shows the gradients of a loss, whichever way the timeline plays. Default: false. */
  readonly wantsGradients?: boolean;
  /** Nothing of it moves with time: the page has no timeline there. Default: false. */
  readonly still?: boolean;
  /** It shows what the model guesses, or another run or model: no guess is beside it. Default: false. */
  readonly says?: boolean;
  /** What the numbers are of: the text as a whole, one layer, or one head. */
  readonly of: 'text' | 'layer' | 'head';
  /** The view itself lets the reader choose a layer. Default: false. */
  readonly choosesLayer?: boolean;
  /** The heading asks where the word in focus looks. Default: the title. */
  readonly asksWhere?: boolean;
  /** Tensors whose learned parameters it shows; {l} stands for the layer. Default: none. */
  readonly unfoldsTensors?: readonly string[];
  /** Parts of the map that it shows being computed. Default: none. */
  readonly unfoldsParts?: readonly PartId[];
  /** The step whose picture in the map or block it grows out of, where it has none of its own. */
  readonly growsFrom?: string;
  /** Vectors whose colour scales are below it, where the drawing has no legend of its own. */
  readonly scales?: readonly ('query' | 'key' | 'value')[];
  /** What it answers: so it is in the list of all figures. A view without one is no figure of its own. */
  readonly question?: string;
  /** Name in the switch between views; others are reached by the list, the timeline or the map. */
  readonly choice?: string;
}

const attention = 'layers.{l}.attention';
const feedForward = 'layers.{l}.feedForward';

const steps = [
  {
    id: 'tokens',
    title: later('Tokens'),
    question: later('How does text become numbers?'),
    tick: later('tokens'),
    of: 'text',
    unfoldsParts: ['x'],
    growsFrom: 'position',
  },
  {
    id: 'embedding',
    title: later('Embedding'),
    tick: later('embedding'),
    of: 'text',
    unfoldsTensors: ['embedding.tokens'],
    unfoldsParts: ['x'],
    growsFrom: 'position',
  },
  {
    id: 'position',
    title: later('Position'),
    question: later('Why waves, and why are they added?'),
    more: true,
    tick: later('position'),
    of: 'text',
    unfoldsTensors: ['embedding.positions', 'embedding.output'],
    unfoldsParts: ['x'],
  },
  {
    id: 'projections',
    title: later('Query, key and value'),
    question: later('Why three vectors of each word?'),
    more: true,
    tick: later('Q K V'),
    lasts: 2.5,
    of: 'head',
    unfoldsTensors: ['query', 'key', 'value', 'norm'].map((name) => `${attention}.${name}`),
    unfoldsParts: ['norm-1', 'query', 'key', 'value'],
  },
  {
    id: 'scores',
    title: later('Scores: query meets key'),
    tick: later('scores'),
    figure: 'attention',
    of: 'head',
    unfoldsParts: ['scores', 'weights'],
    scales: ['query', 'key'],
  },
  {
    id: 'scale',
    title: later('Scale: the scores divided'),
    tick: later('scale'),
    figure: 'attention',
    of: 'head',
    unfoldsParts: ['scores', 'weights'],
    scales: [],
  },
  {
    id: 'softmax',
    title: later('Softmax: scores to weights'),
    tick: later('softmax'),
    figure: 'attention',
    of: 'head',
    unfoldsParts: ['weights'],
    scales: [],
  },
  {
    id: 'sum',
    title: later('Weighted sum of the values'),
    tick: later('sum'),
    figure: 'attention',
    of: 'head',
    unfoldsParts: ['weights'],
    scales: ['value'],
  },
  {
    id: 'concat',
    title: later('Heads, side by side'),
    tick: later('heads'),
    of: 'layer',
    unfoldsParts: ['heads'],
  },
  {
    id: 'output',
    title: later('Output projection'),
    tick: later('output'),
    of: 'layer',
    unfoldsTensors: [`${attention}.output`],
    unfoldsParts: ['output'],
  },
  {
    id: 'attention-norm',
    title: later('Add & norm after attention'),
    tick: later('add & norm'),
    of: 'layer',
    unfoldsTensors: [`${attention}.norm`, `${feedForward}.norm`],
    unfoldsParts: ['middle', 'norm-2'],
  },
  {
    id: 'expand',
    title: later('Feed-forward: expand'),
    tick: later('expand'),
    of: 'layer',
    unfoldsTensors: [`${feedForward}.hidden`],
    unfoldsParts: ['hidden'],
    growsFrom: 'activate',
  },
  {
    id: 'activate',
    title: later('Feed-forward: activate'),
    tick: later('activate'),
    of: 'layer',
    unfoldsParts: ['hidden'],
  },
  {
    id: 'compress',
    title: later('Feed-forward: compress'),
    tick: later('compress'),
    of: 'layer',
    unfoldsTensors: [`${feedForward}.output`],
    unfoldsParts: ['compressed'],
    growsFrom: 'activate',
  },
  {
    id: 'feed-forward-norm',
    title: later('Add & norm after feed-forward'),
    tick: later('add & norm'),
    of: 'layer',
    unfoldsTensors: [`${feedForward}.norm`, 'output'],
    unfoldsParts: ['end', 'output-norm'],
  },
  {
    id: 'stack',
    title: later('Stack of layers'),
    more: true,
    question: later('Why many layers?'),
    tick: later('stack'),
    of: 'layer',
    unfoldsTensors: ['output', 'prediction.hidden', 'prediction.norm', 'logits'],
  },
  {
    id: 'prediction',
    title: later('Output and prediction'),
    question: later('What comes out?'),
    tick: later('prediction'),
    of: 'text',
    unfoldsTensors: ['logits', 'output'],
  },
] as const satisfies readonly ViewDescriptor[];

/** Views that are no step: the figure of several steps, and other pictures of what they compute. */
const figures = [
  {
    id: 'attention',
    title: later('Attention'),
    question: later('Where does a word look?'),
    of: 'head',
    asksWhere: true,
    unfoldsParts: ['scores', 'weights'],
    scales: ['query', 'key', 'value'],
    choice: later('step by step'),
  },
  {
    id: 'block',
    title: later('The whole block'),
    question: later('How do the parts hang together?'),
    plays: 'everything',
    of: 'head',
    choosesLayer: true,
    choice: later('whole block'),
  },
  {
    id: 'heatmap',
    title: later('Attention as a matrix'),
    question: later('Which words look at which?'),
    plays: 'attention',
    of: 'head',
    asksWhere: true,
    unfoldsParts: ['weights'],
    choice: later('matrix'),
  },
  {
    id: 'matrix',
    title: later('All words at once'),
    question: later('How are all words computed at once?'),
    plays: 'attention',
    file: 'figures',
    of: 'head',
  },
  {
    id: 'feed-forward',
    title: later('The feed-forward part'),
    question: later('What does each word do alone?'),
    plays: 'attention',
    still: true,
    file: 'figures',
    of: 'layer',
    choosesLayer: true,
  },
  {
    id: 'heads',
    title: later('All heads'),
    more: true,
    question: later('Why several heads?'),
    plays: 'attention',
    still: true,
    of: 'layer',
    asksWhere: true,
    choice: later('all heads'),
  },
  {
    id: 'what-if',
    title: later('What if?'),
    question: later('What if a number were another?'),
    plays: 'attention',
    still: true,
    says: true,
    of: 'head',
    unfoldsParts: ['scores', 'weights'],
    choice: later('what if?'),
  },
  {
    id: 'effects',
    title: later('Is attention an explanation?'),
    question: later('Which words does the answer hang on?'),
    plays: 'attention',
    still: true,
    says: true,
    of: 'head',
    unfoldsParts: ['weights'],
  },
  {
    id: 'bench',
    title: later('The bench of broken Transformers'),
    question: later('Which line of the code is wrong?'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'figures',
    of: 'text',
  },
  {
    id: 'twins',
    title: later('Twins'),
    question: later('What turns one answer into another?'),
    plays: 'attention',
    still: true,
    says: true,
    of: 'head',
    choice: later('twins'),
  },
  {
    id: 'gaze',
    title: later('What the eye does, and what a word does'),
    question: later('What does “attention” mean?'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'figures',
    of: 'head',
  },
  {
    id: 'routing',
    title: later('Lines that stay, and lines that change'),
    question: later('What is new against an ordinary network?'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'figures',
    of: 'head',
  },
  {
    id: 'recurrence',
    title: later('Word by word, or all at once'),
    question: later('Why not read word by word?'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'figures',
    of: 'text',
  },
  {
    id: 'masks',
    title: later('Masks'),
    question: later('Who may look at whom?'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'figures',
    of: 'head',
  },
  {
    id: 'training',
    title: later('Training'),
    question: later('Where do the numbers come from?'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'learn',
    of: 'text',
    choice: later('training'),
  },
  {
    id: 'gradients',
    title: later('Why residual paths?'),
    question: later('What is the path around each part for?'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'learn',
    wantsGradients: true,
    of: 'text',
  },
  {
    id: 'order',
    title: later('Post-norm or pre-norm?'),
    question: later('Where does the norm stand, and why?'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'learn',
    of: 'text',
  },
  {
    id: 'residual',
    title: later('The residual path'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'figures',
    of: 'text',
    question: later('Why the path around?'),
  },
  {
    id: 'norms',
    title: later('LayerNorm and BatchNorm'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'figures',
    of: 'layer',
    question: later('Why normalise, and why each word by itself?'),
  },
  {
    id: 'embedding-map',
    title: later('A map of words'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'figures',
    of: 'text',
    question: later('Why vectors?'),
  },
  {
    id: 'cost',
    title: later('What does it cost?'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'learn',
    of: 'text',
    question: later('What does it cost?'),
  },
  {
    id: 'decoder',
    title: later('The decoder'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'relatives',
    of: 'text',
    question: later('How does a Transformer write?'),
  },
  {
    id: 'cross-attention',
    settingsOf: 'decoder',
    title: later('Cross-attention'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'relatives',
    of: 'text',
    question: later('How does an answer look at its source?'),
  },
  {
    id: 'next-word',
    title: later('The next word'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'relatives',
    of: 'text',
    question: later('What comes next?'),
  },
  {
    id: 'family',
    title: later('The family'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'relatives',
    of: 'text',
    question: later('What do BERT, GPT and others share?'),
  },
  {
    id: 'patches',
    title: later('A picture, patch by patch'),
    plays: 'attention',
    still: true,
    alone: true,
    file: 'relatives',
    of: 'text',
    question: later('How does a Transformer read pictures?'),
  },
  {
    id: 'experts',
    title: later('Experts'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'relatives',
    of: 'text',
    question: later('Does every word need the same network?'),
  },
  {
    id: 'tiles',
    title: later('Attention in tiles'),
    plays: 'attention',
    still: true,
    says: true,
    file: 'relatives',
    of: 'head',
    question: later('Must all scores be there at once?'),
  },
] as const satisfies readonly ViewDescriptor[];

export type ViewId = (typeof steps)[number]['id'] | (typeof figures)[number]['id'];

/** All views; the steps among them in the order of computation. */
export const views: readonly ViewDescriptor[] = [...figures, ...steps];

const byId: ReadonlyMap<string, ViewDescriptor> = new Map(views.map((view) => [view.id, view]));

/** The view of that name, or undefined. */
export const viewOf = (id: string): ViewDescriptor | undefined => byId.get(id);

/** Whether nothing of the view on the stage moves with time. */
export const isStill = ({ view }: { readonly view: string }): boolean =>
  viewOf(view)?.still ?? false;
