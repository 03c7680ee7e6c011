// `npm run backup -- FILE`: see docs/operate/backup.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('backup');
