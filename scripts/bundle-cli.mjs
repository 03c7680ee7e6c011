// Makes public/cli, the command as one file, and public/cli.sha256 beside it (docs/use/cli.md).
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/step.mjs';

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

// Without an ending, a file is a module or not as the folder says that it lands in. This way it is both: what
// `require` would be in one of them is Node's own function in the other.
const banner = `#!/usr/bin/env node
// slipway ${version}: docs/use/cli.md. MIT License; parts of others keep theirs, see below.
;(function (require) {
if (!require) { process.stderr.write('slipway needs Node 20.16 or newer.\\n'); process.exit(1); }`;
const footer = "})(typeof process.getBuiltinModule === 'function' && process.getBuiltinModule);";

const { outputFiles } = await build({
  entryPoints: [path.join(root, 'lib/cli/main.ts')],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'iife',
  target: 'node20',
  minify: true,
  legalComments: 'eof',
  banner: { js: banner },
  footer: { js: footer },
  alias: { '@': root },
  define: { SLIPWAY_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
});
const [{ contents }] = outputFiles;
const file = path.join(root, 'public/cli');
fs.writeFileSync(file, contents, { mode: 0o755 });
fs.writeFileSync(`${file}.sha256`, `${createHash('sha256').update(contents).digest('hex')}  slipway\n`);
