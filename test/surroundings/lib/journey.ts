import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { headerNames } from '@/lib/contract/http/names';
import { mail } from '@/lib/contract/mail';
import { share } from '@/lib/contract/share/share';
import { type Caller, createUpload, offsetOf, sendRest } from '@/test/faults/lib/plain-client';
import type { MailSink } from '@/testing/network/mail-sink';
import { onDatabase } from '@/testing/people/account';
import { password, type StartedServer } from './started';
import { until } from './until';

const sizeBytes = 3 * 1024 * 1024;
const firstBytes = 1024 * 1024 + 1;
const linkPassword = 'Grün Istanbul ıİ';
const hourMs = 3_600_000;

export type PublishedFile = {
  shareId: string;
  linkId: string;
  fileId: string;
  sha256: string;
  instants: string;
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function assertTrue(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(sentence);
}

async function signIn({ url }: StartedServer): Promise<Caller> {
  const { token } = await call(auth.login, { body: { account: 'admin', password } }, { base: url });
  return { base: url, headers: { [headerNames.auth]: token ?? '' } };
}

/** Signs in, uploads 3 MB with a break, publishes with a password, searches and sends a mail. */
export async function uploadAndPublish(server: StartedServer, mails: MailSink): Promise<PublishedFile> {
  const caller = await signIn(server);
  const body = { name: 'INSTANT file', password: linkPassword, validity: hourMs, maxViews: 9 };
  const { id } = await call(share.create, { body }, caller);
  const bytes = randomBytes(sizeBytes);
  const at = await createUpload(caller, id, { sizeBytes, first: bytes.subarray(0, firstBytes) });
  const offset = await offsetOf(caller, at);
  assertTrue(offset === firstBytes, `After the break the upload is at ${offset}, not at ${firstBytes}.`);
  await sendRest(caller, at, offset, bytes.subarray(offset));
  const { id: linkId } = await call(share.publish, { params: { id }, body: { reuseId: true } }, caller);
  await find(caller, id);
  await sendMail(caller, mails);
  const published = { shareId: id, linkId, fileId: at.split('/').at(-1) ?? '', sha256: sha256(bytes) };
  return { ...published, instants: await checkedInstantsOf(server, id) };
}

async function find(caller: Caller, id: string) {
  for (const query of [{}, { q: 'instant FILE' }]) {
    const { items } = await call(share.search, { query }, caller);
    assertTrue(
      items.length === 1 && items[0]?.id === id,
      `${JSON.stringify(query)} finds ${items.length} shares.`,
    );
  }
  const { items: files } = await call(share.files, { params: { id }, query: {} }, caller);
  assertTrue(files[0]?.size === sizeBytes, 'The list of files has not the one that was sent.');
}

async function sendMail(caller: Caller, mails: MailSink) {
  const receiver = `${randomBytes(4).toString('hex')}@example.org`;
  await call(mail.send, { body: { recipients: [receiver], subject: 'Grüße', body: 'ıİ' } }, caller);
  const [{ email } = {}] = mails.for(receiver);
  assertTrue(email?.subject === 'Grüße', 'A mail that was called sent did not arrive as it was written.');
}

/** A visitor downloads the file, a range and the archive, and nothing without the password. */
export async function visit(
  { url }: StartedServer,
  { linkId, fileId, ...kept }: PublishedFile,
): Promise<void> {
  const open = `${url}/api/v2/open/share/${linkId}`;
  assertTrue((await fetch(open)).status === 401, 'A locked link opens without its password.');
  const headers = { [headerNames.password]: encodeURIComponent(linkPassword) };
  const opened = await fetch(open, { headers });
  assertTrue(opened.status === 200, `A link with its password was answered with ${opened.status}.`);
  const visitor = {
    ...headers,
    cookie: opened.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; '),
  };
  const file = url + fillPath(bytePaths.openFile, { id: linkId, fileId });
  const whole = await fetch(file, { headers: visitor });
  assertTrue(
    sha256(new Uint8Array(await whole.arrayBuffer())) === kept.sha256,
    'A download has other bytes.',
  );
  const range = await fetch(file, { headers: { ...visitor, range: 'bytes=1000-1999' } });
  assertTrue(range.status === 206 && (await range.arrayBuffer()).byteLength === 1000, 'A range is wrong.');
  const zip = await fetch(url + fillPath(bytePaths.openZip, { id: linkId }), { headers: visitor });
  assertTrue(zip.ok && (await zip.arrayBuffer()).byteLength > sizeBytes, 'The archive is wrong.');
}

/** Reads instants from the database, independent of the connection's zone. */
async function instantsOf({ databaseUrl }: StartedServer, shareId: string) {
  const sql = `
    SELECT to_char(s."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS "created",
      to_char(p."publishUntil" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS "until",
      extract(epoch FROM now() - s."createdAt")::int AS "age",
      extract(epoch FROM p."publishUntil" - s."createdAt")::int AS "seconds"
    FROM "Share" s JOIN "Publication" p ON p."shareId" = s."id" WHERE s."id" = $1`;
  const { rows } = await onDatabase((client) => client.query(sql, [shareId]), databaseUrl);
  const [{ created, until, age, seconds }] = rows;
  return { age, seconds, text: `${created} ${until}` };
}

async function checkedInstantsOf(server: StartedServer, shareId: string): Promise<string> {
  const { age, seconds, text } = await instantsOf(server, shareId);
  assertTrue(Math.abs(age) < 120, `A share is stored as made ${Math.round(age / 60)} minutes ago.`);
  assertTrue(Math.abs(seconds - hourMs / 1000) < 120, `A link of an hour lives for ${seconds} s.`);
  return text;
}

/** Checks after the second start that instants are unchanged, and removes the share. */
export async function finishJourney(server: StartedServer, published: PublishedFile): Promise<void> {
  const { shareId, linkId } = published;
  const { text } = await instantsOf(server, shareId);
  assertTrue(text === published.instants, 'The instants are others than before.');
  const caller = await signIn(server);
  await call(share.remove, { params: { id: shareId } }, caller);
  const gone = await fetch(`${server.url}/api/v2/open/share/${linkId}`);
  assertTrue(gone.status === 404, `The link of a removed share was answered with ${gone.status}.`);
  await untilBytesRemoved(server);
}

/** Waits for the job that removes bytes. */
async function untilBytesRemoved({ dataDir }: StartedServer): Promise<void> {
  const stored = () => fs.readdirSync(`${dataDir}/files`, { recursive: true, withFileTypes: true });
  const isClean = () => !stored().some((entry) => entry.isFile());
  await until(isClean, 'The bytes of a removed share stay on the disk.');
}
