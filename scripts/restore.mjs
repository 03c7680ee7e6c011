// `npm run restore -- FILE`: see docs/operate/install.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('restore');
