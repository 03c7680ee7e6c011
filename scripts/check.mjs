import { check } from './lib/check.mjs';
import { fail } from './lib/step.mjs';

await check().catch(fail);
