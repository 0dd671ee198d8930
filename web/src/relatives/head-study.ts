import { msg } from '../words/msg';
import { ModelLine } from './model-line';

const words = {
  lost: () => msg`The heads’ worker stopped without saying why.`,
  stopped: (reason: string) => msg`The heads’ worker stopped: ${reason}.`,
};

let shared: ModelLine | null = null;

/** Studies what the heads of the model that is open do in many texts: headStudy, headArches, headPlaces. */
export function headStudies(): ModelLine {
  shared ??= new ModelLine(words);
  return shared;
}
