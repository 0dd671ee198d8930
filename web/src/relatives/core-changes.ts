import type { ModelConfig } from '../model/protocol';
import { sharing } from './key-heads';

/** Changes of tensors that the page knows by other names than the core. */

const ofShared =
  /^(\s*layers\.\d+\.attention\.(?:key|value|key\.rotated))(\.shared)?\s*(\[[^\]]*\])?/;

/** Columns of all heads as columns of those that are shared. */
function columns(text: string, dK: number, copies: number): string {
  const at = (column: number) => Math.floor(column / (dK * copies)) * dK + (column % dK);
  const [begin = '', end] = text.split(':').map((each) => each.trim());
  if (end === undefined) return String(at(Number(begin)));
  const first = begin === '' ? '' : at(Number(begin));
  return `${first}:${end === '' ? '' : at(Number(end) - 1) + 1}`;
}

/** A change as the core takes it: where heads share keys and values, it is of what they share. */
export function asTheCoreHas(change: string, config: ModelConfig): string {
  const copies = sharing(config);
  const dK = config.hidden_size / config.num_attention_heads;
  if (copies === 1) return change;
  return change.replace(ofShared, (_, name: string, own?: string, region = '') => {
    if (own || region === '') return name + region;
    const [rows = ':', of = ':'] = region.slice(1, -1).split(',');
    return `${name}[${rows},${columns(of, dK, copies)}]`;
  });
}
