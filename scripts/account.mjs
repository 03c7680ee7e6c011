// `npm run account -- reset LOGIN`: see docs/operate/accounts.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('account');
