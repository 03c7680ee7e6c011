import fs from 'node:fs';
import path from 'node:path';
import { MailSink } from '@/test/mail-sink';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { keepMail } from './caught-mail';
import { prepareDatabase } from './prepared-database';
import { TestServer } from './test-server';

/** Vitest's and Playwright's global setup: one production server for the run; `running()` tells tests where it is. */
export default async function setup(): Promise<() => Promise<void>> {
  await ensureBuilt();
  const forget = prepareDatabase();
  const sink = await MailSink.open((mail) => keepMail(mailDir, mail));
  const zone = process.env.TZ && { TZ: process.env.TZ };
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'Slipway <slipway@example.org>', ...zone };
  const server = await TestServer.make({ env });
  const mailDir = path.join(server.home, 'mail');
  fs.mkdirSync(mailDir);
  const end = () =>
    server
      .remove()
      .finally(() => sink.close())
      .finally(forget);
  try {
    await server.start();
  } catch (error) {
    await end();
    throw error;
  }
  process.env.SLIPWAY_E2E_URL = server.url;
  process.env.SLIPWAY_E2E_DATABASE_URL = server.databaseUrl;
  process.env.SLIPWAY_E2E_DATA_DIR = server.dataDir;
  process.env.SLIPWAY_E2E_MAIL_DIR = mailDir;
  return end;
}
