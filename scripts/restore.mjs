// `npm run restore -- FILE`: see docs/operations.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('restore');
