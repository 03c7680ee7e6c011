// `npm run seed`: writes the story of the development data anew, into the database of DATA_DIR or DATABASE_URL.
import { runTypeScript } from './lib/run-typescript.mjs';

await runTypeScript('scripts/seed.ts');
