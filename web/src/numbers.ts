/// `fovea/numbers` of the npm package: a trace, or an answer to "why?", as a file.
export { answerAs, numbersAs } from './numbers/files';
export type { AnswerFormat, NumberFormat } from './state/numbers';
