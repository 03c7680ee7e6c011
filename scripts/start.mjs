// `npm start`: installs what is missing, builds if needed, then serves. Plain JavaScript and no dependency,
// because it runs before anything is installed.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fail, root } from './lib/step.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Slipway needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const envFile = path.join(process.cwd(), '.env');
if (fs.existsSync(envFile)) process.loadEnvFile(envFile);

try {
  await ensureInstalled();
  const { version, commit, builtAt } = await ensureBuilt();
  process.env.NODE_ENV = 'production';
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  Object.assign(process.env, {
    SLIPWAY_ROOT: root,
    SLIPWAY_VERSION: version,
    SLIPWAY_BUILD_ID: commit,
    SLIPWAY_BUILT_AT: String(builtAt),
  });
} catch (error) {
  fail(error);
}
await import('../dist/server.mjs');
