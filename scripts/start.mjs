// `npm start`: installs what is missing, builds if needed, then serves. Plain JavaScript and no dependency,
// because it runs before anything is installed.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { checkNode, readEnvFile } from './lib/environment.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fail, root } from './lib/step.mjs';

// First of all: the first process of a container doesn't hear signals that it doesn't listen for. The server takes over.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
checkNode();
readEnvFile();
try {
  await ensureInstalled();
  const { version, commit, builtAt } = await ensureBuilt();
  Object.assign(process.env, {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    SLIPWAY_ROOT: root,
    SLIPWAY_VERSION: version,
    SLIPWAY_BUILD_ID: commit,
    SLIPWAY_BUILT_AT: String(builtAt),
    // As the build has kept it: next.config.ts would bring its compilers with it, and an image has none.
    __NEXT_PRIVATE_STANDALONE_CONFIG: builtConfig(),
  });
} catch (error) {
  fail(error);
}
await import('../dist/server.mjs');

function builtConfig() {
  const file = path.join(root, '.next/required-server-files.json');
  return JSON.stringify(JSON.parse(fs.readFileSync(file, 'utf8')).config);
}
