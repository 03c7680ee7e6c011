// `npm run settings -- list`: see docs/operate/configure.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('settings');
