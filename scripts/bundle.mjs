// Bundles the server's own entry (lib/server/main.ts) into dist/server.mjs; packages stay in node_modules.
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/step.mjs';

await build({
  entryPoints: [path.join(root, 'lib/server/main.ts')],
  outfile: path.join(root, 'dist/server.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  alias: { '@': root, 'server-only': path.join(root, 'test/empty.ts') },
  sourcemap: 'linked',
  logLevel: 'warning',
});
