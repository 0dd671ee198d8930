// Writes docs/element.md, what the element has, from the comments that document it:
// `node scripts/element-reference.mjs`.
import { writeFileSync } from 'node:fs';
import { referenceOf } from './lib/element-reference.mjs';
import { projectPath } from './lib/paths.mjs';

writeFileSync(projectPath('docs/element.md'), referenceOf());
