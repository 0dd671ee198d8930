import encoded from '../../models/fovea-demo.safetensors?base64';
import { fromBase64 } from './bytes';

let bytes: ArrayBuffer | null = null;

/** The model file that comes with the page, decoded when it is first asked for. */
export function defaultModel(): ArrayBuffer {
  bytes ??= fromBase64(encoded).buffer;
  return bytes;
}
