/** A package for a learning platform, as a figure asks the page for it: the page has the files. */
export interface PackageRequest {
  /** The name of the zip file. */
  readonly name: string;
  /** Files of the page, as `dist` has them. */
  readonly own: readonly string[];
  /** Made of the text of embed.html, the page around a figure. */
  page(embed: string): Readonly<Record<string, string>>;
  /** What came of it: empty once it is saved, else why it cannot be. */
  tell(problem: string): void;
}

/** The event that asks for one. Where nobody prevents its default, nobody makes packages. */
export const packageEvent = 'fovea-package';
