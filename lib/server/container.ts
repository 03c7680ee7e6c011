import 'server-only';
import { features } from '@/lib/features/index';
import { type Config, config } from './config';
import type { Client, Context } from './context';
import { db } from './db/client';
import { newId } from './ids';
import { log } from './log';
import { greetingName, type Mailer, smtpMailer } from './mail/mailer';
import { presentTime } from './present-time';
import { registerFeatures } from './registered-features';
import type { Storage } from './storage/port';
import { storageFor } from './storage/storage-for';

registerFeatures(features);

let storage: Storage | undefined;
let mail: { by: string; mailer: Mailer | null } | undefined;

export const systemContext = (): Context => contextOf({ address: null, userAgent: null });

export function contextOf(client: Client, requestId: string | null = null): Context {
  const settings = config();
  storage ??= storageFor(settings, db());
  return {
    db: db(),
    storage,
    mail: currentMailer(settings),
    log: requestId === null ? log() : log().child({ req: requestId }),
    config: settings,
    now: presentTime(),
    newId: () => newId(),
    client,
    viewer: null,
    requestId,
  };
}

/** A mailer keeps connections, so there is a new one only when what it needs has changed. */
function currentMailer(settings: Config): Mailer | null {
  const { SMTP_URL, MAIL_LIST_ID } = settings;
  const by = JSON.stringify([SMTP_URL, MAIL_LIST_ID, SMTP_URL && greetingName(settings)]);
  if (mail?.by === by) return mail.mailer;
  mail?.mailer?.close();
  mail = { by, mailer: smtpMailer(settings) };
  return mail.mailer;
}
