// `node scripts/with-radosgw.mjs command …`: runs a command beside a real S3 service, whose address it finds in
// TEST_S3_ENDPOINT. Without root or apt it runs all the same, and leaves out what needs one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startRadosgw } from './lib/radosgw.mjs';
import { fail } from './lib/step.mjs';

const [command = '', ...args] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
try {
  const service = await startRadosgw();
  const env = { ...process.env, ...(service && { TEST_S3_ENDPOINT: service.endpoint }) };
  const [code] = await once(spawn(command, args, { stdio: 'inherit', env }), 'exit');
  process.exit(code ?? 1);
} catch (error) {
  fail(error);
}
