import { check } from './lib/check.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fail } from './lib/step.mjs';

await ensureInstalled({ withTools: true }).then(check).catch(fail);
