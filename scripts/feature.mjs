// `npm run feature -- pin pinned`: begins a mark that each person sets on a share. See CONTRIBUTING.md.
import { beginMark } from './lib/begin-mark.mjs';
import { root } from './lib/step.mjs';

const [name = '', field = ''] = process.argv.slice(2);
try {
  const files = beginMark(root, name, field);
  process.stdout.write(`${files.map((file) => `  ${file}\n`).join('')}
Next:
  npm run fix
  npm run migration -- ${name}
  npx vitest run --project code lib/server/services/share/${name}.test.ts test/doors.test.ts
Then the rows of CONTRIBUTING.md, “Add a feature”, from “Its end” on: hand-over, order, screen, words, docs, changelog.
`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
