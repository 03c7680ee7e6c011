// What every program of ours does before anything else.
import fs from 'node:fs';
import path from 'node:path';
import util from 'node:util';
import { isSealed, root } from './step.mjs';

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Slipway needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

export function readEnvFile() {
  process.env.INIT_CWD ??= process.cwd(); // paths that are given are of the folder one stands in
  // Data and .env of a release lie beside its folder, where the next version's folder will be.
  if (isSealed && process.cwd() === root && !process.env.DATA_DIR) process.chdir('..');
  const file = path.join(process.cwd(), '.env');
  const given = Object.entries(fs.existsSync(file) ? util.parseEnv(textIn(file)) : {});
  // Node takes a line without "=" for a part of the next name.
  for (const [name, value] of given) process.env[name.split('\n').at(-1)] ??= value;
  process.env.SLIPWAY_IN_FILE = JSON.stringify(given.flatMap(([name]) => name.split('\n')));
  // Eight lines about the versions of Node that a later SDK will need: ours is pinned.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
}

/** Windows' editors and shells begin files with a byte order mark, and PowerShell 5 writes UTF-16. */
function textIn(file) {
  try {
    const bytes = fs.readFileSync(file);
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
  } catch (error) {
    const isFolder = error.code === 'EISDIR';
    const cure = isFolder
      ? 'is a folder, which Docker makes where a mounted file is missing. Remove it.'
      : `can't be read (${error.code}). It must be a file that this account may read.`;
    process.stderr.write(`\n${file} ${cure}\n\n`);
    process.exit(1);
  }
}
