import fs from 'node:fs';
import path from 'node:path';
import type { CaughtMail } from '@/testing/network/mail-sink';

/** Mails of the running server to one address, oldest first. A mail that the product calls sent is here already. */
export function mailsTo(address: string, dir = process.env.SLIPWAY_E2E_MAIL_DIR ?? ''): CaughtMail[] {
  const mails = fs
    .readdirSync(dir)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => JSON.parse(fs.readFileSync(path.join(dir, name), 'utf8')) as CaughtMail);
  return mails.filter(({ to }) => to.includes(address));
}

export function keepMail(dir: string, mail: CaughtMail): void {
  const name = `${String(serial++).padStart(6, '0')}.json`;
  fs.writeFileSync(path.join(dir, `.${name}`), JSON.stringify(mail));
  fs.renameSync(path.join(dir, `.${name}`), path.join(dir, name)); // prevents reading half of a mail
}

let serial = 0;
