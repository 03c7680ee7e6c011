// `npm run restore -- FILE`: see docs/operate/backup.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('restore');
