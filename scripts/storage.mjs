// `npm run storage -- copy --from disk --to s3` and `npm run storage -- check`: see docs/operate/storage.md.
import { runTool } from './lib/run-typescript.mjs';

await runTool('storage');
