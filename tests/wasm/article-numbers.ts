import { type ArticleModel, openModel, openStudies } from '../../scripts/article/model.mjs';
import { tired } from '../../scripts/article/numbers/sentences.mjs';

type Studies = Awaited<ReturnType<typeof openStudies>>;

interface Kind {
  // biome-ignore lint/suspicious/noExplicitAny: scripts without types
  readonly numbers: (model: any, studies: any) => object;
}

/** What the article's claims are asked of: its model, its studies and its numbers. */
export class Claims {
  readonly model: ArticleModel;
  readonly studies: Studies;
  readonly numbers: Readonly<Record<string, string>>;

  private constructor(model: ArticleModel, studies: Studies, kinds: readonly Kind[]) {
    this.model = model;
    this.studies = studies;
    const all = kinds.map(({ numbers }) => numbers(model, studies));
    this.numbers = Object.assign({}, ...all);
  }

  /** With the numbers of these files of scripts/article/numbers. */
  static async open(kinds: readonly Kind[]): Promise<Claims> {
    return new Claims(await openModel(), await openStudies(), kinds);
  }

  /** The first number of a text: of "0.64 (0.27 to 1.11)" .64, of "3·10⁻⁷ (…" 3e-7. */
  number(name: string): number {
    const text = String(this.numbers[name]).replaceAll('−', '-').replaceAll(',', '');
    const [, digits = 'NaN', raised = '⁰'] =
      /^<?(-?[\d.]+)(?:·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.exec(text) ?? [];
    const exponent = [...raised].map((c) => (c === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c)));
    return Number(digits) * 10 ** Number(exponent.join(''));
  }

  /** The word that a text names in quotation marks. */
  word(name: string): string | undefined {
    return /“(.*)”/.exec(String(this.numbers[name]))?.[1];
  }

  /** How probable "animal" is at "it" when a sentence is run so. */
  animal(pass: object, text = tired): number {
    const run = this.model.run(text, pass);
    return run.probability(run.at('it'), 'animal');
  }
}
