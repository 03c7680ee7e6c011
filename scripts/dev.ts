// The product with hot reload: database, migrations, first admin, seed, a mail catcher, and the front door before Next's
// development server. Pages and calls are reloaded as they change; the front door and the transfer layer are not.
import { once } from 'node:events';
import type { Server } from 'node:http';
import net from 'node:net';
import { config, operatorMessage } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { startJobs } from '@/lib/server/jobs/schedule';
import { createFrontDoor } from '@/lib/server/runtime/front-door';
import { type Pages, startPages } from '@/lib/server/runtime/pages/pages';
import { passOnTo } from '@/lib/server/runtime/pages/pass-on';
import { prepare } from '@/lib/server/runtime/prepare';
import { markFirstAdminAnnounced } from '@/lib/server/services/account/first-admin';
import { timeFloorOf } from '@/lib/server/services/clock/clock';
import { followSettings } from '@/lib/server/services/server-settings/stored';
import { root } from './lib/step.mjs';
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

  Object.assign(process.env, { NODE_ENV: 'development' });
  const starting = startPages(root, (how) =>
    say(`The process of the pages ended (${how}) and is started again.`),
  );
  const prepared = await prepare(say);
  try {
    const ctx = systemContext();
    if (!(await hasStory(ctx))) {
      say('Writing the story');
      await writeStory(ctx);
    }
    await markFirstAdminAnnounced(ctx);
    const pages = await starting.open(process.env);
    const server = createFrontDoor(passOnTo(pages), { isDevelopment: true, idleMs: 600_000 });
    passOnHotReload(server, pages);
    await listen(server);
    followSettings(systemContext, (stored) => pages.setStored(stored));
    const stopJobs = startJobs((reading) => pages.setTimeFloor(timeFloorOf(reading)));
    say(`\n  Sign in at ${config().BASE_URL} as ada with the password ada-ada-ada\n`);
    await signal;
    await stopJobs();
    server.close();
    server.closeAllConnections();
    await pages.stop();
    return 0;
  } finally {
    await prepared.stop();
    await mail?.stop();
  }
}

async function listen(server: Server): Promise<void> {
  const { HOST, PORT } = config();
  await once(server.listen(PORT, HOST), 'listening');
}

/** Connects the web socket over which Next tells open pages of changes. */
function passOnHotReload(server: Server, pages: Pages): void {
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const inner = net.connect(pages.socket(), () => {
      const headers = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      inner.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`);
      inner.write(head);
      socket.pipe(inner).pipe(socket);
    });
    socket.on('error', () => inner.destroy());
    inner.on('error', () => socket.destroy());
  });
}

try {
  process.exitCode = await dev();
} catch (error) {
  process.stderr.write(`\n${operatorMessage(error)}\n\n`);
  process.exit(1);
}
