// `npm run migration -- what-changes`: see CONTRIBUTING.md.
import { runTypeScript } from './lib/run-typescript.mjs';

await runTypeScript('scripts/migration.ts');
