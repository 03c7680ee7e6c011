import { expect } from 'vitest';
import { recipient } from '@/lib/contract/recipient';
import { mailsTo } from '../caught-mail';
import { ask } from './ask';
import { type Link, sql } from './links';

let serial = 0;

/** Somebody whom a share is for, with the link that is theirs. */
export async function recipientOf({ owner, shareId }: Link, only: boolean) {
  const address = `r${process.pid}-${serial++}-${shareId}@example.org`.toLowerCase();
  await owner.call(recipient.add, { params: { id: shareId }, body: { to: [address], only } });
  const { rows } = await sql('SELECT id, "linkId" FROM "Recipient" WHERE "shareId" = $1 AND key = $2', [
    shareId,
    address,
  ]);
  return { address, id: String(rows[0].id), linkId: String(rows[0].linkId) };
}

/** What a browser keeps once the address is proven by the code from the mail. */
export async function proofFor({ address, linkId }: { address: string; linkId: string }): Promise<string> {
  const path = `/api/v2/open/share/${linkId}`;
  await ask({ method: 'POST', path: `${path}/code`, headers: {} });
  const codeOf = () =>
    mailsTo(address).flatMap(({ email }) => /^\d{6}$/m.exec(email.text ?? '')?.[0] ?? [])[0];
  await expect.poll(codeOf, { timeout: 20_000 }).toBeTruthy();
  const body = JSON.stringify({ code: codeOf() });
  const { headers } = await ask({ method: 'POST', path: `${path}/proof`, headers: {}, body });
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '').join('; ');
}
