// Makes public/worker.js, the service worker: what other apps share, sealed shares, and a page without network; and
// public/disk-worker.js, which saves large sealed files in Safari. And the early scripts, whose text pages have within them.
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/step.mjs';

const offlineWords = {
  name: 'offline words',
  setup({ onLoad }) {
    onLoad({ filter: /messages[\\/][\w-]+\.json$/ }, async ({ path: file }) => {
      const { default: words } = await import(file, { with: { type: 'json' } });
      return { contents: JSON.stringify({ offline: words.offline }), loader: 'json' };
    });
  },
};

const made = {
  outdir: path.join(root, 'public'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  alias: { '@': root },
  logLevel: 'error',
};

await build({
  ...made,
  entryPoints: {
    worker: path.join(root, 'lib/client/shared-in/worker/main.ts'),
    'disk-worker': path.join(root, 'lib/client/sealed/worker/write-file.ts'),
    early: path.join(root, 'components/app/early.ts'),
    'early-visit': path.join(root, 'components/open/early/early.ts'),
  },
  plugins: [offlineWords],
});
await build({
  ...made,
  entryPoints: { 'early-old': path.join(root, 'components/app/early-old.ts') },
  target: 'es5',
});
