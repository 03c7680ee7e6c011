// `npm run backup -- FILE`: see docs/operations.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('backup');
