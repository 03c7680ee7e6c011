// `npm run account -- reset LOGIN`: see docs/operate/troubleshoot.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('account');
