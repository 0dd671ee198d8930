/** What each file defines where it is a classic script. */
const globals: Readonly<Record<string, string>> = {
  learn: 'foveaLearn',
  figures: 'foveaFigures',
  relatives: 'foveaRelatives',
  practice: 'foveaPractice',
  save: 'foveaSave',
};

/** Whether a file has been loaded: one of code, or the words of a language. */
export const hasFile = (name: string): boolean =>
  name in globals ? `${globals[name]}` in globalThis : name in (globalThis.foveaWords ?? {});
