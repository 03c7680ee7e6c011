// `node scripts/program.mjs FILE …`: runs a program in TypeScript that measures, tests or writes docs.
import { runApart } from './lib/run-typescript.mjs';

const [file] = process.argv.splice(2, 1);
await runApart(file);
