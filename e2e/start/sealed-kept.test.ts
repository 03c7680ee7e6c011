import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import pg from 'pg';
import { expect, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import type { Scope } from '@/lib/contract/http/scope';
import { token } from '@/lib/contract/session';
import { recipient } from '@/lib/contract/share/recipient';
import { share } from '@/lib/contract/share/share';
import { webhook } from '@/lib/contract/webhook';
import { fromBase64Url } from '@/lib/domain/sealed/share-key';
import { MailSink } from '@/testing/network/mail-sink';
import { receiveWebhooks } from '@/testing/network/webhook-receiver';
import { CommandHome, treeOf } from '@/testing/people/cli';
import { admin } from '@/testing/server/test-server';
import { newServer, signIn } from './servers';

const unique = (about: string) => `${about}-${randomBytes(9).toString('hex')}`;

const words = {
  title: unique('title'),
  note: unique('note'),
  folder: unique('folder'),
  file: unique('file'),
  text: unique('content'),
};

test('nothing that a server keeps or says has a key, a name, a word or a byte of a sealed share', async () => {
  const { server, home, hook, mails, caller } = await heardServer();
  const lines = Array.from({ length: 9_000 }, () => words.text).join('\n');
  home.write(`${words.folder}/${words.file}.svgz`, lines);
  home.write(`${words.folder}/small.svgz`, words.text);
  const sent = await home.run(['send', '--seal', words.folder, '--name', words.title, '--note', words.note]);
  expect(sent).toMatchObject({ code: 0, out: expect.stringMatching(/#k=[\w-]{43}\n$/) });
  const link = sent.out.trim();
  const [{ id = '' } = {}] = (await call(share.search, {}, caller)).items;
  await call(recipient.add, { params: { id }, body: { to: ['friend@example.org'] } }, caller);
  expect(await home.run(['get', link, '-o', 'copy'])).toMatchObject({ code: 0 });
  expect(treeOf(home.file(`copy/${words.folder}`))).toEqual(treeOf(home.file(words.folder)));
  const mailed = () => mails.mails.flatMap(({ to }) => to).sort();
  await expect
    .poll(mailed, { timeout: 20_000 })
    .toEqual(['friend@example.org', 'owner@example.org', 'owner@example.org']); // of the webhook, too
  await expect.poll(() => hook.received.length, { timeout: 20_000 }).toBeGreaterThan(0);

  const rows = await allRows(server.databaseUrl);
  await server.stop();
  const kept: Record<string, Buffer> = {
    log: Buffer.from(server.process.output),
    webhooks: Buffer.from(JSON.stringify(hook.received)),
    mails: Buffer.from(JSON.stringify(mails.mails)),
    ...rows,
    ...allFiles(server.dataDir),
  };
  // The search reaches what it must: this share's ID is in rows, and its bytes on disk.
  for (const text of [rows.Share, kept.mails]) expect(text?.includes(id)).toBe(true);
  const sealed = Object.entries(kept).filter(([, bytes]) => bytes.subarray(0, 8).equals(magic));
  expect(sealed.length).toBeGreaterThanOrEqual(2);

  const key = Buffer.from(fromBase64Url(link.slice(-43)) ?? '');
  expect(key).toHaveLength(32);
  const secrets = [key, Buffer.from(link.slice(-43)), ...shapesOf(key)];
  for (const word of Object.values(words)) secrets.push(Buffer.from(word), ...shapesOf(Buffer.from(word)));
  for (const type of ['.svgz', 'image/svg']) secrets.push(Buffer.from(type));
  const isOurScript = (place: string) => place.startsWith('data: scripts/');
  const searched = Object.entries(kept).filter(([place]) => !isOurScript(place));
  const found = searched.filter(([, bytes]) => secrets.some((secret) => bytes.includes(secret)));
  expect(found.map(([place]) => place)).toEqual([]);
  for (const [place, bytes] of sealed.filter(([, { length }]) => length > 10_000))
    expect(brotliCompressSync(bytes).length / bytes.length, place).toBeGreaterThan(0.99);

  await Promise.all([hook.close(), mails.close()]);
  home.remove();
});

const magic = Buffer.from('SLIPSEAL');

async function heardServer() {
  const mails = await MailSink.open();
  const env = { LOG_LEVEL: 'debug', WEBHOOK_HOSTS: '127.0.0.1', SMTP_URL: mails.url };
  const server = await newServer({ env });
  await server.start();
  const caller = await signIn(server);
  await wantMails(server.databaseUrl);
  const hook = await receiveWebhooks(() => 204);
  const hookBody = {
    url: hook.url,
    events: ['share.published' as const, 'share.firstOpened' as const],
    withLinks: true,
    password: admin.password,
  };
  await call(webhook.create, { body: hookBody }, caller);
  const scopes: Scope[] = ['upload', 'read', 'manage'];
  const body = { name: 'cli', scopes, validity: 3_600_000, networks: [] };
  const made = await call(token.create, { body }, caller);
  const home = new CommandHome({ SLIPWAY_URL: server.url, SLIPWAY_TOKEN: made.token ?? '' });
  return { server, home, hook, mails, caller };
}

async function wantMails(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`UPDATE "Account" SET "email" = 'owner@example.org', "tellFirst" = true`);
  await client.end();
}

/** As others would write it: hexadecimal, or base64 at each of three places, also in an address or a form. */
function shapesOf(bytes: Buffer): Buffer[] {
  const hex = bytes.toString('hex');
  const places = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const certain = text.slice(before === 0 ? 0 : 4, Math.floor((before + bytes.length) / 3) * 4);
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(certain)];
  });
  return [hex, hex.toUpperCase(), ...places].map((text) => Buffer.from(text));
}

/** All rows of all tables as text, in which bytes are hexadecimal. */
async function allRows(databaseUrl: string): Promise<Record<string, Buffer>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const found: Record<string, Buffer> = {};
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`);
    found[name] = Buffer.from(rows.map(({ text }) => text).join('\n'));
  }
  await client.end();
  return found;
}

/** Names and bytes, the database's own among them. */
function allFiles(folder: string): Record<string, Buffer> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  const bytes = files.map((name) => [`data: ${name}`, fs.readFileSync(path.join(folder, name))] as const);
  return { names: Buffer.from(names.join('\n')), ...Object.fromEntries(bytes) };
}
