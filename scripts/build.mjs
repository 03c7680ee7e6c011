import { ensureBuilt } from './lib/build.mjs';
import { fail } from './lib/step.mjs';

await ensureBuilt().catch(fail);
