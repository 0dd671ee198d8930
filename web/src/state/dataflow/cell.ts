import { gradientName } from '../../model/trace';

/**
 * One number of the model: of a tensor of the trace ("layers.3.attention.scores"), or of a learned
 * parameter under its name in the model file ("encoder.layer.3.attention.self.query.weight").
 */
export interface Cell {
  readonly name: string;
  /** One index per axis, from 0. */
  readonly index: readonly number[];
}

export function cell(name: string, ...index: number[]): Cell {
  return { name, index };
}

/** Learned, so the same for every sentence; the two vocabularies of names do not overlap. */
export function isParameter(name: string): boolean {
  return /^(embeddings|encoder|cls|decoder\.(layer|LayerNorm)|classifier)\./.test(name);
}

export const isGradient = (name: string): boolean => name.startsWith(gradientName(''));

/** The gradient of the loss by a cell, as a cell. */
export const gradientOf = ({ name, index }: Cell): Cell => ({ name: gradientName(name), index });

/** As it is in an address: "layers.3.attention.scores:7,8,2", counting from 1 as on screen. */
export function cellText({ name, index }: Cell): string {
  return `${name}:${index.map((i) => i + 1).join(',')}`;
}

/** The inverse of `cellText`; undefined for anything that no cell is written as. */
export function parseCell(text: string | null): Cell | undefined {
  const match = /^([a-zA-Z][\w.]{0,99}):(\d{1,7}(?:,\d{1,7}){0,2})$/.exec(text ?? '');
  if (!match) return undefined;
  const index = (match[2] ?? '').split(',').map((i) => Number(i) - 1);
  return index.every((i) => i >= 0) ? { name: match[1] ?? '', index } : undefined;
}
