// The product with hot reload: database, migrations, first admin, seed, a mail catcher, then `next dev`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { config, operatorMessage } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { startJobs } from '@/lib/server/jobs/schedule';
import { prepare } from '@/lib/server/runtime/prepare';
import { firstAdminWasTold } from '@/lib/server/services/account/first-admin';
import { catchMail } from './seed/mail-catcher';
import { hasStory, writeStory } from './seed/write';
import { say } from './tools/say';

async function dev(): Promise<number> {
  const signal = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  process.env.DATA_DIR ||= '.data';
  process.env.ADMIN_LOGIN ||= 'ada';
  process.env.ADMIN_PASSWORD ||= 'ada-ada-ada';
  process.env.MAIL_FROM ||= 'Slipway <slipway@localhost>';
  const mail = process.env.SMTP_URL ? null : await catchMail(say);
  process.env.SMTP_URL ||= mail?.url;

  const prepared = await prepare(say);
  try {
    const ctx = systemContext();
    if (!(await hasStory(ctx))) {
      say('Writing the story');
      await writeStory(ctx);
    }
    await firstAdminWasTold(ctx);
    const stopJobs = startJobs();
    say(`\n  Sign in at ${config().BASE_URL} as ada with the password ada-ada-ada\n`);
    const next = startNext();
    const code = await Promise.race([signal.then(() => 0), next.exit]);
    stopJobs();
    next.child.kill('SIGTERM');
    await next.exit;
    return code;
  } finally {
    await prepared.stop();
    await mail?.stop();
  }
}

function startNext() {
  const { HOST, PORT } = config();
  const child = spawn('node_modules/.bin/next', ['dev', '--hostname', HOST, '--port', String(PORT)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
    detached: true, // Ctrl-C is for us to answer: pages first, the database last
  });
  return { child, exit: once(child, 'exit').then(([code]) => Number(code ?? 0)) };
}

try {
  process.exitCode = await dev();
} catch (error) {
  process.stderr.write(`\n${operatorMessage(error)}\n\n`);
  process.exit(1);
}
