import { views } from 'fovea-views';
import type { PartId } from './dataflow/node';

/** A file that is loaded when something of it is wanted: fovea-NAME.js. */
export type FileName = 'learn' | 'figures' | 'relatives' | 'practice' | 'class' | 'published';

/** What there is to say of a view, apart from how it is drawn: `meta` of the file meta.ts in its folder. */
export interface Meta {
  readonly title: string;
  /** What it answers: so it is in the list of all figures. A view without one is no figure of its own. */
  readonly question?: string;
  /** What the list, and the search in it, say of it: the answer in a sentence. */
  readonly answer?: string;
  /** The heading that its question stands under. Headings come in the order of their first questions. */
  readonly group?: string;
  /** Where its question stands among all: less is earlier. */
  readonly place?: number;
  /** What people call it, in the languages of the page: the field's English words are used in every other. */
  readonly words?: string;
  /** The section of the article that is about it. Default: the whole article. */
  readonly section?: string;
  /** Name of its tick on the timeline; only steps of the timeline have one. */
  readonly tick?: string;
  /** Where it is on the timeline: less is earlier. */
  readonly step?: number;
  /** The view that shows this step when the timeline comes to it; its own where it is left out. */
  readonly figure?: string;
  /** How long its motion takes, where it is a step: so many times a usual step. Default: 1. */
  readonly lasts?: number;
  /** What it plays where it is no step: all of the timeline. Default: the stretch of attention. */
  readonly plays?: 'everything';
  /** It shows encoders of its own, and nothing of the model at hand is beside it. Default: false. */
  readonly alone?: boolean;
  /** The file that draws it, where fovea.js does not: fovea-learn.js, fovea-figures.js, fovea-relatives.js or fovea-published.js. */
  readonly bundle?: FileName;
  /** Other files whose figures it has inside. */
  readonly hosts?: readonly FileName[];
  /** The view whose settings are its own too. Default: it has its own. */
  readonly settingsOf?: string;
  /** It shows the gradients of a loss, whichever way the timeline plays. Default: false. */
  readonly wantsGradients?: boolean;
  /** Nothing of it moves with time: the page has no timeline there. Default: false. */
  readonly still?: boolean;
  /** It shows what the model guesses, or another run or model: no guess is beside it. Default: false. */
  readonly says?: boolean;
  /** It reads texts of its own, or none, or has a field for one: the page offers no other. Default: false. */
  readonly ownTexts?: boolean;
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
  /** Name in the switch between views; others are reached by the list, the timeline or the map. */
  readonly choice?: string;
}

/** The same for what another file draws below a view, which is no view itself. */
export interface BelowMeta {
  /** The view that it stands below. */
  readonly below: string;
  readonly bundle: FileName;
  /** What its element was called before. */
  readonly formerly?: string;
}

/** What the page alone knows of a view. */
export type PageMeta = Pick<
  Meta,
  'question' | 'answer' | 'group' | 'place' | 'words' | 'section' | 'choice' | 'says' | 'ownTexts'
>;

/** What fovea.js knows of a view. */
export interface ViewDescriptor extends Omit<Meta, keyof PageMeta | 'step'> {
  /** The name of its folder, as the address and the `view` attribute write it. */
  readonly id: string;
  /** What another file draws below it. */
  readonly beneath?: { readonly id: string; readonly bundle: FileName };
}

/** All views; the steps among them, which come last, in the order of computation. */
export { views };

const byId: ReadonlyMap<string, ViewDescriptor> = new Map(views.map((view) => [view.id, view]));

/** The view of that name, or undefined. */
export const viewOf = (id: string): ViewDescriptor | undefined => byId.get(id);

/**
 * Whether the encoder's map stands beside the view: not where it shows runs or models of its own, and
 * unfolds no part of the map.
 */
export function hasMap({ view }: { readonly view: string }): boolean {
  const { still, bundle, unfoldsParts } = viewOf(view) ?? {};
  return !(still && bundle) || unfoldsParts !== undefined;
}

/** Whether the view is about one head, or stands beside the map of all. */
export const showsHead = (state: { readonly view: string }): boolean =>
  hasMap(state) || viewOf(state.view)?.of === 'head';

/** Whether the view is about one layer or head, or stands beside the map of all. */
export const showsLayer = (state: { readonly view: string }): boolean =>
  showsHead(state) || viewOf(state.view)?.of === 'layer';

/** Whether nothing of the view on the stage moves with time. */
export const isStill = ({ view }: { readonly view: string }): boolean =>
  viewOf(view)?.still ?? false;
