// `npm run doctor`: see docs/operations.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('doctor');
