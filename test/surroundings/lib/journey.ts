import { createHash, randomBytes } from 'node:crypto';
import { onDatabase } from '@/e2e/account';
import { call } from '@/lib/client/call';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/bytes';
import { headerNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';
import { announce, offsetOf, sendRest } from '@/test/faults/lib/plain-client';
import type { MailSink } from '@/test/mail-sink';
import { password, type Started } from './started';

const sizeBytes = 3 * 1024 * 1024;
const firstBytes = 1024 * 1024 + 1;
const linkPassword = 'Grün Istanbul ıİ';
const hourMs = 3_600_000;

export type Published = { shareId: string; linkId: string; fileId: string; sha256: string; instants: string };

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function must(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(sentence);
}

async function signIn({ url }: Started) {
  const { token } = await call(auth.login, { body: { account: 'admin', password } }, { base: url });
  return { base: url, headers: { [headerNames.auth]: token ?? '' } };
}

/** Signs in, creates, uploads 3 MB in pieces with a break, publishes with a password, searches, sends a mail. */
export async function bring(server: Started, mails: MailSink): Promise<Published> {
  const caller = await signIn(server);
  const body = { name: 'INSTANT file', password: linkPassword, validity: hourMs, maxViews: 9 };
  const { id } = await call(share.create, { body }, caller);
  const bytes = randomBytes(sizeBytes);
  const at = await announce(caller, id, { sizeBytes, first: bytes.subarray(0, firstBytes) });
  const offset = await offsetOf(caller, at);
  must(offset === firstBytes, `After the break the upload is at ${offset}, not at ${firstBytes}.`);
  await sendRest(caller, at, offset, bytes.subarray(offset));
  const { id: linkId } = await call(share.publish, { params: { id }, body: { reuseId: true } }, caller);
  const found = await call(share.search, { query: { q: 'instant FILE' } }, caller);
  must(found.items.length === 1, `A search finds ${found.items.length} shares, not 1.`);
  await sendMail(caller, mails);
  const published = { shareId: id, linkId, fileId: at.split('/').at(-1) ?? '', sha256: sha256(bytes) };
  return { ...published, instants: await instantsOf(server, id) };
}

async function sendMail(caller: { base: string; headers: Record<string, string> }, mails: MailSink) {
  const before = mails.mails.length;
  const answer = await fetch(`${caller.base}/api/v2/sec/mail/send`, {
    method: 'POST',
    headers: { ...caller.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ recipients: ['ada@example.org'], subject: 'Grüße', body: 'ıİ' }),
  });
  must(answer.ok, `A mail was answered with ${answer.status}: ${await answer.text()}`);
  must(mails.mails.length === before + 1, 'A mail that was called sent did not arrive.');
}

/** A visitor takes all of it, a range and the archive; without the password nothing. */
export async function visit({ url }: Started, { linkId, fileId, ...kept }: Published): Promise<void> {
  const open = `${url}/api/v2/open/share/${linkId}`;
  must((await fetch(open)).status === 401, 'A locked link opens without its password.');
  const headers = { [headerNames.password]: encodeURIComponent(linkPassword) };
  const opened = await fetch(open, { headers });
  must(opened.status === 200, `A link with its password was answered with ${opened.status}.`);
  const visitor = {
    ...headers,
    cookie: opened.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; '),
  };
  const file = url + fillPath(bytePaths.openFile, { id: linkId, fileId });
  const whole = await fetch(file, { headers: visitor });
  must(sha256(new Uint8Array(await whole.arrayBuffer())) === kept.sha256, 'A download has other bytes.');
  const range = await fetch(file, { headers: { ...visitor, range: 'bytes=1000-1999' } });
  must(range.status === 206 && (await range.arrayBuffer()).byteLength === 1000, 'A range is wrong.');
  const zip = await fetch(url + fillPath(bytePaths.openZip, { id: linkId }), { headers: visitor });
  must(zip.ok && (await zip.arrayBuffer()).byteLength > sizeBytes, 'The archive is wrong.');
}

/** What stands in the database, whatever the zone of this connection. */
async function instantsOf({ databaseUrl }: Started, shareId: string): Promise<string> {
  const rows = await onDatabase(
    async (client) =>
      (
        await client.query(
          `SELECT extract(epoch FROM s."createdAt")::float8 AS "created",
             extract(epoch FROM p."publishUntil")::float8 AS "until"
           FROM "Share" s JOIN "Publication" p ON p."shareId" = s."id" WHERE s."id" = $1`,
          [shareId],
        )
      ).rows,
    databaseUrl,
  );
  const { created, until } = rows[0];
  const offMinutes = Math.round((Date.now() / 1000 - created) / 60);
  must(Math.abs(offMinutes) < 2, `A share is stored as made ${offMinutes} minutes ago.`);
  must(Math.abs(until - created - hourMs / 1000) < 120, `A link of an hour lives for ${until - created} s.`);
  return JSON.stringify(rows);
}

/** After the second start: the same instants, and the file is removed with its share. */
export async function endOf(server: Started, published: Published): Promise<void> {
  const { shareId, linkId } = published;
  must((await instantsOf(server, shareId)) === published.instants, 'The instants are others than before.');
  const caller = await signIn(server);
  await call(share.remove, { params: { id: shareId } }, caller);
  const gone = await fetch(`${server.url}/api/v2/open/share/${linkId}`);
  must(gone.status === 404, `The link of a removed share was answered with ${gone.status}.`);
}
