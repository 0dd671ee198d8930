import type { TemplateResult } from 'lit';
import type { Trace } from '../model/trace';
import { type Palette, signedScale, weightScale } from '../render/color';
import { boundOf } from '../state/bounds';
import type { Part } from '../state/parts';
import { binned } from './bins';
import { thumbnailCanvas } from './thumbnail';

/** A small picture of a tensor: n × d as one matrix, h × n × n as one matrix per head; long texts in bins. */
export function partPicture(
  trace: Trace,
  { tensor, role }: Part,
  palette: Palette,
): TemplateResult {
  const { shape, data } = trace.tensor(tensor);
  const [rows = 0, columns = 0] = shape.slice(-2);
  const tiles = shape.length > 2 ? (shape[0] ?? 1) : 1;
  const weights = tensor.endsWith('.weights');
  const keys = weights ? 'sum' : shape.length > 2 ? 'mean' : null;
  const scale = weights ? weightScale : signedScale(role, boundOf(trace, tensor));
  return thumbnailCanvas({ ...binned({ data, rows, columns, keys }), tiles, scale, palette });
}
