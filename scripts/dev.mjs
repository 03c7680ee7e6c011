// `npm run dev`: installs what is missing, then hands over to dev.ts, which may use all of the product's code.
import { runTypeScript } from './lib/run-typescript.mjs';

await runTypeScript('scripts/dev.ts');
