// `npm run import -- picoshare --from store.db --owner LOGIN`: see docs/operate/import.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('import');
