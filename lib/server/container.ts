import 'server-only';
import { config } from './config';
import type { Client, Context } from './context';
import { db } from './db/client';
import { newId } from './ids';
import { log } from './log';
import { type Mailer, smtpMailer } from './mail/mailer';
import { presentTime } from './present-time';
import type { Storage } from './storage/port';
import { storageFor } from './storage/storage-for';

let storage: Storage | undefined;
let mail: Mailer | null | undefined;

export const systemContext = (): Context => contextOf({ address: null, userAgent: null });

export function contextOf(client: Client, requestId: string | null = null): Context {
  const settings = config();
  storage ??= storageFor(settings, db());
  if (mail === undefined) mail = smtpMailer(settings);
  return {
    db: db(),
    storage,
    mail,
    log: requestId === null ? log() : log().child({ req: requestId }),
    config: settings,
    now: presentTime(),
    newId: () => newId(),
    client,
    viewer: null,
    requestId,
  };
}
