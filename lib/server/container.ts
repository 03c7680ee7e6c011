import 'server-only';
import { customAlphabet } from 'nanoid';
import { config } from './config';
import type { Client, Context } from './context';
import { db } from './db/client';
import { log } from './log';
import { type Mailer, smtpMailer } from './mail/mailer';
import { presentTime } from './present-time';
import type { Storage } from './storage/port';
import { storageFor } from './storage/storage-for';

/** 32 characters of base58: 187 bits, without look-alikes and characters to escape. */
export const newId = customAlphabet('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 32);

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
