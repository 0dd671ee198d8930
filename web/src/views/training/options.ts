/** Options in the words of the core: "residual=off,norm=pre". */

export const optionsOf = (structure: string): readonly string[] =>
  structure.split(',').filter(Boolean);

/** The value of an option; null where the structure does not name it. */
export function optionIn(structure: string, id: string): string | null {
  const own = optionsOf(structure).find((option) => option.startsWith(`${id}=`));
  return own === undefined ? null : own.slice(id.length + 1);
}

/** The structure with another value of an option, or, with null, without it. */
export function withOption(structure: string, id: string, value: string | null): string {
  const others = optionsOf(structure).filter((option) => !option.startsWith(`${id}=`));
  return [...others, ...(value === null ? [] : [`${id}=${value}`])].join(',');
}
