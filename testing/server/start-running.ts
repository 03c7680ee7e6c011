import fs from 'node:fs';
import path from 'node:path';
import { MailSink } from '@/testing/network/mail-sink';
import { keepMail } from '../network/caught-mail';
import { TestServer } from './test-server';

/** Starts a production server. Returns the variables by which `running()` and `mailsTo` find it. */
export async function startRunning(): Promise<{ env: Record<string, string>; end: () => Promise<void> }> {
  const sink = await MailSink.open((mail) => keepMail(mailDir, mail));
  const zone = process.env.TZ && { TZ: process.env.TZ };
  const server = await TestServer.make({
    env: { SMTP_URL: sink.url, MAIL_FROM: 'Slipway <slipway@example.org>', ...zone },
  });
  const mailDir = path.join(server.home, 'mail');
  fs.mkdirSync(mailDir);
  const end = () => server.remove().finally(() => sink.close());
  try {
    await server.start();
  } catch (error) {
    await end();
    throw error;
  }
  const env = {
    SLIPWAY_E2E_URL: server.url,
    SLIPWAY_E2E_DATABASE_URL: server.databaseUrl,
    SLIPWAY_E2E_DATA_DIR: server.dataDir,
    SLIPWAY_E2E_MAIL_DIR: mailDir,
  };
  return { env, end };
}
