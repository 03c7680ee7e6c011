// `npm run doctor`: see docs/operate/troubleshoot.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('doctor');
