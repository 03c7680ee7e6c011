// `node scripts/with-mariadb.mjs command …`: runs a command beside a MariaDB, whose URL it finds in TEST_MARIADB_URL.
// Without root or apt it runs all the same, and leaves out what needs one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startMariadb } from './lib/mariadb.mjs';
import { fail } from './lib/step.mjs';

const [command = '', ...args] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
try {
  const url = await startMariadb();
  const env = { ...process.env, ...(url && { TEST_MARIADB_URL: url }) };
  const [code] = await once(spawn(command, args, { stdio: 'inherit', env }), 'exit');
  process.exit(code ?? 1);
} catch (error) {
  fail(error);
}
