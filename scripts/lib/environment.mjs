// What every program of ours does before anything else.
import fs from 'node:fs';
import path from 'node:path';
import { isSealed, root } from './step.mjs';

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Slipway needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

export function readEnvFile() {
  // Data and .env of a release lie beside its folder, where the next version's folder will be.
  if (isSealed && process.cwd() === root && !process.env.DATA_DIR) process.chdir('..');
  const file = path.join(process.cwd(), '.env');
  if (fs.existsSync(file)) process.loadEnvFile(file);
  // Eight lines about the versions of Node that a later SDK will need: ours is pinned.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
}
