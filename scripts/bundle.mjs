// Bundles the server's two processes: main.ts, which owns the port, into dist/server.mjs, and pages.ts into
// dist/pages.mjs, and the operator's tools beside them; packages stay in node_modules.
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/step.mjs';

await build({
  entryPoints: {
    server: path.join(root, 'lib/server/main.ts'),
    pages: path.join(root, 'lib/server/pages.ts'),
    backup: path.join(root, 'scripts/backup.ts'),
    restore: path.join(root, 'scripts/restore.ts'),
    account: path.join(root, 'scripts/account.ts'),
    settings: path.join(root, 'scripts/settings.ts'),
    doctor: path.join(root, 'scripts/doctor.ts'),
    storage: path.join(root, 'scripts/storage.ts'),
    import: path.join(root, 'scripts/import.ts'),
  },
  outdir: path.join(root, 'dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  alias: { '@': root, 'server-only': path.join(root, 'testing/empty.ts') },
  sourcemap: 'linked',
  logLevel: 'warning',
});
