import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fail } from './lib/step.mjs';

await ensureInstalled().then(ensureBuilt).catch(fail);
