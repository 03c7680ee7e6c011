// `npm run storage -- copy --from disk --to s3` and `npm run storage -- check`: see docs/storage.md.
import { runTypeScript } from './lib/run-typescript.mjs';

await runTypeScript('scripts/storage.ts');
