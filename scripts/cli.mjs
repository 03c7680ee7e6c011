// `npm run cli -- send FILE`: the command out of this repository (docs/use/cli.md).
import './bundle-cli.mjs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './lib/step.mjs';

// npm changes to its own folder; file names are meant where the person is.
const cwd = process.env.INIT_CWD ?? process.cwd();
const run = [path.join(root, 'public/cli'), ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, run, { cwd, stdio: 'inherit' }).status ?? 1;
